package io.neardup.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.RunningService.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Calls every endpoint, in the API description or not, with every kind of caller.
class AccessTableTests {

  private static final String JSON = "application/json";
  private static final String NDJSON = "application/x-ndjson";

  /// The access that each call requires: a role, and whether it concerns a collection. `open`
  /// requires nothing, `all` an admin who is not limited to collections, `read all` a reader who is
  /// not limited. A call that is not listed fails the test.
  private static final Map<String, String> TAKES = new TreeMap<>();

  static {
    TAKES.put("POST /fingerprint", "read");
    TAKES.put("POST /compare", "read");
    TAKES.put("POST /evaluate", "read");
    TAKES.put("GET /duplicates", "read collection");
    TAKES.put("POST /duplicates", "read collection");
    TAKES.put("GET /passages", "read collection");
    TAKES.put("POST /passages", "read collection");
    TAKES.put("GET /pairs", "read collection");
    TAKES.put("GET /groups", "read collection");
    TAKES.put("POST /documents", "write collection");
    TAKES.put("GET /documents/{id}", "read collection");
    TAKES.put("PUT /documents/{id}", "write collection");
    TAKES.put("DELETE /documents/{id}", "write collection");
    TAKES.put("PATCH /documents/{id}", "write collection");
    TAKES.put("GET /documents", "read collection");
    TAKES.put("PATCH /collections/{name}", "admin collection");
    TAKES.put("PATCH /documents", "write collection");
    TAKES.put("DELETE /documents", "write collection");
    TAKES.put("GET /changes", "read");
    TAKES.put("GET /collections", "read");
    TAKES.put("GET /collections/{name}", "read collection");
    TAKES.put("PUT /collections/{name}", "admin collection");
    TAKES.put("DELETE /collections/{name}", "admin collection");
    TAKES.put("POST /collections/{name}/jobs", "read collection");
    TAKES.put("GET /jobs", "read collection");
    TAKES.put("GET /jobs/{id}", "read");
    TAKES.put("GET /jobs/{id}/results", "read");
    TAKES.put("DELETE /jobs/{id}", "read");
    TAKES.put("POST /jobs/{id}/restart", "read");
    TAKES.put("POST /jobs/{id}/apply", "write");
    TAKES.put("POST /jobs/{id}/undo", "write");
    TAKES.put("GET /collections/{name}/samples", "read collection");
    TAKES.put("GET /collections/{name}/judgements", "read collection");
    TAKES.put("POST /collections/{name}/judgements", "write collection");
    TAKES.put("DELETE /collections/{name}/judgements", "write collection");
    TAKES.put("GET /collections/{name}/boilerplate", "read collection");
    TAKES.put("POST /collections/{name}/boilerplate", "write collection");
    TAKES.put("DELETE /collections/{name}/boilerplate", "write collection");
    TAKES.put("POST /admin/backups", "all");
    TAKES.put("GET /admin/backups", "all");
  }

  /// Endpoints outside the API, with the access that they require.
  private static final Map<String, String> BESIDES =
      Map.ofEntries(
          Map.entry("/", "open"),
          Map.entry("/index.html", "open"),
          Map.entry("/page/app.js", "open"),
          Map.entry("/webjars/preact/dist/preact.module.js", "open"),
          Map.entry("/swagger-ui.html", "open"),
          Map.entry("/swagger-ui/index.html", "open"),
          Map.entry("/v3/api-docs", "open"),
          Map.entry("/v3/api-docs.yaml", "open"),
          Map.entry("/v3/api-docs/swagger-config", "open"),
          Map.entry("/actuator/health", "open"),
          Map.entry("/actuator/health/liveness", "open"),
          Map.entry("/actuator/health/readiness", "open"),
          Map.entry("/actuator/info", "read"),
          Map.entry("/actuator", "all"),
          Map.entry("/actuator/metrics", "all"),
          Map.entry("/actuator/metrics/neardup.documents", "all"),
          Map.entry("/actuator/metrics/jvm.memory.used?tag=area:heap", "all"),
          Map.entry("/actuator/prometheus", "read all"),
          Map.entry("/actuator/sbom", "all"),
          Map.entry("/actuator/sbom/application", "all"),
          Map.entry("/actuator/env", "all"),
          Map.entry("/actuator/heapdump", "all"),
          Map.entry("/error", "read"),
          Map.entry("/nowhere", "read"));

  /// A collection that no limited caller may use, and a document in it.
  private static final String FOREIGN = "foreign-archive-6b20";

  private static final String HIDDEN = "hidden-letter-9e41";

