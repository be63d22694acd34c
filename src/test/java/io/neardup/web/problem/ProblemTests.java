package io.neardup.web.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Whatever is wrong with a request, the answer is a problem of a stable type that names the field
/// and says what is allowed or what to do, in words of this service.
@HttpTest
class ProblemTests {

  private static final String PROBLEM = "application/problem+json";
  private static final List<String> STREAMS = List.of("/fingerprint", "/documents", "/duplicates");

  /// What callers can make nothing of: the inside of this service and of its libraries.
  private static final List<String> INTERNALS =
      List.of(
          "REDACTED",
          "Source:",
          "jackson",
          "JsonReadFeature",
          "StreamReadFeature",
          "StreamReadConstraints",
          "from -2147483648",
          "Exception",
          "io.neardup",
          "org.springframework",
          "org.apache",
          "java.",
          "\tat ");

  @Autowired private RunningService service;

  /// A bad JSON body, which is as bad a line of NDJSON.
  ///
  /// @param says a part of the message
  private record BadJson(
      String path, String json, int status, String type, String field, String says) {

    @Override
    public String toString() {
      return path + " " + (json.length() < 100 ? json : json.substring(0, 100) + "...");
    }
  }

  /// A bad request line, without a body.
  private record BadLine(
      String method, String target, int status, String type, @Nullable String field, String says) {

    @Override
    public String toString() {
      return method + " " + (target.length() < 100 ? target : target.substring(0, 100) + "...");
    }
  }

  static List<BadJson> badJson() {
    List<BadJson> bad = new ArrayList<>();
    for (String path : List.of("/fingerprint", "/compare", "/documents", "/duplicates")) {
      bad.addAll(malformed(path));
      bad.addAll(notObjects(path));
      String good =
          path.equals("/compare") ? "\"a\":{\"text\":\"a\"},\"b\":{\"text\":\"b\"}" : TEXT;
      bad.add(invalid(path, "{" + good + ",\"txt\":\"b\"}", "txt", "is not a field"));
      bad.add(invalid(path, "{" + good + ",\"Text\":\"b\"}", "Text", "known are"));
    }
    for (String path : STREAMS) {
      bad.addAll(wrongContent(path, "", ""));
      bad.addAll(
          wrongTypes(path, "", Map.of("id", "a string", "ref", "a string"), "{" + TEXT + ",", "}"));
    }
    for (String side : List.of("a", "b")) {
      bad.addAll(wrongSide(side));
    }
    bad.addAll(wrongOptions());
    bad.addAll(wrongDocuments());
    return bad;
  }

  private static final String TEXT = "\"text\":\"a\"";

  private static List<BadJson> malformed(String path) {
    List<BadJson> bad = new ArrayList<>();
    for (String json :
        List.of(
            "{",
            "{\"text\"",
            "{\"text\":",
            "{\"text\":\"a",
            "{\"text\":\"a\"",
            "{\"text\":\"a\",",
            "{\"text\":\"a\"} x",
            "{\"text\":\"a\"}{\"text\":\"b\"}",
            "{\"text\":\"a\"}]",
            "{\"text\":\"a\",\"text\":\"b\"}",
            "{'text':'a'}",
            "{text:\"a\"}",
            "{\"text\":\"a\",}",
            "{\"text\":\"a\tb\"}",
            "{\"text\":\"\\x\"}",
            "{\"text\":\"\\u12\"}",
            "{\"text\":tru}",
            "{\"text\":01}",
            "{\"tokens\":[\"a\",]}",
            "{\"features\":[{\"feature\":\"a\",\"weight\":NaN}]}",
            "{\"features\":[{\"feature\":\"a\",\"weight\":Infinity}]}",
            "{\"features\":[{\"feature\":\"a\",\"weight\":+1}]}",
            "text=a",
            "<text>a</text>",
            "a")) {
      String known = path.equals("/compare") ? json.replace("text", "profile") : json;
      if (!path.equals("/compare") || json.contains("text")) {
        bad.add(new BadJson(path, known, 400, "malformed-json", "body", "is not well-formed JSON"));
      }
    }
    return bad;
  }

