package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Files can be sent unchanged: with other field names, with further fields, and as CSV.
@HttpTest
class FileTests {

  private static final String CSV = "text/csv";

  @Autowired private RunningService service;

  private Answer postCsv(String target, String file) {
    return service.send("POST", target, Map.of("Content-Type", CSV), file);
  }

  private static String detail(JsonNode line) {
    return line.at("/problem/detail").asString();
  }

  @Test
  void unknownFieldIsRefusedNamingTheParameterForIt() {
    String line = "{\"id\":\"file-1\",\"text\":\"%s\",\"lang\":\"en\",\"url\":\"x\"}";
    for (String query : List.of("", "?otherFields=refuse")) {
      JsonNode answer =
          service
              .postLines("/documents" + query, line.formatted(Texts.of(88001)))
              .lines()
              .getFirst();
      assertThat(detail(answer))
          .startsWith("lang is not a field of this request; known are expiresAt,")
          .contains("otherFields=metadata", "otherFields=ignore", "textField", "idField");
      assertThat(answer.get("id").asString()).isEqualTo("file-1");
    }
    JsonNode lookup =
        service
            .postLines("/duplicates", "{\"ref\":\"1\",\"text\":\"a\",\"lang\":1}")
            .lines()
            .getFirst();
    assertThat(detail(lookup))
        .contains("otherFields=ignore")
        .doesNotContain("otherFields=metadata");
    assertThat(lookup.get("ref").asString()).isEqualTo("1");
    service.get("/documents/file-1").require(404);
  }

  @Test
  void otherFieldsBecomeMetadata() {
    String lines =
        """
        {"id":"file-2","text":"%s","lang":"en","n":1.50,"tags":["a"],"metadata":{"page":3}}
        {"id":"file-3","text":"%s","lang":"de","metadata":{"lang":"en"}}
        {"id":"file-4","text":"%s","lang":"de","metadata":5}
        """
            .formatted(Texts.of(88002), Texts.of(88003), Texts.of(88004));
    List<JsonNode> answers = service.postLines("/documents?otherFields=metadata", lines).lines();
    assertThat(answers.get(0).get("outcome").asString()).isEqualTo("added");
    assertThat(service.get("/documents/file-2").json().get("metadata"))
        .hasToString("{\"page\":3,\"lang\":\"en\",\"n\":1.50,\"tags\":[\"a\"]}");
    assertThat(detail(answers.get(1)))
        .isEqualTo("lang is a field of the record and of its metadata; give it once");
    assertThat(detail(answers.get(2))).isEqualTo("metadata must be a JSON object");
  }

  @Test
  void otherFieldsCanBeLeftOut() {
    String line = "{\"id\":\"file-5\",\"text\":\"%s\",\"lang\":\"en\"}".formatted(Texts.of(88005));
    assertThat(service.postLines("/documents?otherFields=ignore", line).body()).contains("added");
    assertThat(service.get("/documents/file-5").json().has("metadata")).isFalse();
    for (String path : List.of("/fingerprint", "/documents", "/duplicates")) {
      for (String others : List.of("ignore", "metadata")) {
        JsonNode answer =
            service
                .postLines(path + "?otherFields=" + others, "{\"text\":\"a\",\"lang\":\"en\"}")
                .lines()
                .getFirst();
        assertThat(answer.has("problem")).as("%s %s", path, answer).isFalse();
      }
    }
  }

