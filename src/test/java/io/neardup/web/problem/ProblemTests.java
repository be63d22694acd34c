package io.neardup.web.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.neardup.HttpTest;
import io.neardup.Problems;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Every invalid request is answered with a problem of a stable type, which names the field and
/// says what is allowed or what to do, without implementation details.
@HttpTest
class ProblemTests {

  @Autowired private RunningService service;

  /// Invalid requests without a body. Columns: method and target, the field in the problem, a part
  /// of the message, and the status and type if they are not the usual ones.
  private static final String LINES =
      """
      GET /duplicates?text=a&limit=0 | limit | must be 1 to 10000
      GET /duplicates?text=a&limit=-1 | limit | must be 1 to 10000
      GET /duplicates?text=a&limit=10001 | limit | must be 1 to 10000
      GET /duplicates?text=a&limit=x | limit | must be a whole number, at most 10000, was 'x
      GET /duplicates?text=a&limit=1.5 | limit | must be a whole number, at most 10000, was '1.5
      GET /duplicates?text=a&limit=1e1 | limit | must be a whole number, at most 10000, was '1e1
      GET /duplicates?text=a&limit=99999999999 | limit | must be a whole number, at most 10000, was '99999999999
      GET /duplicates?text=a&limit=0x10 | limit | must be a whole number, at most 10000, was '0x10
      GET /duplicates?text=a&minSimilarity=0x1p-1 | minSimilarity | must be a number from 0 to 1, was '0x1p-1
      GET /duplicates?text=a&minSimilarity=0.5f | minSimilarity | must be a number from 0 to 1, was '0.5f
      GET /duplicates?text=a&recall=0x1p-1 | recall | 'exact' or
      GET /duplicates?text=a&minSimilarity=x | minSimilarity | must be a number from 0 to 1, was 'x
      GET /passages?text=a&minShare=x | minShare | must be a number from 0 to 1, was 'x
      GET /passages?text=a&minShared=1.5 | minShared | must be a whole number of words, 6 or more, was '1.5
      GET /duplicates?text=a&maxDistance=x | maxDistance | must be
      GET /duplicates?text=a&maxDistance=1.5 | maxDistance | must be
      GET /duplicates?text=a&maxDistance=1e1 | maxDistance | must be
      GET /duplicates?text=a&maxDistance=99999999999 | maxDistance | must be
      GET /duplicates?text=a&maxDistance=-1 | maxDistance | 0 to 256
      GET /duplicates?text=a&maxDistance=257 | maxDistance | 0 to 256
      GET /duplicates?text=a&recall=0 | recall | 'exact' or
      GET /duplicates?text=a&recall=-1 | recall | 'exact' or
      GET /duplicates?text=a&recall=1.5 | recall | 'exact' or
      GET /duplicates?text=a&recall=most | recall | 'exact' or
      GET /duplicates?text=a&recall=NaN | recall | 'exact' or
      GET /duplicates?text=a&nearest=0 | nearest | must be
      GET /duplicates?text=a&nearest=-1 | nearest | must be
      GET /duplicates?text=a&nearest=10001 | nearest | must be
      GET /duplicates?text=a&nearest=x | nearest | must be
      GET /duplicates?text=a&nearest=5&limit=1 | nearest | replaces
      GET /duplicates?text=a&nearest=5&maxDistance=3 | nearest | replaces
      GET /duplicates?text=a&nearest=5&recall=0.5 | nearest | replaces
      GET /duplicates | query | has none of text, fingerprint, id; give exactly one
      GET /duplicates?limit=3 | query | has none of text, fingerprint, id
      GET /duplicates?text=a&id=b | query | several of text, fingerprint, id
      GET /duplicates?text=a&maxdistance=3 | maxdistance | known are
      GET /duplicates?text=a&Text=b | Text | known are
      GET /duplicates?text=a&html=b | html | known are
      GET /duplicates?text=a&text=b | text | give it once
      GET /duplicates?text=a&limit=1&limit=1 | limit | give it once
      GET /documents/a?version=1 | version | known are collection
      GET /duplicates?text=a&collection=cats | collection | default | 404 not-found
      GET /duplicates?id=nobody | id | store it | 404 not-found
      GET /documents/nobody | id | store it | 404 not-found
      GET /documents/a?collection=cats | collection | default | 404 not-found
      DELETE /documents/nobody | id | no | 404 not-found
      DELETE /documents/a?collection=cats | collection | default | 404 not-found
      DELETE /documents/a?force=1 | force | known are
      GET /duplicates?fingerprint= | fingerprint | digits | 422 unusable-fingerprint
      GET /duplicates?fingerprint=xyz | fingerprint | digits | 422 unusable-fingerprint
      GET /duplicates?fingerprint=0123456789abcdef0 | fingerprint | digits | 422 unusable-fingerprint
      GET /duplicates?fingerprint=0123456789abcde%20 | fingerprint | digits | 422 unusable-fingerprint
      GET /nowhere | - | /swagger-ui.html | 404 not-found
      GET /documents/a/b | - | /swagger-ui.html | 404 not-found
      POST /document-frequencies | - | any more; a collection with weights=collection | 404 not-found
      POST /collections/a/copies | - | any more; POST /collections/{name}/jobs with kind=copy | 404 not-found
      GET /jobs/a/events | - | any more; GET /jobs/{id}?wait=60 | 404 not-found
      GET /fingerprint/ | - | /swagger-ui.html | 404 not-found
      GET /Fingerprint | - | /swagger-ui.html | 404 not-found
      GET /documents/ | - | /swagger-ui.html | 404 not-found
      """;