  private static List<BadJson> notObjects(String path) {
    return Stream.of("null", "[]", "[{\"text\":\"a\"}]", "\"text\"", "\"\"", "1", "true")
        .map(json -> invalid(path, json, "body", "JSON object"))
        .toList();
  }

  /// Content of the wrong shape, in an object between `before` and `after`, at `at`.
  private static List<BadJson> wrongContent(String path, String at, String wrap) {
    List<BadJson> bad = new ArrayList<>();
    String open = wrap.isEmpty() ? "{" : wrap + "{";
    String close = wrap.isEmpty() ? "}" : "}}";
    String here = at.isEmpty() ? "body" : at;
    String in = at.isEmpty() ? "" : at + ".";
    bad.add(invalid(path, open + close, here, "give exactly one"));
    bad.add(invalid(path, open + "\"text\":null" + close, here, "give exactly one"));
    bad.add(invalid(path, open + "\"text\":\"a\",\"html\":\"b\"" + close, here, "several of"));
    bad.add(invalid(path, open + "\"tokens\":[],\"features\":[]" + close, here, "several of"));
    Map<String, String> shapes =
        Map.of(
            "text", "a string", "html", "a string", "tokens", "an array", "features", "an array");
    bad.addAll(wrongTypes(path, in, shapes, open, close));
    bad.add(invalid(path, open + "\"tokens\":[1]" + close, in + "tokens[0]", "a string"));
    bad.add(invalid(path, open + "\"tokens\":[\"a\",null]" + close, in + "tokens[1]", "a string"));
    bad.add(invalid(path, open + "\"tokens\":[[\"a\"]]" + close, in + "tokens[0]", "a string"));
    for (String feature : List.of("null", "\"a\"", "[\"a\",2]", "{}", "{\"weight\":2}")) {
      bad.add(
          invalid(
              path, open + "\"features\":[" + feature + "]" + close, in + "features[0]", "object"));
    }
    bad.add(
        invalid(
            path,
            open + "\"features\":[{\"feature\":\"a\",\"count\":2}]" + close,
            in + "features[0].count",
            "known are feature, weight"));
    bad.add(
        invalid(
            path,
            open + "\"features\":[{\"feature\":1}]" + close,
            in + "features[0].feature",
            "a string"));
    for (String weight :
        List.of("-1", "-1e-400", "1000000.5", "1e7", "1e999", "-1e999", "\"NaN\"")) {
      bad.add(
          invalid(
              path,
              open + "\"features\":[{\"feature\":\"a\",\"weight\":" + weight + "}]" + close,
              in + "features[0].weight",
              weight.equals("\"NaN\"") ? "a number" : "must be 0 to 1000000"));
    }
    for (String weight : List.of("1e-400", "1e-9", "0.00001")) {
      bad.add(
          invalid(
              path,
              open + "\"features\":[{\"feature\":\"a\",\"weight\":" + weight + "}]" + close,
              in + "features",
              "0.0000152587890625 (1/65536) and more, 'a' has"));
    }
    for (String weight : List.of("\"2\"", "true", "[2]", "{}")) {
      bad.add(
          invalid(
              path,
              open + "\"features\":[{\"feature\":\"a\",\"weight\":" + weight + "}]" + close,
              in + "features[0].weight",
              "a number"));
    }
    return bad;
  }

