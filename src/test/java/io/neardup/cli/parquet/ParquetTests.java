package io.neardup.cli.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.NeardupApplication;
import io.neardup.cli.Run;
import io.neardup.passage.PassageTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ParquetTests {

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message docs {
            required int64 id;
            optional binary text (STRING);
            optional boolean flag;
            optional int32 day (DATE);
            optional int64 time (TIMESTAMP(MICROS,true));
            optional int96 old;
            optional float f;
            optional double d;
            optional fixed_len_byte_array(5) price (DECIMAL(10,2));
            optional binary blob;
            optional binary amount (DECIMAL(10,2));
            optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
            optional group map (MAP) { repeated group key_value { required binary key (STRING); optional int32 value; } }
            optional group nested { required group inner { optional binary x (STRING); } }
          }
          """);

  @TempDir private Path folder;

  private static Group full(long id, String text) {
    Group row = new SimpleGroupFactory(SCHEMA).newGroup();
    row.append("id", id).append("text", text).append("flag", true).append("day", 20_000);
    row.append("time", 1_700_000_000_000_000L);
    row.append("old", Binary.fromConstantByteArray(new byte[12]));
    row.append("f", 1.5f).append("d", Math.PI);
    row.append("price", Binary.fromConstantByteArray(new byte[] {0, 0, 0, 1, 2}));
    row.append("blob", Binary.fromConstantByteArray(new byte[] {-1, 0, 1}));
    Group tags = row.addGroup("tags");
    tags.addGroup("list").append("element", "one");
    tags.addGroup("list"); // null
    Group map = row.addGroup("map");
    map.addGroup("key_value").append("key", "k").append("value", 7);
    map.addGroup("key_value").append("key", "none");
    row.addGroup("nested").addGroup("inner").append("x", "deep");
    return row;
  }

  private static Group sparse(long id, String text) {
    return new SimpleGroupFactory(SCHEMA).newGroup().append("id", id).append("text", text);
  }

  private Path write(String name, CompressionCodecName codec, List<Group> rows) throws IOException {
    return RowFile.write(
        folder.resolve(name),
        SCHEMA,
        codec,
        Map.of("pandas", "{\"columns\": []}", "ARROW:schema", "AAAA"),
        rows);
  }

  /// What a file has.
  record Content(
      MessageType schema,
      Map<String, String> keyValues,
      CompressionCodecName codec,
      List<String> rows) {

    static Content of(Path file) throws IOException {
      ParquetReadOptions options =
          new ParquetReadOptions.Builder(new PlainParquetConfiguration())
              .withCodecFactory(new ParquetCodecs())
              .build();
      try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
        MessageType schema = reader.getFooter().getFileMetaData().getSchema();
        List<String> rows = new ArrayList<>();
        for (PageReadStore pages = reader.readNextRowGroup();
            pages != null;
            pages = reader.readNextRowGroup()) {
          RecordReader<Group> records =
              new ColumnIOFactory()
                  .getColumnIO(schema)
                  .getRecordReader(pages, new GroupRecordConverter(schema));
          for (long i = 0; i < pages.getRowCount(); i++) {
            rows.add(records.read().toString());
          }
        }
        return new Content(
            schema,
            reader.getFooter().getFileMetaData().getKeyValueMetaData(),
            reader.getFooter().getBlocks().getFirst().getColumns().getFirst().getCodec(),
            rows);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      mode = Mode.INCLUDE,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void dedupeKeepsAllColumnsAndKeyValues(CompressionCodecName codec) throws IOException {
    Path in =
        write(
            "in.parquet",
            codec,
            List.of(
                full(1, "one two three four"),
                sparse(2, "something else"),
                full(3, "one two three four"),
                full(4, "a third text")));
    Path out = folder.resolve("out.parquet");
    Path dropped = folder.resolve("dropped.csv");
    Run.of("dedupe", in, "-o", out, "--dropped", dropped).require(0);
    Content before = Content.of(in);
    Content after = Content.of(out);
    assertThat(after.rows())
        .containsExactly(before.rows().get(0), before.rows().get(1), before.rows().get(3));
    assertThat(after.schema()).isEqualTo(before.schema());
    assertThat(after.keyValues()).isEqualTo(before.keyValues());
    assertThat(after.codec()).isEqualTo(codec);
    assertThat(dropped).content().endsWith("\n3,1,0,copy,1,0," + in + ",3\n");
  }

  @Test
  void allColumnsOfARowRemainWhenPassagesAreStripped() throws IOException {
    String quoted = PassageTexts.words(new SplittableRandom(1), 20, 5_000);
    List<Group> rows =
        List.of(full(1, quoted), full(2, "own " + quoted + " words"), sparse(3, "x"));
    Path in = write("in.parquet", CompressionCodecName.ZSTD, rows);
    Path out = folder.resolve("out.parquet");
    Run.of("dedupe", in, "-o", out, "--passages", "strip", "--max-distance", 0).require(0);
    assertThat(Content.of(out).rows())
        .containsExactly(
            rows.get(0).toString(), full(2, "own words").toString(), rows.get(2).toString());
  }

  /// Java warns of methods that the codecs of the library use.
  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      mode = Mode.INCLUDE,
      names = {"SNAPPY", "LZ4_RAW", "ZSTD"})
  void quietCommandsAreSilentWithEveryCodec(CompressionCodecName codec) throws Exception {
    Path in = write("in.parquet", codec, List.of(full(1, "one two three four")));
    Process process =
        ChildProcess.builder(
                NeardupApplication.class,
                "dedupe",
                in.toString(),
                "-q",
                "-o",
                folder.resolve("out.parquet").toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void copiesManyRowsInOrder() throws IOException {
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      rows.add(i % 3 == 0 ? full(i, "text x" + i + " y" + i) : sparse(i, "w" + i + " z" + i));
    }
    Path in = write("in.parquet", CompressionCodecName.ZSTD, rows);
    Path out = folder.resolve("out.parquet");
    Run.of("dedupe", in, "-o", out, "--max-distance", 0).require(0);
    assertThat(Content.of(out).rows()).isEqualTo(Content.of(in).rows());
  }

  @Test
  void aStreamIsRefusedAndOtherOutputsAreNamed() throws IOException {
    Path in = write("in.parquet", CompressionCodecName.SNAPPY, List.of(full(1, "a")));
    assertThat(Run.of("dedupe", in, "-o", "-").require(1).err())
        .contains(
            "-: Parquet can only be written to a file, and streams have the format of the input;"
                + " name a file, such as clean.parquet, or clean.jsonl or clean.csv for another"
                + " format");
  }

  @Test
  void readsFingerprintsAndReportsNullTexts() throws IOException {
    Group empty = new SimpleGroupFactory(SCHEMA).newGroup().append("id", 2L);
    Path in = write("in.parquet", CompressionCodecName.SNAPPY, List.of(full(1, "a"), empty));
    Run run = Run.of("fingerprint", in, "--on-error", "skip").require(3);
    assertThat(run.out()).startsWith("{\"id\": \"1\"");
    assertThat(run.err()).contains(in + ":2: column 'text' is null");
  }

  @Test
  void damagedFilesLeaveNoOutput() throws IOException {
    List<Group> rows = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      rows.add(full(i, "text number " + i));
    }
    byte[] whole = Files.readAllBytes(write("whole.parquet", CompressionCodecName.ZSTD, rows));
    Path out = folder.resolve("out.parquet");
    byte[] changed = whole.clone();
    Arrays.fill(changed, 10, whole.length / 2, (byte) 7);
    byte[] cut = Arrays.copyOf(whole, whole.length / 2);
    for (byte[] damaged :
        List.of(changed, cut, "PAR1 is not all".getBytes(StandardCharsets.UTF_8))) {
      Path in = Files.write(folder.resolve("in.parquet"), damaged);
      assertThat(Run.of("dedupe", in, "-o", out, "--on-error", "skip").require(1).err())
          .contains(in.toString());
      assertThat(out).doesNotExist();
      assertThat(Run.unfinished(folder)).isEmpty();
    }
  }

  @Test
  void refusesBrotli() throws IOException {
    Path in =
        RowFile.changed(
            write("brotli.parquet", CompressionCodecName.UNCOMPRESSED, List.of(full(1, "a"))),
            footer ->
                footer
                    .getRow_groups()
                    .forEach(group ->
                        group
                            .getColumns()
                            .forEach(
                                each -> each.getMeta_data().setCodec(CompressionCodec.BROTLI))));
    Path out = folder.resolve("out.parquet");
    assertThat(Run.of("dedupe", in, "-o", out).require(1).err())
        .contains(
            in + ": is compressed by BROTLI, which is not supported",
            "write it with zstd, snappy, lz4_raw or gzip");
    assertThat(out).doesNotExist();
  }

  @Test
  void bytesAreTextsOnlyIfTheyAreUtf8() throws IOException {
    Group text = full(2, "b");
    Path in = write("in.parquet", CompressionCodecName.ZSTD, List.of(full(1, "a"), text));
    assertThat(Run.of("fingerprint", in, "--text", "blob").require(1).err())
        .contains(in + ":1: column 'blob' is not UTF-8; name a column of texts by --text");
    Group bytes = new SimpleGroupFactory(SCHEMA).newGroup().append("id", 3L);
    bytes.append("blob", Binary.fromString("grün und blau"));
    Group same = new SimpleGroupFactory(SCHEMA).newGroup().append("id", 3L);
    same.append("text", "grün und blau");
    Path both = write("bytes.parquet", CompressionCodecName.ZSTD, List.of(bytes));
    Path strings = write("strings.parquet", CompressionCodecName.ZSTD, List.of(same));
    assertThat(Run.of("fingerprint", both, "--text", "blob").require(0).out())
        .isEqualTo(Run.of("fingerprint", strings).require(0).out());
  }

  @Test
  void numbersAreNoTexts() throws IOException {
    Path in = write("in.parquet", CompressionCodecName.ZSTD, List.of(full(1, "a")));
    assertThat(Run.of("fingerprint", in, "--text", "price").require(1).err())
        .contains("has no column of strings 'price'");
    assertThat(Run.of("fingerprint", in, "--text", "amount").require(1).err())
        .contains("has no column of strings 'amount'");
  }
}