  /// The parameters that a stream has in its address.
  private static final Set<String> OF_STREAMS =
      Set.of("collection", "limit", "maxDistance", "minPosition", "onDuplicate", "recall");

  @ParameterizedTest
  @MethodSource("io.neardup.web.problem.BadJson#all")
  void namesTheFaultOfAJsonBody(BadJson bad) {
    Answer answer = service.post(bad.path(), bad.json());
    answer.requireProblem(bad.problem(), bad.field(), bad.says());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/documents", "/duplicates"})
  void namesTheFaultOfALine(String path) {
    List<BadJson> bad = BadJson.all().stream().filter(json -> json.path().equals(path)).toList();
    StringBuilder lines = new StringBuilder();
    bad.forEach(json -> lines.append(json.json()).append('\n'));
    List<JsonNode> answers = service.postLines(path, lines.toString()).lines();
    assertThat(answers).hasSameSizeAs(bad);
    assertAll(
        IntStream.range(0, bad.size())
            .mapToObj(i -> () -> requireProblem(answers.get(i), i + 1, bad.get(i))));
  }

  private static void requireProblem(JsonNode answer, int line, BadJson bad) {
    assertThat(answer.path("line").asInt()).isEqualTo(line);
    assertThat(answer.has("problem")).as("%s answered %s", bad, answer).isTrue();
    if (OF_STREAMS.contains(bad.field())) {
      String place = "belongs in the address: POST " + bad.path() + "?" + bad.field() + "=…";
      Problems.require(answer.get("problem"), BadJson.USUAL, bad.field(), place);
    } else {
      Problems.require(answer.get("problem"), bad.problem(), bad.field(), bad.says());
    }
  }

  static List<BadJson> badDocuments() {
    return BadJson.all().stream()
        .filter(bad -> bad.path().equals("/documents") && !bad.json().contains("\"id\":"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("badDocuments")
  void namesTheFaultOfAPutDocument(BadJson bad) {
    Answer answer = service.put("/documents/never-stored", bad.json());
    String says = bad.says().replace("POST /documents", "PUT /documents/{id}");
    answer.requireProblem(bad.problem(), bad.field(), says);
    service.get("/documents/never-stored").require(404);
  }

  static Stream<Arguments> badLines() {
    return BadJson.rows(LINES)
        .map(row -> {
          String field = row[1].equals("-") ? null : row[1];
          return Arguments.of(row[0], row.length > 3 ? row[3] : BadJson.USUAL, field, row[2]);
        });
  }

  @ParameterizedTest
  @MethodSource("badLines")
  void namesTheFaultOfAnAddress(
      String request, String problem, @Nullable String field, String says) {
    String[] methodAndTarget = request.split(" ");
    Answer answer = service.send(methodAndTarget[0], methodAndTarget[1], Map.of(), "");
    answer.requireProblem(problem, field, says);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "%E7%9C%8B"})
  void recommendsPostForLongTexts(String character) {
    int characters = character.equals("a") ? 49_152 - 4 : 6_000;
    Answer answer = service.get("/duplicates?text=" + character.repeat(characters));
    answer.requireProblem(414, "text", "POST /duplicates");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /documents/%",
        "GET /documents/%4",
        "GET /documents/%ff",
        "GET /documents/%c3%28",
        "GET /documents/%00",
        "GET /duplicates?text=%",
        "GET /duplicates?text=100%25%",
        "GET /duplicates?text=%ff",
        "GET /duplicates?text=%c3%28",
        "GET /duplicates?text=a&%zz=1",
        "GET /duplicates?text=\"a\"",
        "GET /duplicates?text=a{b}",
        "GET /duplicates?text=a\u00e9",
        "GET duplicates?text=a",
        "GET \\documents\\a",
        "GET /documents/../../etc/passwd",
      })
  void refusesMalformedAddresses(String request) {
    Answer answer = service.sendRaw(request + " HTTP/1.1");
    assertThat(answer.status()).as(answer.body()).isBetween(400, 404);
    answer.requireProblem(answer.status() == 404 ? 404 : 400, null);
  }

  @Test
  void recommendsPostForAddressesBeyondTheServerLimit() {
    Answer answer = service.sendRaw("GET /duplicates?text=" + "a".repeat(200_000) + " HTTP/1.1");
    answer.require(431);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.text("/detail")).contains("POST /duplicates");
  }

  @Test
  void refusesUnboundedHeaders() {
    Answer answer =
        service.sendRaw("GET /actuator/health HTTP/1.1\r\nX-Long: " + "a".repeat(200_000));
    answer.require(431);
    assertThat(answer.header("Connection")).isEqualTo("close");
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /fingerprint",
        "PUT /fingerprint",
        "DELETE /fingerprint",
        "PATCH /fingerprint",
        "GET /compare",
        "DELETE /duplicates",
        "PUT /duplicates",
        "PUT /documents",
        "POST /documents/a",
        "POST /collections/a",
        "TRACE /documents/a",
        "BREW /compare",
      })
  void namesTheAllowedMethods(String request) {
    Answer answer = service.sendRaw(request + " HTTP/1.1");
    answer.requireProblem(405, null, "use ");
    assertThat(answer.header("Allow")).matches("[A-Z]+(, ?[A-Z]+)*");
    List<String> allowed = List.of(answer.header("Allow").split(", ?"));
    assertThat(allowed.contains("HEAD")).isEqualTo(allowed.contains("GET"));
    assertThat(answer.text("/detail")).doesNotContain("[").contains("OPTIONS");
    for (String method : answer.header("Allow").split(", ?")) {
      assertThat(answer.text("/detail")).contains(method);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/compare", "/documents", "/duplicates"})
  void requiresABody(String path) {
    for (String type : List.of("application/json", "application/json;charset=utf-8")) {
      Map<String, String> headers = Map.of("Content-Type", type);
      service.send("POST", path, headers, "").requireProblem(400, "body", "send");
      service.send("POST", path, headers, " \n ").requireProblem(400, "body", "JSON object");
    }
    service.put("/documents/a", "").requireProblem(400, "body", "send");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/compare", "/documents", "/duplicates"})
  void namesTheSupportedContentTypes(String path) {
    String body = "{\"text\":\"a\"}";
    for (String type :
        List.of("text/plain", "application/x-www-form-urlencoded", "application/xml", "nonsense")) {
      Answer answer = service.send("POST", path, Map.of("Content-Type", type), body);
      answer.requireProblem(415, "Content-Type", "application/json", "was '" + type);
    }
    Answer missing = service.send("POST", path, Map.of(), body);
    missing.requireProblem(415, "Content-Type", "was missing");
    service
        .send("PUT", "/documents/a", Map.of("Content-Type", "application/x-ndjson"), body)
        .requireProblem(415, "Content-Type", "must be application/json");
  }

  @Test
  void namesTheAcceptableMediaTypes() {
    for (String type : List.of("text/html", "application/xml", "image/*", "nonsense")) {
      Map<String, String> headers = Map.of("Accept", type, "Content-Type", "application/json");
      service
          .send("POST", "/fingerprint", headers, "{\"text\":\"a\"}")
          .requireProblem(406, "Accept", "application/json");
      service
          .send("GET", "/duplicates?text=a", Map.of("Accept", type), "")
          .requireProblem(406, "Accept", "application/json");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /fingerprint?explain=true",
        "POST /compare?profile=paper-v1",
        "POST /duplicates?text=a",
        "POST /documents?id=a",
        "PUT /documents/a?maxDistance=3",
        "POST /documents?onDuplicate=add&onDuplicate=skip",
      })
  void refusesUnknownParameters(String request) {
    String[] methodAndTarget = request.split(" ");
    String target = methodAndTarget[1];
    String name = target.substring(target.indexOf('?') + 1, target.indexOf('='));
    for (String type : List.of("application/json", "application/x-ndjson")) {
      if (type.endsWith("ndjson") && (target.startsWith("/compare") || target.contains("/a?"))) {
        continue;
      }
      Answer answer =
          service.send(
              methodAndTarget[0], target, Map.of("Content-Type", type), "{\"text\":\"a\"}");
      answer.requireProblem(400, name);
    }
  }

  @Test
  void namesTheFaultOfTheQueryOfADocument() {
    for (String target : List.of("/documents?", "/documents/a?")) {
      String method = target.equals("/documents?") ? "POST" : "PUT";
      Map<String, String> headers = Map.of("Content-Type", "application/json");
      service
          .send(method, target + "onDuplicate=add", headers, "{\"text\":\"a\"}")
          .requireProblem(400, "onDuplicate", "belongs in the body");
      service
          .send(method, target + "collection=cats", headers, "{\"text\":\"a\"}")
          .requireProblem(404, "collection", "default");
    }
  }

  @Test
  void refusesIdsInTheBodyAndInvalidOnes() {
    service
        .put("/documents/one", "{\"id\":\"one\",\"text\":\"a\"}")
        .requireProblem(400, "id", "belongs in the address: PUT /documents/{id}");
    service
        .put("/documents/one?id=one", "{\"text\":\"a\"}")
        .requireProblem(400, "id", "is not a parameter here; known are collection");
    service
        .put("/documents/" + "x".repeat(513), "{\"text\":\"a\"}")
        .requireProblem(400, "id", "id must have 1 to 512");
    service
        .put("/documents/a%0Ab", "{\"text\":\"a\"}")
        .requireProblem(400, "id", "control characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/compare", "/documents", "/duplicates"})
  void refusesTooLargeBodies(String path) {
    byte[] body =
        ("{\"text\":\"" + "x ".repeat(9_000_000) + "\"}").getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers = Map.of("Content-Type", "application/json");
    Answer announced = service.send("POST", path, headers, BodyPublishers.ofByteArray(body));
    announced.requireProblem(413, "body", "at most 16777216 bytes");
    Answer chunked =
        service.send(
            "POST",
            path,
            headers,
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
    chunked.requireProblem(413, "body", "at most 16777216 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/documents", "/duplicates"})
  void refusesInvalidUtf8(String path) {
    byte[] head = "{\"text\":\"a".getBytes(StandardCharsets.UTF_8);
    byte[] tail = "b\"}".getBytes(StandardCharsets.UTF_8);
    for (byte[] broken :
        List.of(
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xc1, (byte) 0xa1},
            new byte[] {(byte) 0xe0, (byte) 0x81, (byte) 0xa1},
            new byte[] {
              (byte) 0xed, (byte) 0xa0, (byte) 0xbd, (byte) 0xed, (byte) 0xb8, (byte) 0x80
            },
            new byte[] {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            new byte[] {(byte) 0xc3, 0x28},
            new byte[] {(byte) 0x80},
            new byte[] {(byte) 0xe7, (byte) 0x9c},
            new byte[] {(byte) 0xf8, (byte) 0x88, (byte) 0x80, (byte) 0x80})) {
      byte[] body = new byte[head.length + broken.length + tail.length];
      System.arraycopy(head, 0, body, 0, head.length);
      System.arraycopy(broken, 0, body, head.length, broken.length);
      System.arraycopy(tail, 0, body, head.length + broken.length, tail.length);
      Answer answer =
          service.send(
              "POST",
              path,
              Map.of("Content-Type", "application/json"),
              BodyPublishers.ofByteArray(body));
      answer.requireProblem("400 malformed-json", "body", "UTF-8");
      Answer line =
          service.send(
              "POST",
              path,
              Map.of("Content-Type", "application/x-ndjson"),
              BodyPublishers.ofByteArray(body));
      Problems.require(
          line.lines().getFirst().get("problem"), "400 malformed-json", "body", "UTF-8");
    }
  }

  @Test
  void neverAnswersInHtml() {
    for (String target :
        List.of("/nowhere", "/actuator/env", "/actuator/nothing", "/fingerprint")) {
      Answer answer = service.send("GET", target, Map.of("Accept", "text/html,*/*;q=0.8"), "");
      assertThat(answer.header("Content-Type")).as(target).isEqualTo("application/problem+json");
      assertThat(answer.status()).as(target).isIn(404, 405);
    }
  }
}
