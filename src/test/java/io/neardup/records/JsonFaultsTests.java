package io.neardup.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Errors in JSON are reported without names of the parser.
class JsonFaultsTests {

  private static final JsonFields FIELDS = new JsonFields("text", "id", "convert the file");

  private static String fault(byte[] line) {
    return catchThrowableOfType(RecordFault.class, () -> FIELDS.read(line, 0, line.length))
        .getMessage();
  }

  private static String fault(String line) {
    return fault(line.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "{'a':NaN} # NaN is no value of JSON; write null",
        "{'a':Infinity} # Infinity is no value of JSON; write null",
        "{'a':-INF} # -INF is no value of JSON; write null",
        "{'a':tru} # 'tru' is no value of JSON; texts need double quotes",
        "{'a':True} # 'True' is no value of JSON; texts need double quotes",
        "{'a':+1} # a number must not begin with '+'",
        "{'a':01} # a number is not as in JSON",
        "{'a':1.} # a number is not as in JSON",
        "{'a':1e} # a number is not as in JSON",
        "{'a':-} # a number is not as in JSON",
        "{'a':.5} # a value must not begin with '.'",
        "{'a':`b`} # a value must not begin with '`'",
        "{'a':1 'b':2} # a comma is missing before '\"'",
        "{'a' 1} # a colon is missing before '1'",
        "{a:1} # the name of a field must begin with a double quote, not with 'a'",
        "{'a':1,} # the name of a field must begin with a double quote, not with '}'",
        "{'a':[1,]} # a value must not begin with ']'",
        "{'a':'\\x'} # a string has a backslash before another character than \" \\ / b f n r t u",
        "{'a':'\\u12g4'} # \\u in a string needs four hexadecimal digits",
        "{'a':'\t'} # a string has the control character 9; escape it, as \\n or \\u0000",
        "{'a':1}\\0 # the control character 0 is between its values",
        "{'a':1]} # ']' does not close what is open",
        "{'a':1, 'a':2} # field 'a' is repeated; give it once",
        "{'a':1, /* b */ 'c':2} # JSON has no comments",
        "{'a':/* b */ 1} # JSON has no comments",
      })
  void faultsAreNamed(String line, String clause) {
    String json = line.strip().replace('\'', '"').replace("\\t", "\t").replace("\\0", "\0");
    assertThat(fault(json)).isEqualTo("is not JSON: " + clause);
  }

  @Test
  void limitsAreNamed() {
    Map.of(
            "{\"a\":" + "[".repeat(501), "it is nested more than 500 levels deep",
            "{\"id\":" + "1".repeat(1_001) + "}", "a number has more than 1000 digits",
            "{\"" + "a".repeat(50_001) + "\":1}",
                "the name of a field has more than 50000 characters")
        .forEach((line, clause) -> assertThat(fault(line)).isEqualTo("is not JSON: " + clause));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"c080", "c1bf", "e08080", "eda080", "edb080", "f08080af", "f4908080", "f8", "e9"})
  void onlyUtf8IsRead(String hex) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    assertThat(fault(("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.ISO_8859_1)))
        .startsWith("is not UTF-8: byte 0x" + hex.substring(0, 2))
        .endsWith("; convert the file");
  }

  @Test
  void allOfUnicodeIsRead() throws RecordFault {
    String text =
        "\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff"
            + Character.toString(0x10000)
            + Character.toString(0x10FFFF);
    byte[] line = ("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
    assertThat(FIELDS.read(line, 0, line.length).text()).isEqualTo(text);
  }

  private static RecordFields read(JsonFields fields, String line) throws RecordFault {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return fields.read(bytes, 0, bytes.length);
  }

  @Test
  void fieldsInsideObjectsAreReadByTheirPaths() throws RecordFault {
    JsonFields nested = new JsonFields("data.text", "data.id", "");
    assertThat(read(nested, "{\"data\":{\"text\":\"a\",\"id\":1,\"more\":{\"text\":\"b\"}}}"))
        .isEqualTo(new RecordFields("1", "a"));
    assertThat(read(nested, "{\"data.text\":\"a\",\"data\":{\"id\":1}}"))
        .isEqualTo(new RecordFields("1", "a"));
    assertThat(read(nested, "{\"data.text\":\"a\"}")).isEqualTo(new RecordFields(null, "a"));
    assertThat(
            read(nested, "{\"data\":[{\"text\":\"a\"},{\"n\":1},{\"text\":[\"b\",null,\"c\"]}]}"))
        .isEqualTo(new RecordFields(null, "a\nb\nc"));
  }

  @Test
  void textsOfSeveralFieldsAreJoined() throws RecordFault {
    JsonFields fields = new JsonFields(List.of("title", "doc.body"), "\n", null, Set.of(), "");
    assertThat(read(fields, "{\"doc\":{\"body\":\"b\"},\"title\":\"t\"}").text()).isEqualTo("t\nb");
    assertThat(read(fields, "{\"doc\":{\"body\":[\"b\",\"c\"]},\"title\":null}").text())
        .isEqualTo("b\nc");
    assertThat(read(fields, "{\"doc\":{\"body\":\"\"},\"title\":null}").text()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"doc\":{\"body\":1}}| field 'doc.body' must be a string or strings| false",
        "{\"doc\":{\"body\":{\"x\":\"a\"}}}| field 'doc.body' must be a string or strings| false",
        "{\"doc\":{\"body\":[[\"a\"]]}}| field 'doc.body' must be a string or strings| false",
        "{\"doc\":{\"body\":\"a\"},\"doc.body\":\"a\"}| field 'doc.body' is there twice; give it"
            + " once| false",
        "{\"doc\":{\"body\":null}}| field 'doc.body' is null| true",
        "{\"doc\":{\"body\":[]}}| field 'doc.body' is null| true",
        "{\"doc\":[1,[2],{}],\"body\":\"a\"}| has no field 'doc.body'| true"
      })
  void otherValuesAreFaults(String line, String message, boolean ofNull) {
    RecordFault fault =
        catchThrowableOfType(
            RecordFault.class, () -> read(new JsonFields("doc.body", null, ""), line));
    assertThat(fault).hasMessage(message);
    assertThat(fault.isOfNull()).isEqualTo(ofNull);
  }

  @Test
  void severalPartsOfATextAreNamedTogether() {
    assertThat(messageOfTwo("{\"title\":null,\"doc\":{}}"))
        .isEqualTo("fields 'title', 'doc.body' are null");
    assertThat(messageOfTwo("{\"id\":1}")).isEqualTo("has no field 'title' or 'doc.body'");
  }

  private static @Nullable String messageOfTwo(String line) {
    JsonFields fields = new JsonFields(List.of("title", "doc.body"), "\n", null, Set.of(), "");
    return catchThrowableOfType(RecordFault.class, () -> read(fields, line)).getMessage();
  }

  @Test
  void pathsAreNamed() throws RecordFault {
    byte[] line =
        "{\"id\":1,\"doc\":{\"body\":\"a\",\"n\":null},\"of\":[{\"x\":true},[{\"y\":\"z\"}]]}"
            .getBytes(StandardCharsets.UTF_8);
    Set<String> paths = new LinkedHashSet<>();
    assertThat(FIELDS.names(line, 0, line.length, paths)).isEqualTo(Map.of("id", false));
    assertThat(paths).containsExactly("id", "doc", "doc.body", "doc.n", "of", "of.x", "of.y");
  }
}