  @Test
  void textAndIdMayHaveOtherNames() {
    String query = "?textField=body&idField=n&otherFields=metadata";
    String lines =
        """
        {"n":"file-6","body":"%s","text":"not this"}
        {"n":6007,"body":"%s","id":"nor that"}
        {"body":"a"}
        {"n":"file-9"}
        {"n":"file-10","body":["a"]}
        {"n":{"a":1},"body":"a"}
        """
            .formatted(Texts.of(88006), Texts.of(88007));
    List<JsonNode> answers = service.postLines("/documents" + query, lines).lines();
    assertThat(answers.get(0).get("id").asString()).isEqualTo("file-6");
    assertThat(answers.get(1).get("id").asString()).isEqualTo("6007");
    assertThat(service.get("/documents/file-6").text("/metadata/text")).isEqualTo("not this");
    assertThat(service.get("/documents/6007").text("/metadata/id")).isEqualTo("nor that");
    JsonNode taken =
        service
            .postLines("/duplicates?idField=n", "{\"n\":1,\"ref\":\"a\",\"text\":\"b\"}")
            .lines()
            .getFirst();
    assertThat(detail(taken))
        .startsWith("ref is not read, because textField or idField names another field instead;");
    assertThat(detail(answers.get(2))).isEqualTo("n is missing, which idField names");
    assertThat(detail(answers.get(3))).isEqualTo("body is missing, which textField names");
    assertThat(answers.get(3).get("id").asString()).isEqualTo("file-9");
    assertThat(detail(answers.get(4)))
        .isEqualTo("body must be a string, as textField names it; was [\"a\"]");
    assertThat(detail(answers.get(5)))
        .isEqualTo("n must be a string or a whole number, as idField names it; was {\"a\":1}");
    JsonNode found =
        service.post("/duplicates", "{\"text\":\"%s\"}".formatted(Texts.of(88006))).json();
    assertThat(found.at("/matches/0/id").asString()).isEqualTo("file-6");
  }

  @ParameterizedTest
  @CsvSource({
    "otherFields=keep, 'otherFields must be one of metadata, ignore, refuse, was ''keep'''",
    "textField=a&idField=a, idField must name another field than textField",
    "textfield=a, textfield is not a parameter here",
  })
  void parametersAreChecked(String query, String detail) {
    for (String path : List.of("/fingerprint", "/documents", "/duplicates")) {
      Answer answer = service.postLines(path + "?" + query, "{\"text\":\"a\"}");
      answer.require(400);
      assertThat(answer.text("/detail")).startsWith(detail);
    }
  }

  @Test
  void aLookupRepeatsTheIdOfAFileAsItsReference() {
    service.put("/documents/file-11", "{\"text\":\"%s\"}".formatted(Texts.of(88011)));
    String line = "{\"id\":4711,\"text\":\"%s\"}".formatted(Texts.of(88011));
    JsonNode named = service.postLines("/duplicates?idField=id", line).lines().getFirst();
    assertThat(named.get("ref").asString()).isEqualTo("4711");
    assertThat(named.at("/matches/0/id").asString()).isEqualTo("file-11");
    JsonNode refused =
        service.postLines("/duplicates", line.replace("4711", "\"4711\"")).lines().getFirst();
    assertThat(detail(refused)).startsWith("id selects a stored document").contains("idField=id");
  }

  @Test
  void queryOptionsOfALookupApplyToAllLines() {
    service.put("/collections/files-1", "{}");
    service.put(
        "/documents/in?collection=files-1",
        "{\"text\":\"%s\",\"metadata\":{\"lang\":\"en\"}}".formatted(Texts.of(88012)));
    service.put("/documents/out", "{\"text\":\"%s\"}".formatted(Texts.of(88012)));
    String body = "{\"text\":\"" + Texts.of(88012) + "\"}";
    for (String query :
        List.of(
            "collection=files-1",
            "collection=files-1&maxDistance=9&limit=1&recall=0.5",
            "collection=files-1&nearest=3",
            "collection=files-1&filter=lang:en&filter=lang:en")) {
      Answer alone =
          service.get("/duplicates?" + query + "&text=" + Texts.of(88012).replace(" ", "+"));
      alone.require(200);
      JsonNode line = service.postLines("/duplicates?" + query, body).lines().getFirst();
      assertThat(line.at("/matches/0/id").asString()).as("%s %s", query, line).isEqualTo("in");
      line.asObject().remove("line");
      assertThat(line).isEqualTo(alone.json());
    }
    String none = "/duplicates?collection=files-1&filter=lang:de";
    assertThat(service.postLines(none, body).lines().getFirst().get("matches")).isEmpty();
    service.postLines("/duplicates?minPosition=7-999999999999", body).require(400);
    service.postLines("/duplicates?recall=2", body).requireProblem(400, "recall");
    service.postLines("/duplicates?collection=none", body).requireProblem(404, "collection");
    service.delete("/collections/files-1").require(204);
  }