  /// Every field with values of every other type.
  private static List<BadJson> wrongTypes(
      String path, String in, Map<String, String> shapes, String open, String close) {
    Map<String, List<String>> others =
        Map.of(
            "a string", List.of("1", "1.5", "true", "[\"a\"]", "{}"),
            "an array", List.of("\"a\"", "1", "false", "{}"),
            "a whole number",
                List.of("\"3\"", "1.5", "1e0", "true", "[]", "{}", "99999999999", "-1e99"),
            "true or false", List.of("\"true\"", "1", "0", "\"yes\"", "[]", "{}"));
    List<BadJson> bad = new ArrayList<>();
    shapes.forEach((field, shape) -> {
      for (String other : others.get(shape)) {
        bad.add(invalid(path, open + "\"" + field + "\":" + other + close, in + field, "must be"));
      }
    });
    return bad;
  }

  private static List<BadJson> wrongSide(String side) {
    String otherSide = side.equals("a") ? "b" : "a";
    String wrap = "{\"" + otherSide + "\":{\"text\":\"x\"},\"" + side + "\":";
    List<BadJson> bad = new ArrayList<>(wrongContent("/compare", side, wrap));
    bad.add(invalid("/compare", "{\"" + otherSide + "\":{\"text\":\"x\"}}", side, "is missing"));
    for (String json : List.of("\"x\"", "1", "[]", "true")) {
      bad.add(invalid("/compare", wrap + json + "}", side, "a JSON object"));
    }
    bad.add(invalid("/compare", wrap + "{\"txt\":\"x\"}}", side + ".txt", "is not a field"));
    bad.add(invalid("/compare", wrap + "{\"id\":1}}", side + ".id", "a string"));
    bad.add(invalid("/compare", wrap + "{\"text\":\"a\",\"id\":\"b\"}}", side, "several of"));
    bad.add(unusable("/compare", wrap + "{\"fingerprint\":\"xyz\"}}", side + ".fingerprint"));
    bad.add(
        new BadJson(
            "/compare", wrap + "{\"id\":\"nobody\"}}", 404, "not-found", side + ".id", "store it"));
    return bad;
  }

  private static List<BadJson> wrongOptions() {
    String sides = "{\"a\":{\"text\":\"a\"},\"b\":{\"text\":\"b\"},";
    List<BadJson> bad = new ArrayList<>();
    for (String path : List.of("/documents", "/duplicates", "/compare")) {
      String open = path.equals("/compare") ? sides : "{" + TEXT + ",";
      bad.addAll(wrongTypes(path, "", Map.of("maxDistance", "a whole number"), open, "}"));
      bad.add(invalid(path, open + "\"maxDistance\":-1}", "maxDistance", "must be 0 to 256"));
      bad.add(invalid(path, open + "\"maxDistance\":257}", "maxDistance", "must be 0 to 256"));
    }
    for (String path : List.of("/documents", "/duplicates")) {
      String open = "{" + TEXT + ",";
      Map<String, String> shapes =
          Map.of("limit", "a whole number", "collection", "a string", "fingerprint", "a string");
      bad.addAll(wrongTypes(path, "", shapes, open, "}"));
      int least = path.equals("/documents") ? 0 : 1; // of those that are stored, none may be listed
      for (int limit : new int[] {least - 1, -7, 10_001, Integer.MAX_VALUE}) {
        String says = "must be " + least + " to 10000";
        bad.add(invalid(path, open + "\"limit\":" + limit + "}", "limit", says));
      }
      bad.add(
          new BadJson(
              path, open + "\"collection\":\"cats\"}", 404, "not-found", "collection", "default"));
      for (String hex :
          List.of(
              "",
              "0",
              "xyz",
              "0123456789abcdeg",
              "0123456789abcde",
              "0123456789abcdef0",
              "0x23456789abcdef")) {
        bad.add(unusable(path, "{\"fingerprint\":\"" + hex + "\"}", "fingerprint"));
      }
      bad.add(invalid(path, open + "\"fingerprint\":\"0123456789abcdef\"}", "body", "several of"));
    }
    for (String path : List.of("/fingerprint", "/compare")) {
      String open = path.equals("/compare") ? sides : "{" + TEXT + ",";
      Map<String, String> shapes = Map.of("explain", "true or false", "profile", "a string");
      bad.addAll(wrongTypes(path, "", shapes, open, "}"));
      bad.add(
          invalid(path, open + "\"profile\":\"\"}", "profile", "must be one of simhash-256-v1"));
      bad.add(
          invalid(path, open + "\"profile\":\"v0\"}", "profile", "must be one of simhash-256-v1"));
    }
    for (String recall :
        List.of("\"\"", "\"most\"", "0", "-0.5", "1.01", "\"NaN\"", "true", "[]", "{\"a\":1}")) {
      bad.add(
          invalid(
              "/duplicates", "{" + TEXT + ",\"recall\":" + recall + "}", "recall", "'exact' or"));
    }
    bad.add(new BadJson("/duplicates", "{\"id\":\"nobody\"}", 404, "not-found", "id", "store it"));
    bad.add(invalid("/duplicates", "{\"id\":\"a\",\"html\":\"b\"}", "body", "several of"));
    bad.add(
        invalid(
            "/compare",
            "{\"a\":{\"text\":\"a\",\"collection\":\"default\"},\"b\":{\"text\":\"b\"}}",
            "a.collection",
            "of the document that id names"));
    bad.add(
        new BadJson(
            "/compare",
            "{\"a\":{\"text\":\"a\"},\"b\":{\"id\":\"b\",\"collection\":\"cats\"}}",
            404,
            "not-found",
            "b.collection",
            "must name a collection that exists"));
    for (String measures :
        List.of("\"\"", "\"Cosine\"", "[\"jaccard\",\"\"]", "[\"cosine\",null]")) {
      bad.add(
          invalid(
              "/compare", sides + "\"measures\":" + measures + "}", "measures", "cosine, angle"));
    }
    bad.add(invalid("/compare", sides + "\"measures\":[1]}", "measures[0]", "a string"));
    bad.add(invalid("/compare", sides + "\"measures\":1}", "measures", "a string"));
    bad.add(invalid("/compare", sides + "\"measures\":{\"a\":1}}", "measures", "a string"));
    return bad;
  }

