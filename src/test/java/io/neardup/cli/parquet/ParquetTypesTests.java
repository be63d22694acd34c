package io.neardup.cli.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cli.Run;
import io.neardup.cli.parquet.ParquetTests.Content;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Columns of every type are copied as they are; elsewhere their values are written as their type
/// is.
class ParquetTypesTests {

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message docs {
            required fixed_len_byte_array(16) id (UUID) = 7;
            optional binary text (STRING);
            optional fixed_len_byte_array(12) span (INTERVAL);
            optional fixed_len_byte_array(2) half (FLOAT16);
            optional binary json (JSON);
            optional binary bson (BSON);
            optional binary kind (ENUM);
            optional int32 u8 (INTEGER(8,false));
            optional int32 u16 (INTEGER(16,false));
            optional int32 u32 (INTEGER(32,false));
            optional int64 u64 (INTEGER(64,false));
            optional int32 i8 (INTEGER(8,true));
            optional int32 millis (TIME(MILLIS,true));
            optional int64 micros (TIME(MICROS,false));
            optional int64 nanos (TIME(NANOS,true));
            optional int64 local (TIMESTAMP(MILLIS,false));
            optional int64 exact (TIMESTAMP(NANOS,true));
            optional int32 day (DATE);
            optional int96 old;
            optional int32 small (DECIMAL(9,2));
            optional int64 large (DECIMAL(18,3));
            optional fixed_len_byte_array(16) wide (DECIMAL(38,10));
            optional binary open (DECIMAL(40,1));
            optional int32 nothing (UNKNOWN);
            optional float f;
            optional double d;
            optional boolean b;
            repeated int32 plain;
            optional group lists (LIST) { repeated group list { optional group element (LIST) { repeated group list { optional fixed_len_byte_array(12) element (INTERVAL); } } } }
            optional group maps (MAP) { repeated group key_value { required binary key (STRING); optional group value (MAP) { repeated group key_value { required int32 key; optional double value; } } } }
          }
          """);

  private static final int JANUARY = 2_460_311; // the Julian day of 2024-01-01

  @TempDir private Path folder;

  private static Binary bytes(int length, int first) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (first + 31 * i);
    }
    return Binary.fromConstantByteArray(bytes);
  }

  private static Group row(int number, String text) {
    Group row = new SimpleGroupFactory(SCHEMA).newGroup();
    row.append("id", bytes(16, number)).append("text", text);
    row.append("span", bytes(12, number)).append("half", bytes(2, number));
    row.append("json", "{\"a\": 1}").append("bson", bytes(5, number)).append("kind", "x");
    row.append("u8", 255).append("u16", 65_535).append("u32", -1).append("u64", -1L);
    row.append("i8", -128).append("millis", 1_000 * number).append("micros", 5L);
    row.append("nanos", 7L).append("local", -1L).append("exact", Long.MAX_VALUE);
    row.append("day", -20_000).append("old", new NanoTime(JANUARY + 1, 11_045_678_901_000L));
    row.append("small", -1234);
    row.append("large", 123_456_789L).append("wide", bytes(16, 200 + number));
    row.append("open", Binary.fromConstantByteArray(BigInteger.TEN.pow(39).toByteArray()));
    row.append("f", Float.NaN).append("d", -0.0).append("b", false);
    row.append("plain", 3).append("plain", 4);
    Group outer = row.addGroup("lists");
    Group inner = outer.addGroup("list").addGroup("element");
    inner.addGroup("list").append("element", bytes(12, 90 + number));
    inner.addGroup("list"); // null
    outer.addGroup("list").addGroup("element"); // empty
    outer.addGroup("list"); // null
    Group entry = row.addGroup("maps").addGroup("key_value").append("key", "k");
    entry.addGroup("value").addGroup("key_value").append("key", 1).append("value", 2.5);
    return row;
  }

  private Path write(List<Group> rows) throws IOException {
    Path file = folder.resolve("in.parquet");
    RowFile.write(file, SCHEMA, CompressionCodecName.UNCOMPRESSED, Map.of(), rows);
    return RowFile.changed(
        file,
        footer -> {
          footer.setKey_value_metadata(new ArrayList<>(List.of(new KeyValue("own"), pandas())));
          // as other programs write it; the library writes that intervals are nulls
          footer.getSchema().stream()
              .filter(column ->
                  column.getConverted_type() == null
                      ? false
                      : column.getConverted_type().name().equals("INTERVAL"))
              .forEach(SchemaElement::unsetLogicalType);
        });
  }

  private static KeyValue pandas() {
    return new KeyValue("pandas").setValue("{}");
  }

  @Test
  void everyTypeIsCopiedAsItIs() throws IOException {
    Group empty = new SimpleGroupFactory(SCHEMA).newGroup().append("id", bytes(16, 9));
    empty.append("text", "something else");
    Path in = write(List.of(row(1, "one two three"), row(2, "one two three"), row(3, "b"), empty));
    Path out = folder.resolve("out.parquet");
    Run.of("dedupe", in, "-o", out).require(0);
    List<String> before = Content.of(in).rows();
    assertThat(Content.of(out).rows()).containsExactly(before.get(0), before.get(2), before.get(3));
    FileMetaData own = RowFile.footer(in);
    FileMetaData written = RowFile.footer(out);
    assertThat(written.getSchema()).isEqualTo(own.getSchema());
    assertThat(written.getKey_value_metadata()).isEqualTo(own.getKey_value_metadata());
  }

  @Test
  void idsAreWrittenAsTheirTypeIs() throws IOException {
    Path in = write(List.of(row(1, "one two three")));
    assertThat(Run.of("fingerprint", in).require(0).out())
        .startsWith("{\"id\": \"01203f5e-7d9c-bbda-f918-37567594b3d2\"");
    assertThat(Run.of("fingerprint", in, "--id", "u64").require(0).out())
        .startsWith("{\"id\": \"18446744073709551615\"");
    assertThat(Run.of("fingerprint", in, "--id", "u32").require(0).out())
        .startsWith("{\"id\": \"4294967295\"");
  }

  @ParameterizedTest
  @CsvSource({
    "small, -12.34, false",
    "large, 123456.789, false",
    "day, 1915-03-31, true",
    "local, 1969-12-31T23:59:59.999, true",
    "exact, 2262-04-11T23:47:16.854775807Z, true",
    "millis, 00:00:01.000Z, true",
    "nanos, 00:00:00.000000007Z, true",
    "old, 2024-01-02T03:04:05.678901, true"
  })
  void idsAndConvertedValuesAreEqual(String column, String value, boolean quoted)
      throws IOException {
    Path in = write(List.of(row(1, "one two three")));
    assertThat(Run.of("fingerprint", in, "--id", column).require(0).out())
        .startsWith("{\"id\": \"" + value + "\"");
    Path out = folder.resolve("out.jsonl");
    Run.of("dedupe", in, "-o", out).require(0);
    assertThat(out)
        .content()
        .contains("\"" + column + "\":" + (quoted ? "\"" + value + "\"" : value) + ",");
  }

  @Test
  void mapsBecomeObjectsByTheirKeys() throws IOException {
    Path in =
        RowFile.write(
            folder.resolve("in.parquet"),
            """
            message docs {
              required binary text (STRING);
              optional group named (MAP) { repeated group key_value { required binary key (STRING); optional binary value (STRING); } }
              optional group old (MAP_KEY_VALUE) { repeated group map { required binary key; required group value (LIST) { repeated int32 element; } } }
              optional group keys (MAP) { repeated group key_value { required binary key (ENUM); } }
              optional group numbered (MAP) { repeated group key_value { required int32 key; optional group value (MAP) { repeated group key_value { required binary key (STRING); optional double value; } } } }
              optional group none (MAP) { repeated group key_value { required binary key (STRING); optional int32 value; } }
              optional group empty (MAP) { repeated group key_value { required binary key (STRING); optional int32 value; } }
            }
            """,
            row -> {
              row.append("text", "one two three");
              Group named = row.addGroup("named");
              named.addGroup("key_value").append("key", "k").append("value", "v");
              named.addGroup("key_value").append("key", "n");
              Group old = row.addGroup("old").addGroup("map").append("key", "o");
              old.addGroup("value").append("element", 1).append("element", 2);
              row.addGroup("keys").addGroup("key_value").append("key", "e");
              Group numbered = row.addGroup("numbered").addGroup("key_value").append("key", 7);
              Group inner = numbered.addGroup("value").addGroup("key_value");
              inner.append("key", "i").append("value", 2.5);
              row.addGroup("empty");
            });
    Path out = folder.resolve("out.jsonl");
    Run.of("dedupe", in, "-o", out).require(0);
    assertThat(out)
        .content()
        .endsWith(
            "\"named\":{\"k\":\"v\",\"n\":null},\"old\":{\"o\":[1,2]},\"keys\":{\"e\":null},"
                + "\"numbered\":[{\"key\":7,\"value\":{\"i\":2.5}}],\"none\":null,"
                + "\"empty\":{}}\n");
  }

  /// The id of the record that is kept, of files of a record each, whose ids are 1, 2 and so on.
  ///
  /// @param columns the column with the value, of each file
  private String kept(String rule, List<String> columns, List<Consumer<Group>> rows)
      throws IOException {
    List<Object> command = new ArrayList<>(List.of("dedupe", "--force", "--survivor", rule));
    command.addAll(List.of("-o", folder.resolve("out.jsonl")));
    for (int i = 0; i < rows.size(); i++) {
      int id = i + 1;
      Consumer<Group> value = rows.get(i);
      String schema =
          "message docs { required int32 id; required binary text (STRING); required %s; }";
      command.add(
          RowFile.write(
              folder.resolve(id + ".parquet"),
              schema.formatted(columns.get(i)),
              row -> value.accept(row.append("id", id).append("text", "one two three"))));
    }
    Run.of(command.toArray()).require(0);
    return Files.readString(folder.resolve("out.jsonl"))
        .replaceFirst("(?s)\\{\"id\":(\\d).*", "$1");
  }

  @Test
  void survivorsAreChosenByValuesAndNotByTheirUnits() throws IOException {
    List<String> prices = List.of("int32 price (DECIMAL(9,2))", "int32 price (DECIMAL(9,1))");
    assertThat(
            kept(
                "price:min",
                prices,
                List.of(row -> row.append("price", 300), row -> row.append("price", 90))))
        .isEqualTo("1");
    List<String> times =
        List.of("int64 ts (TIMESTAMP(MICROS,true))", "int64 ts (TIMESTAMP(MILLIS,true))");
    assertThat(
            kept(
                "ts:max",
                times,
                List.of(
                    row -> row.append("ts", 1_577_836_800_000_000L),
                    row -> row.append("ts", 1_735_689_600_000L))))
        .isEqualTo("2");
    List<String> days = List.of("int32 day (DATE)", "int64 day (TIMESTAMP(NANOS,false))");
    assertThat(
            kept(
                "day:min",
                days,
                List.of(
                    row -> row.append("day", 20_000),
                    row -> row.append("day", 1_000_000_000_000_000_000L))))
        .isEqualTo("2");
  }

  @Test
  void survivorsAreChosenByTimesOfOldPrograms() throws IOException {
    List<Consumer<Group>> rows = new ArrayList<>();
    for (int day : new int[] {JANUARY + 1, JANUARY, JANUARY + 2}) {
      rows.add(row -> row.append("ts", new NanoTime(day, 1)));
    }
    List<String> old = List.of("int96 ts", "int96 ts", "int96 ts");
    assertThat(kept("ts:max", old, rows)).isEqualTo("3");
    assertThat(kept("ts:min", old, rows)).isEqualTo("2");
  }

  @Test
  void twoColumnsOfOneNameAreRefused() throws IOException {
    Path in =
        RowFile.changed(
            write(List.of(row(1, "one two three"))),
            footer -> footer.getSchema().get(5).setName("text"));
    Path out = folder.resolve("out.parquet");
    assertThat(Run.of("dedupe", in, "-o", out).require(1).err())
        .isEqualTo("neardup: " + in + ": has two columns 'text'; rename one of them\n");
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    byte[] whole = Files.readAllBytes(write(List.of(row(1, "one two three"))));
    Path in = Files.writeString(folder.resolve("other.parquet"), "abc\n");
    assertThat(Run.of("fingerprint", in).require(1).err())
        .isEqualTo("neardup: " + in + ": is not a Parquet file\n");
    Files.write(in, java.util.Arrays.copyOf(whole, whole.length - 3));
    assertThat(Run.of("fingerprint", in).require(1).err())
        .isEqualTo(
            "neardup: "
                + in
                + ": does not end like a Parquet file; it is not complete, or damaged\n");
  }
}