  @Test
  void aColumnWithTheNameOfAParameterIsMetadataIfAsked() {
    String file = "id,text,limit\nfile-12,%s,3\n".formatted(Texts.of(88013));
    postCsv("/documents", file)
        .requireProblem(400, "limit", "belongs in the address: POST /documents?limit=…");
    assertThat(postCsv("/documents?otherFields=metadata", file).body()).contains("added");
    assertThat(service.get("/documents/file-12").text("/metadata/limit")).isEqualTo("3");
  }

  @Test
  void acceptsCsvFiles() {
    String file =
        "\uFEFFid,title,text,lang,ttlSeconds\r\n"
            + "csv-1,\"One, with \"\"quotes\"\"\",\"%s\r\nand a second line\",en,3\r\n"
                .formatted(Texts.of(88020))
            + "\r\n"
            + "csv-2,,%s,,\r\n".formatted(Texts.of(88021))
            + "csv-3,Three,,de,\r\n"
            + ",Four,%s,en,x\r\n".formatted(Texts.of(88023));
    Answer answer = postCsv("/documents?otherFields=metadata", file);
    answer.require(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/x-ndjson");
    List<JsonNode> lines = answer.lines();
    assertThat(lines).extracting(line -> line.get("line").asInt()).containsExactly(2, 5, 6, 7);
    assertThat(service.get("/documents/csv-1").json().get("metadata"))
        .hasToString("{\"title\":\"One, with \\\"quotes\\\"\",\"lang\":\"en\"}");
    assertThat(service.get("/documents/csv-2").json().has("metadata")).isFalse();
    assertThat(lines.get(2).get("lowConfidence").asBoolean()).as("an empty text").isTrue();
    assertThat(detail(lines.get(3))).startsWith("ttlSeconds must be");
    JsonNode alone =
        service
            .post(
                "/fingerprint",
                "{\"text\":\"%s\\r\\nand a second line\"}".formatted(Texts.of(88020)))
            .json();
    assertThat(lines.get(0).get("fingerprint")).isEqualTo(alone.get("fingerprint"));
  }

  @Test
  void everyStreamAcceptsCsv() throws IOException {
    String file =
        "n,content,lang\n7,%s,en\n8,\"%s\",de\n".formatted(Texts.of(88024), Texts.of(88025));
    String query = "?textField=content&idField=n&otherFields=ignore";
    assertThat(postCsv("/documents" + query, file).lines())
        .extracting(line -> line.get("id").asString())
        .containsExactly("7", "8");
    assertThat(postCsv("/fingerprint" + query, file).lines())
        .extracting(line -> line.get("id").asString() + line.get("features").isNumber())
        .containsExactly("7true", "8true");
    assertThat(postCsv("/duplicates" + query, file).lines())
        .extracting(line -> line.get("ref").asString() + " " + line.at("/matches/0/id").asString())
        .containsExactly("7 7", "8 8");
    Answer packed =
        service.send(
            "POST",
            "/duplicates" + query,
            Map.of("Content-Type", "text/csv; charset=UTF-8", "Content-Encoding", "gzip"),
            BodyPublishers.ofByteArray(gzip(file)));
    assertThat(packed.lines()).hasSize(2).allMatch(line -> line.has("matches"));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|id,text,lang\\na,b,en|lang is not a field of this request",
        "''|id,body\\na,b|body is not a field of this request",
        "?otherFields=ignore|id,body\\na,b|header names no text column",
        "?otherFields=ignore|id;text\\na;b|header names no text column",
        "?otherFields=ignore|a text without a header\\n|header names no text column",
        "?textField=body|id,text\\na,b|body is not in the header, which has id, text",
        "?idField=n|id,text\\na,b|n is not in the header, which has id, text",
        "''|text,text\\na,b|header has two columns 'text'; rename one of them",
        "''|id,\"text\\na,b|header is not as in RFC 4180",
        "''|''|header is missing; the first line must name the columns",
      })
  void unusableCsvColumnsAreRefusedAtOnce(String query, String file, String detail) {
    Answer answer = postCsv("/documents" + query, file.replace("\\n", "\n"));
    answer.require(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.text("/detail")).startsWith(detail);
  }