  private static List<BadJson> wrongDocuments() {
    List<BadJson> bad = new ArrayList<>();
    String open = "{" + TEXT + ",";
    for (String metadata : List.of("[]", "[1]", "\"a\"", "\"\"", "1", "1.5", "true", "false")) {
      bad.add(
          invalid(
              "/documents", open + "\"metadata\":" + metadata + "}", "metadata", "JSON object"));
    }
    String large = "x".repeat(70_000);
    bad.add(
        new BadJson(
            "/documents",
            open + "\"metadata\":{\"a\":\"" + large + "\"}}",
            413,
            "too-large",
            "metadata",
            "at most 65536"));
    String deep = "[".repeat(150) + "]".repeat(150);
    bad.add(
        new BadJson(
            "/documents",
            open + "\"metadata\":{\"a\":" + deep + "}}",
            413,
            "too-large",
            "body",
            "100"));
    bad.add(
        new BadJson(
            "/documents",
            "{\"text\":\"" + "x".repeat(5_000_001) + "\"}",
            413,
            "too-large",
            "text",
            "at most 5000000 characters"));
    String longId = "\"id\":\"" + "x".repeat(513) + "\"}";
    bad.add(invalid("/documents", open + "\"id\":\"\"}", "id", "id must have 1 to 512"));
    bad.add(invalid("/documents", open + longId, "id", "id must have 1 to 512"));
    for (String id : List.of("a\\nb", "\\u0000", "a\\u007f", "\\u0085")) {
      bad.add(invalid("/documents", open + "\"id\":\"" + id + "\"}", "id", "control characters"));
    }
    bad.add(invalid("/documents", open + "\"id\":\"a\\ud800\"}", "id", "id must"));
    for (String decision : List.of("", "ADD", "ignore")) {
      bad.add(
          invalid(
              "/documents",
              open + "\"onDuplicate\":\"" + decision + "\"}",
              "onDuplicate",
              "one of add, skip, replace"));
    }
    bad.addAll(wrongTypes("/documents", "", Map.of("onDuplicate", "a string"), open, "}"));
    return bad;
  }