  /// The suffix of the names of deleted documents and collections.
  private static final String GONE = "-gone";

  @TempDir static Path folder;
  @AutoClose private static Keys keys;
  private static JsonNode api;

  @BeforeAll
  static void start() throws Exception {
    keys = Keys.start(folder);
    api = keys.call(null, "GET", "/v3/api-docs").json();
    Map<String, String> admin = Map.of("X-API-Key", Keys.ADMIN, "Content-Type", JSON);
    keys.http().send("PATCH", "/collections/default", admin, "{\"passages\":true}");
    String document = "{\"text\":\"the cat sat on the mat\"}";
    for (String collection : List.of(FOREIGN, FOREIGN + GONE)) {
      keys.http().send("PUT", "/collections/" + collection, admin, "{}");
      for (String id : List.of(HIDDEN, HIDDEN + GONE)) {
        String target = "/documents/" + id + "?collection=" + collection;
        keys.http().send("PUT", target, admin, document).require(201);
      }
    }
    keys.call(Keys.ADMIN, "DELETE", "/documents/" + HIDDEN + GONE + "?collection=" + FOREIGN);
    keys.call(Keys.ADMIN, "DELETE", "/collections/" + FOREIGN + GONE);
  }

  /// A caller.
  ///
  /// @param role the highest role, null for an unknown caller, empty for a caller without roles
  /// @param collections the collections that it may use, null for all
  private record Guest(
      String name,
      @Nullable String secret,
      @Nullable String role,
      @Nullable Set<String> collections) {

    boolean has(String wanted) {
      List<String> order = List.of("read", "write", "admin");
      return role != null && !role.isEmpty() && order.indexOf(role) >= order.indexOf(wanted);
    }

    boolean mayDo(String takes) {
      return switch (takes) {
        case "all" -> has("admin") && collections == null;
        case "read all" -> has("read") && collections == null;
        default -> has(takes);
      };
    }

    boolean mayUse(String collection) {
      return collections == null || collections.contains(collection);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Guest> guests() throws Exception {
    List<Guest> guests = new ArrayList<>();
    guests.add(new Guest("nobody", null, null, null));
    guests.add(new Guest("somebody with a wrong key", "k-unknown", null, null));
    guests.add(new Guest("reader", Keys.READER, "read", null));
    guests.add(new Guest("writer", Keys.WRITER, "write", null));
    guests.add(new Guest("admin", Keys.ADMIN, "admin", null));
    guests.add(new Guest("reader here", Keys.READER_HERE, "read", Set.of("default")));
    guests.add(new Guest("writer here", Keys.WRITER_HERE, "write", Set.of("default", "other")));
    guests.add(new Guest("writer elsewhere", Keys.WRITER_ELSEWHERE, "write", Set.of("cats")));
    guests.add(new Guest("admin here", Keys.ADMIN_HERE, "admin", Set.of("default")));
    guests.add(
        new Guest("token to read", keys.token(Map.of("roles", List.of("read"))), "read", null));
    guests.add(
        new Guest(
            "token to write cats",
            keys.token(Map.of("roles", "offline write", "collections", List.of("cats"))),
            "write",
            Set.of("cats")));
    guests.add(new Guest("token without a role", keys.token(Map.of()), "", null));
    guests.add(
        new Guest(
            "token for no collection",
            keys.token(Map.of("roles", List.of("admin"), "collections", 7)),
            "admin",
            Set.of()));
    guests.add(
        new Guest(
            "expired token", keys.expiredToken(Map.of("roles", List.of("admin"))), null, null));
    guests.add(
        new Guest(
            "foreign token", Keys.foreignToken(Map.of("roles", List.of("admin"))), null, null));
    return guests;
  }

  /// A call that the API describes.
  private record Call(String name, String method, String path, JsonNode json) {

    boolean takesParameter(String parameter) {
      return json.path("parameters")
          .valueStream()
          .anyMatch(each -> each.get("name").asString().equals(parameter));
    }

    /// A request to `collection` that succeeds.
    String target(String collection) {
      String target = path;
      String query = "";
      for (JsonNode parameter : json.path("parameters")) {
        String name = parameter.get("name").asString();
        JsonNode example = parameter.path("example");
        String shown = example.isArray() ? example.get(0).asString() : example.asString();
        String value = name.equals("name") ? collection : shown;
        if (parameter.get("in").asString().equals("path")) {
          target = target.replace("{" + name + "}", value);
        } else if (name.equals("text")) {
          query += "&text=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
        } else if (name.equals("filter") && parameter.path("required").asBoolean(false)) {
          query += "&filter=" + value;
        } else if (name.equals("collection")) {
          query += "&collection=" + collection;
        }
      }
      return query.isEmpty() ? target : target + "?" + query.substring(1);
    }

    /// The variables of its path.
    List<String> collections() {
      return takesParameter("collection") ? List.of("default", "cats") : List.of("default");
    }

    /// The media types that it accepts.
    List<String> types() {
      return List.copyOf(json.at("/requestBody/content").propertyNames());
    }

    String body(String type) {
      JsonNode example =
          json.at("/requestBody/content").get(type).get("examples").iterator().next().get("value");
      return example.isString() ? example.asString() : example.toString();
    }

    boolean touchesCollection() {
      return takesParameter("collection") || path.contains("/{name}");
    }
  }

  private static List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    api.get("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(call -> {
                  String method = call.getKey().toUpperCase(Locale.ROOT);
                  String name = method + " " + path.getKey();
                  calls.add(new Call(name, method, path.getKey(), call.getValue()));
                }));
    return calls;
  }

  @Test
  void everyCallIsInTheTable() {
    Map<String, String> found = new TreeMap<>();
    for (Call call : calls()) {
      String role = TAKES.getOrDefault(call.name, "?").split(" ")[0];
      found.put(call.name, role + (call.touchesCollection() ? " collection" : ""));
    }
    assertThat(found).isEqualTo(TAKES);
  }

  @Test
  void everyActuatorEndpointIsInTheTable() {
    Set<String> found = new TreeSet<>();
    keys.call(Keys.ADMIN, "GET", "/actuator")
        .json()
        .get("_links")
        .properties()
        .forEach(link -> found.add(link.getKey().split("-")[0]));
    assertThat(found)
        .containsExactlyInAnyOrder("self", "health", "info", "metrics", "prometheus", "sbom");
  }

  @ParameterizedTest
  @MethodSource("guests")
  void callsAreAnsweredAccordingToTheTable(Guest guest) {
    Map<String, String> faults = new LinkedHashMap<>();
    for (Call call : calls()) {
      for (String collection : call.collections()) {
        String target = call.target(collection);
        if (call.types().isEmpty()) {
          check(guest, call, collection, send(guest, call.method, target, "", ""), faults);
        }
        if (call.types().contains(JSON)) {
          String body = call.body(JSON).replace("\"posts\"", Json.quote(collection));
          check(guest, call, collection, send(guest, call.method, target, JSON, body), faults);
        }
      }
      if (call.method.equals("GET")) {
        Answer get = send(guest, "GET", call.target("default"), "", "");
        Answer head = send(guest, "HEAD", call.target("default"), "", "");
        if (get.status() != head.status()) {
          faults.put("HEAD " + call.path, head.status() + " but GET " + get.status());
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("guests")
  void theTableAppliesToStreams(Guest guest) {
    for (Call call : calls()) {
      if (!call.types().contains(NDJSON)) {
        continue;
      }
      boolean touches = call.takesParameter("collection");
      for (String collection : List.of("default", "cats")) {
        String target = touches ? call.path + "?collection=" + collection : call.path;
        boolean permitted =
            guest.has(TAKES.get(call.name).split(" ")[0]) && (!touches || guest.mayUse(collection));
        int expected = guest.role == null ? 401 : permitted ? 200 : 403;
        String line = call.body(NDJSON).lines().findFirst().orElseThrow();
        assertThat(send(guest, call.method, target, NDJSON, line).status())
            .as("%s in %s", call.name, collection)
            .isEqualTo(permitted && touches && collection.equals("cats") ? 404 : expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("guests")
  void otherPathsAreAnsweredAccordingToTheTable(Guest guest) {
    Map<String, String> faults = new LinkedHashMap<>();
    BESIDES.forEach((target, takes) -> {
      int status = send(guest, "GET", target, "", "").status();
      int expected =
          switch (takes) {
            case "open" -> guest.secret != null && guest.role == null ? 401 : 0; // invalid key
            default -> guest.role == null ? 401 : guest.mayDo(takes) ? 0 : 403;
          };
      if (expected == 0 ? status == 401 || status == 403 : status != expected) {
        faults.put(target, status + ", not " + expected);
      }
    });
    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("guests")
  void unknownPathsRequireAdminUnlessTheyRead(Guest guest) {
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "BREW")) {
      for (String target : List.of("/nowhere", "/collections/cats/x", "/fingerprint/x")) {
        assertThat(send(guest, method, target, JSON, "{}").status())
            .as("%s %s", method, target)
            .isIn(
                guest.role == null
                    ? List.of(401)
                    : guest.has("admin") ? List.of(404, 405) : List.of(403));
      }
    }
  }

  /// Other spellings of an address are subject to the same rule.
  @ParameterizedTest
  @MethodSource("guests")
  void otherSpellingsOfPathsFollowTheSameRule(Guest guest) {
    for (String target :
        List.of(
            "/documents/a%2Fb",
            "/documents/a%2F..%2F..%2Factuator%2Fhealth",
            "/documents/%2e%2e",
            "/documents/a;x=/actuator/health",
            "/documents/a%252F",
            "/documents/https://example.org/a",
            "/documents/https://example.org/../../../admin/backups",
            "/documents/../actuator/health",
            "/documents//actuator/health",
            "/documents/a%5C..%5Cb")) {
      assertThat(send(guest, "DELETE", target, "", "").status())
          .as(target)
          .isIn(
              guest.role == null
                  ? List.of(401, 400)
                  : guest.has("write") ? List.of(404, 400, 403) : List.of(403, 400));
    }
    for (String target :
        List.of(
            "/actuator/metrics;a",
            "/actuator/%6detrics",
            "/actuator/metrics/",
            "/actuator//metrics")) {
      int status = send(guest, "GET", target, "", "").status();
      boolean may = guest.has("admin") && guest.collections == null;
      assertThat(status == 200 && !may).as("%s answered %d", target, status).isFalse();
    }
  }

  private static void check(
      Guest guest, Call call, String collection, Answer answer, Map<String, String> faults) {
    String[] takes = TAKES.getOrDefault(call.name, "?").split(" ");
    boolean touches = takes.length > 1;
    int expected =
        guest.role == null
            ? 401
            : !guest.mayDo(takes[0]) || touches && !guest.mayUse(collection) ? 403 : 0;
    int status = answer.status();
    boolean right =
        expected != 0
            ? status == expected
            : touches && collection.equals("cats")
                ? status == 404 // allowed, but there is none yet
                : status / 100 == 2
                    || status == 404 && call.path.contains("{id}")
                    || List.of(400, 409).contains(status) && call.path.contains("{name}");
    if (!right) {
      faults.put(
          call.name + " in " + collection, status + ", not " + expected + ": " + answer.body());
    }
    if (expected != 0) {
      requireProblem(answer, expected);
    }
  }

  private static void requireProblem(Answer answer, int status) {
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    JsonNode problem = answer.json();
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("type").asString())
        .isEqualTo("urn:neardup:problem:" + (status == 401 ? "unknown-caller" : "forbidden"));
  }

  private static Answer send(Guest guest, String method, String target, String type, String body) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (guest.secret != null) {
      headers.put("Authorization", "Bearer " + guest.secret);
    }
    if (!type.isEmpty()) {
      headers.put("Content-Type", type);
    }
    Answer answer = keys.http().send(method, target, headers, body);
    if (guest.collections != null && answer.status() / 100 == 2) {
      assertThat(answer.body()).as("%s %s", method, target).doesNotContain(FOREIGN, HIDDEN);
    }
    return answer;
  }

  /// Proves that the data hidden from limited callers is visible to others.
  @Test
  void unlimitedCallersSeeAllCollections() {
    assertThat(keys.call(Keys.READER, "GET", "/changes").lines())
        .extracting(line -> line.path("change").asString("") + " " + line.path("id").asString(""))
        .contains("put " + HIDDEN, "delete " + HIDDEN + GONE, "drop ");
    assertThat(keys.call(Keys.READER, "GET", "/collections").body()).contains(FOREIGN);
    assertThat(keys.call(Keys.READER, "GET", "/actuator/info").body()).contains(FOREIGN);
    assertThat(keys.call(Keys.READER, "GET", "/documents?collection=" + FOREIGN).body())
        .contains(HIDDEN);
  }

  /// Other threads than the request thread process the lines of a stream.
  @Test
  void linesOfStreamsAreAnsweredForTheirCaller() {
    Map<String, String> headers = Map.of("X-API-Key", Keys.WRITER_HERE, "Content-Type", NDJSON);
    String line = "{\"text\":\"one\"}\n";
    for (String path : List.of("/documents", "/duplicates")) {
      assertThat(keys.http().send("POST", path, headers, line).lines().getFirst().has("matches"))
          .isTrue();
      keys.http().send("POST", path + "?collection=cats", headers, line).require(403);
    }
    assertThat(keys.http().send("POST", "/duplicates?collection=*", headers, line).body())
        .contains("\"searched\"")
        .doesNotContain(FOREIGN);
  }
}