  @Test
  void lengthOfTheHeaderIsLimited() {
    for (String header : new String[] {",".repeat(70_000), "x".repeat(70_000)}) {
      Answer answer = postCsv("/documents", header + "\na,b\n");
      answer.require(413);
      assertThat(answer.text("/detail")).startsWith("header must have at most 65536 bytes");
    }
    String names = "x".repeat(1_000) + ",y";
    assertThat(postCsv("/documents?otherFields=ignore", names + "\na,b\n").body())
        .hasSizeLessThan(1_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sep=;\r\n", "\"sep=;\"\n", "\uFEFFsep=;\n"})
  void aFirstLineOfExcelNamesTheDelimiter(String line) {
    String file = line + "id;text\nsep-1;\"%s; a, b\"\nsep-2\n".formatted(Texts.of(88032));
    List<JsonNode> lines = postCsv("/fingerprint", file).lines();
    assertThat(lines)
        .extracting(each -> each.get("line").asInt() + " " + each.path("id").asString())
        .containsExactly("3 sep-1", "4 ");
    assertThat(detail(lines.get(1)))
        .isEqualTo("record must have 2 fields, as the header has; had 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE"})
  void streamsInOtherEncodingsAreRefusedAtTheirFirstLine(String encoding) {
    Charset charset = Charset.forName(encoding);
    String named = encoding.startsWith("UTF-16") ? "UTF-16" : "UTF-32";
    for (String path : List.of("/documents", "/duplicates", "/fingerprint")) {
      for (String body : List.of("{\"text\":\"a\"}\n{\"text\":\"b\"}\n", "\n{\"text\":\"a\"}\n")) {
        send(path, "application/x-ndjson", body.getBytes(charset))
            .requireProblem(400, "body", "must be UTF-8, was " + named + "; convert it");
      }
      send(path, CSV, "text\na\n".getBytes(charset))
          .requireProblem(400, "body", "must be UTF-8, was " + named + "; convert it");
    }
  }

  @Test
  void fieldsOfNestedObjectsAreNotSupported() {
    JsonNode line =
        service
            .postLines(
                "/fingerprint?textField=data.text&otherFields=ignore",
                "{\"data\":{\"text\":\"a\"}}")
            .lines()
            .getFirst();
    assertThat(detail(line))
        .isEqualTo(
            "data.text is missing, which textField names; fields of nested objects are not"
                + " supported");
  }

  @Test
  void aNumberWithAHugeExponentIsAProblemOfItsLine() {
    String lines = "{\"id\":\"huge\",\"n\":1e9999999999,\"text\":\"a\"}\n{\"text\":\"b\"}\n";
    for (String query : List.of("", "?otherFields=ignore")) {
      Answer answer = service.postLines("/fingerprint" + query, lines);
      answer.require(200);
      assertThat(answer.lines()).hasSize(2);
      assertThat(answer.lines().getFirst().has("problem")).isTrue();
      assertThat(answer.lines().getLast().has("fingerprint")).isTrue();
    }
  }

  private Answer send(String path, String type, byte[] body) {
    return service.send(
        "POST", path, Map.of("Content-Type", type), BodyPublishers.ofByteArray(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/csv;charset=iso-8859-1",
        "text/csv; header=absent",
        "text/csv;charset=no-such"
      })
  void ambiguousCsvFilesAreRefused(String type) {
    Answer answer =
        service.send("POST", "/documents", Map.of("Content-Type", type), "id,text\na,b\n");
    answer.require(400, 415);
    assertThat(answer.text("/errors/0/field")).isEqualTo("Content-Type");
  }

  @Test
  void fieldMappingDoesNotApplyToSingleJsonBodies() {
    Answer answer = service.post("/documents?textField=body", "{\"body\":\"a\"}");
    answer.require(400);
    assertThat(answer.text("/detail")).startsWith("textField is not a parameter here");
  }
}