  private static BadJson invalid(String path, String json, String field, String says) {
    return new BadJson(path, json, 400, "invalid-request", field, says);
  }

  private static BadJson unusable(String path, String json, String field) {
    return new BadJson(path, json, 422, "unusable-fingerprint", field, "digits");
  }

  @ParameterizedTest
  @MethodSource("badJson")
  void tellsWhatIsWrongWithJson(BadJson bad) {
    Answer answer = service.post(bad.path, bad.json);
    requireProblem(answer, bad.status, bad.type, bad.field, bad.says);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/documents", "/duplicates"})
  void tellsTheSameOfALine(String path) {
    List<BadJson> bad = badJson().stream().filter(json -> json.path.equals(path)).toList();
    StringBuilder lines = new StringBuilder();
    bad.forEach(json -> lines.append(json.json).append('\n'));
    List<JsonNode> answers = service.postLines(path, lines.toString()).lines();
    assertThat(answers).hasSameSizeAs(bad);
    assertAll(
        IntStream.range(0, bad.size())
            .mapToObj(i -> () -> requireProblem(answers.get(i), i + 1, bad.get(i))));
  }

  private static void requireProblem(JsonNode answer, int line, BadJson bad) {
    assertThat(answer.path("line").asInt()).isEqualTo(line);
    assertThat(answer.has("problem")).as("%s answered %s", bad, answer).isTrue();
    requireProblem(answer.get("problem"), bad.status, bad.type, bad.field, bad.says);
  }

  static List<BadJson> badDocuments() {
    return badJson().stream()
        .filter(bad -> bad.path.equals("/documents") && !bad.json.contains("\"id\":"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("badDocuments")
  void tellsTheSameOfADocumentThatIsPut(BadJson bad) {
    Answer answer = service.put("/documents/never-stored", bad.json);
    requireProblem(answer, bad.status, bad.type, bad.field, bad.says);
    assertThat(service.get("/documents/never-stored").status()).isEqualTo(404);
  }

  static List<BadLine> badLines() {
    List<BadLine> bad = new ArrayList<>();
    for (String limit : List.of("0", "-1", "10001")) {
      bad.add(get("/duplicates?text=a&limit=" + limit, "limit", "must be 1 to 10000"));
    }
    for (String number : List.of("x", "1.5", "1e1", "99999999999")) {
      bad.add(
          get(
              "/duplicates?text=a&limit=" + number,
              "limit",
              "must be a whole number, at most 10000, was '" + number));
      bad.add(get("/duplicates?text=a&maxDistance=" + number, "maxDistance", "must be"));
    }
    for (String distance : List.of("-1", "257")) {
      bad.add(get("/duplicates?text=a&maxDistance=" + distance, "maxDistance", "0 to 256"));
    }
    for (String recall : List.of("0", "-1", "1.5", "most", "NaN")) {
      bad.add(get("/duplicates?text=a&recall=" + recall, "recall", "'exact' or"));
    }
    for (String nearest : List.of("0", "-1", "10001", "x")) {
      bad.add(get("/duplicates?text=a&nearest=" + nearest, "nearest", "must be"));
    }
    for (String other : List.of("limit=1", "maxDistance=3", "recall=0.5")) {
      bad.add(get("/duplicates?text=a&nearest=5&" + other, "nearest", "takes the place of"));
    }
    bad.add(get("/duplicates", "query", "has none of text, fingerprint, id; give exactly one"));
    bad.add(get("/duplicates?limit=3", "query", "has none of text, fingerprint, id"));
    bad.add(get("/duplicates?text=a&id=b", "query", "several of text, fingerprint, id"));
    bad.add(get("/duplicates?text=a&maxdistance=3", "maxdistance", "known are"));
    bad.add(get("/duplicates?text=a&Text=b", "Text", "known are"));
    bad.add(get("/duplicates?text=a&html=b", "html", "known are"));
    bad.add(get("/duplicates?text=a&text=b", "text", "give it once"));
    bad.add(get("/duplicates?text=a&limit=1&limit=1", "limit", "give it once"));
    bad.add(get("/documents/a?version=1", "version", "known are collection"));
    bad.add(get("/duplicates?text=a&collection=cats", "collection", "default", 404, "not-found"));
    bad.add(get("/duplicates?id=nobody", "id", "store it", 404, "not-found"));
    bad.add(get("/documents/nobody", "id", "store it", 404, "not-found"));
    bad.add(get("/documents/a?collection=cats", "collection", "default", 404, "not-found"));
    bad.add(new BadLine("DELETE", "/documents/nobody", 404, "not-found", "id", "no"));
    bad.add(
        new BadLine(
            "DELETE", "/documents/a?collection=cats", 404, "not-found", "collection", "default"));
    bad.add(
        new BadLine(
            "DELETE", "/documents/a?force=1", 400, "invalid-request", "force", "known are"));
    for (String hex : List.of("", "xyz", "0123456789abcdef0", "0123456789abcde%20")) {
      bad.add(
          get(
              "/duplicates?fingerprint=" + hex,
              "fingerprint",
              "digits",
              422,
              "unusable-fingerprint"));
    }
    for (String path :
        List.of("/nowhere", "/documents/a/b", "/fingerprint/", "/Fingerprint", "/documents/")) {
      bad.add(new BadLine("GET", path, 404, "not-found", null, "/swagger-ui.html"));
    }
    String text = "/duplicates?text=";
    bad.add(get(text + "a".repeat(49_152 - 4), "text", "POST /duplicates", 414, "uri-too-long"));
    bad.add(get(text + "%E7%9C%8B".repeat(6_000), "text", "POST /duplicates", 414, "uri-too-long"));
    return bad;
  }

  private static BadLine get(String target, String field, String says) {
    return get(target, field, says, 400, "invalid-request");
  }

  private static BadLine get(String target, String field, String says, int status, String type) {
    return new BadLine("GET", target, status, type, field, says);
  }

  @ParameterizedTest
  @MethodSource("badLines")
  void tellsWhatIsWrongWithAnAddress(BadLine bad) {
    Answer answer = service.send(bad.method, bad.target, Map.of(), "");
    requireProblem(answer, bad.status, bad.type, bad.field, bad.says);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /documents/%zz",
        "GET /documents/%",
        "GET /documents/%4",
        "GET /documents/%ff",
        "GET /documents/%c3%28",
        "GET /documents/%00",
        "GET /duplicates?text=%zz",
        "GET /duplicates?text=%",
        "GET /duplicates?text=100%25%",
        "GET /duplicates?text=%ff",
        "GET /duplicates?text=%c3%28",
        "GET /duplicates?text=a&%zz=1",
        "GET /duplicates?text=a b",
        "GET /duplicates?text=\"a\"",
        "GET /duplicates?text=a{b}",
        "GET /duplicates?text=a\u00e9",
        "GET duplicates?text=a",
        "GET \\documents\\a",
        "GET /documents/../../etc/passwd",
      })
  void tellsThatAnAddressIsMalformed(String request) {
    Answer answer = service.sendRaw(request + " HTTP/1.1");
    assertThat(answer.status()).as(answer.body()).isBetween(400, 404);
    requireProblem(
        answer,
        answer.status(),
        answer.status() == 404 ? "not-found" : "invalid-request",
        null,
        "");
  }

  @Test
  void tellsToPostWhatIsLongerThanTheServerReads() {
    Answer answer = service.sendRaw("GET /duplicates?text=" + "a".repeat(200_000) + " HTTP/1.1");
    assertThat(answer.status()).isEqualTo(431);
    assertThat(answer.header("Content-Type")).isEqualTo(PROBLEM);
    assertThat(answer.json().get("detail").asString()).contains("POST /duplicates");
  }

  @Test
  void doesNotReadHeadersWithoutEnd() {
    Answer answer =
        service.sendRaw("GET /actuator/health HTTP/1.1\r\nX-Long: " + "a".repeat(200_000));
    assertThat(answer.status()).isEqualTo(431);
    assertThat(answer.header("Connection")).isEqualTo("close");
    assertThat(answer.header("Content-Type")).isEqualTo(PROBLEM);
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
  void tellsWhichMethodsAPathTakes(String request) {
    Answer answer = service.sendRaw(request + " HTTP/1.1");
    requireProblem(answer, 405, "method-not-allowed", null, "use ");
    assertThat(answer.header("Allow")).matches("[A-Z]+(, ?[A-Z]+)*");
    List<String> allowed = List.of(answer.header("Allow").split(", ?"));
    assertThat(allowed.contains("HEAD")).isEqualTo(allowed.contains("GET"));
    assertThat(answer.json().get("detail").asString()).doesNotContain("[").contains("OPTIONS");
    for (String method : answer.header("Allow").split(", ?")) {
      assertThat(answer.json().get("detail").asString()).contains(method);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/compare", "/documents", "/duplicates"})
  void asksForABody(String path) {
    for (String type : List.of("application/json", "application/json;charset=utf-8")) {
      Map<String, String> headers = Map.of("Content-Type", type);
      requireProblem(
          service.send("POST", path, headers, ""), 400, "invalid-request", "body", "send");
      requireProblem(
          service.send("POST", path, headers, " \n "),
          400,
          "invalid-request",
          "body",
          "JSON object");
    }
    requireProblem(
        service.send("PUT", "/documents/a", Map.of("Content-Type", "application/json"), ""),
        400,
        "invalid-request",
        "body",
        "send");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/compare", "/documents", "/duplicates"})
  void tellsWhichMediaTypesAreRead(String path) {
    String body = "{\"text\":\"a\"}";
    for (String type :
        List.of("text/plain", "application/x-www-form-urlencoded", "application/xml", "nonsense")) {
      Answer answer = service.send("POST", path, Map.of("Content-Type", type), body);
      requireProblem(answer, 415, "unsupported-media-type", "Content-Type", "application/json");
      assertThat(answer.json().get("detail").asString()).contains("was '" + type);
    }
    Answer missing = service.send("POST", path, Map.of(), body);
    requireProblem(missing, 415, "unsupported-media-type", "Content-Type", "was missing");
    requireProblem(
        service.send("PUT", "/documents/a", Map.of("Content-Type", "application/x-ndjson"), body),
        415,
        "unsupported-media-type",
        "Content-Type",
        "must be application/json");
  }

  @Test
  void tellsWhichMediaTypesAreWritten() {
    for (String type : List.of("text/html", "application/xml", "image/*", "nonsense")) {
      Map<String, String> headers = Map.of("Accept", type, "Content-Type", "application/json");
      requireProblem(
          service.send("POST", "/fingerprint", headers, "{\"text\":\"a\"}"),
          406,
          "not-acceptable",
          "Accept",
          "application/json");
      requireProblem(
          service.send("GET", "/duplicates?text=a", Map.of("Accept", type), ""),
          406,
          "not-acceptable",
          "Accept",
          "application/json");
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
  void readsNoParametersButThoseItKnows(String request) {
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
      requireProblem(answer, 400, "invalid-request", name, "");
    }
  }

  @Test
  void tellsWhatIsWrongWithTheQueryOfADocument() {
    for (String target : List.of("/documents?", "/documents/a?")) {
      String method = target.equals("/documents?") ? "POST" : "PUT";
      Map<String, String> headers = Map.of("Content-Type", "application/json");
      requireProblem(
          service.send(method, target + "onDuplicate=ignore", headers, "{\"text\":\"a\"}"),
          400,
          "invalid-request",
          "onDuplicate",
          "one of add, skip, replace");
      requireProblem(
          service.send(method, target + "collection=cats", headers, "{\"text\":\"a\"}"),
          404,
          "not-found",
          "collection",
          "default");
    }
  }

  @Test
  void takesOneIdForOneDocument() {
    requireProblem(
        service.put("/documents/one", "{\"id\":\"two\",\"text\":\"a\"}"),
        400,
        "invalid-request",
        "id",
        "'one' in the address and 'two' in the body");
    requireProblem(
        service.put("/documents/" + "x".repeat(513), "{\"text\":\"a\"}"),
        400,
        "invalid-request",
        "id",
        "id must have 1 to 512");
    requireProblem(
        service.put("/documents/a%0Ab", "{\"text\":\"a\"}"),
        400,
        "invalid-request",
        "id",
        "control characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/compare", "/documents", "/duplicates"})
  void doesNotReadBodiesThatAreTooLarge(String path) {
    byte[] body =
        ("{\"text\":\"" + "x ".repeat(9_000_000) + "\"}").getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers = Map.of("Content-Type", "application/json");
    Answer announced = service.send("POST", path, headers, BodyPublishers.ofByteArray(body));
    requireProblem(announced, 413, "too-large", "body", "at most 16777216 bytes");
    Answer chunked =
        service.send(
            "POST",
            path,
            headers,
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
    requireProblem(chunked, 413, "too-large", "body", "at most 16777216 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/documents", "/duplicates"})
  void tellsBrokenUtf8(String path) {
    byte[] head = "{\"text\":\"a".getBytes(StandardCharsets.UTF_8);
    byte[] tail = "b\"}".getBytes(StandardCharsets.UTF_8);
    for (byte[] broken :
        List.of(
            new byte[] {(byte) 0xff},
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
      requireProblem(answer, 400, "malformed-json", "body", "UTF-8");
      Answer line =
          service.send(
              "POST",
              path,
              Map.of("Content-Type", "application/x-ndjson"),
              BodyPublishers.ofByteArray(body));
      requireProblem(
          line.lines().getFirst().get("problem"), 400, "malformed-json", "body", "UTF-8");
    }
  }

  @Test
  void neverAnswersInHtml() {
    for (String target :
        List.of("/nowhere", "/actuator/env", "/actuator/nothing", "/fingerprint")) {
      Answer answer = service.send("GET", target, Map.of("Accept", "text/html,*/*;q=0.8"), "");
      assertThat(answer.header("Content-Type")).as(target).isEqualTo(PROBLEM);
      assertThat(answer.status()).as(target).isIn(404, 405);
    }
  }

  private static void requireProblem(
      Answer answer, int status, String type, @Nullable String field, String says) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).as(answer.body()).isEqualTo(PROBLEM);
    requireProblem(Json.read(answer.body()), status, type, field, says);
  }

  private static void requireProblem(
      JsonNode problem, int status, String type, @Nullable String field, String says) {
    String json = problem.toString();
    assertThat(problem.path("type").asString()).as(json).isEqualTo("urn:neardup:problem:" + type);
    assertThat(problem.path("status").asInt()).as(json).isEqualTo(status);
    assertThat(problem.path("title").asString()).as(json).isNotEmpty();
    assertThat(problem.path("detail").asString()).as(json).contains(says);
    assertThat(json).doesNotContain(INTERNALS);
    if (field != null) {
      JsonNode error = problem.path("errors").path(0);
      assertThat(error.path("field").asString()).as(json).isEqualTo(field);
      assertThat(problem.get("detail").asString())
          .as(json)
          .isEqualTo(field + " " + error.path("message").asString());
    }
  }
}
