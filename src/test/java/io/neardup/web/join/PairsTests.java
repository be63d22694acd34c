package io.neardup.web.join;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.SharedService;
import io.neardup.web.Texts;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// All pairs and all groups of a collection, over HTTP.
class PairsTests {

  private static RunningService service;

  private final TreeMap<String, Long> stored = new TreeMap<>();

  @BeforeAll
  static void start() {
    service = SharedService.of("--neardup.profile=paper-v1").http();
  }

  @BeforeEach
  void empty() {
    for (JsonNode line : groups("?maxDistance=64")) {
      line.path("members")
          .forEach(member -> service.delete("/documents/" + member.get("id").asString()));
    }
    assertThat(service.get("/groups?maxDistance=64").json().get("groups")).isEmpty();
  }

  @Test
  void everyPairIsListedOnceAsAStreamAndTheNearestAsJson() {
    storeClusters(120);
    List<String> expected = new ArrayList<>();
    for (String a : stored.keySet()) {
      for (String b : stored.tailMap(a, false).keySet()) {
        int distance = Long.bitCount(stored.get(a) ^ stored.get(b));
        if (distance <= 5) {
          expected.add("%02d %s %s".formatted(distance, a, b));
        }
      }
    }
    assertThat(expected).hasSizeGreaterThan(20);

    Answer stream = stream("/pairs?maxDistance=5");
    assertThat(stream.header("Content-Type")).isEqualTo("application/x-ndjson");
    List<JsonNode> lines = stream.lines();
    List<String> pairs =
        lines.stream().filter(line -> line.has("a")).map(PairsTests::pair).toList();
    assertThat(pairs).containsExactlyInAnyOrderElementsOf(expected);
    JsonNode last = lines.getLast();
    assertThat(last.get("complete").asBoolean()).isTrue();
    assertThat(last.get("pairs").asLong()).isEqualTo(expected.size());
    assertThat(last.get("documents").asInt()).isEqualTo(stored.size());
    assertThat(last.get("exact").asBoolean()).isTrue();
    assertThat(lines.stream().filter(line -> line.has("complete"))).hasSize(1);

    JsonNode json = service.get("/pairs?maxDistance=5&limit=7").json();
    assertThat(json.get("pairs").valueStream().map(PairsTests::pair))
        .containsExactlyElementsOf(expected.stream().sorted().limit(7).toList());
    assertThat(json.get("truncated").asBoolean()).isTrue();
    assertThat(json.get("summary")).isEqualTo(last);
  }

  @Test
  void equalDocumentsAreListedOnceAsAGroup() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1_500; i++) {
      lines.append(document("many-%04d".formatted(i), 0xABCDL));
    }
    lines.append(document("near-1", 0xABCFL)).append(document("near-2", 0xABCFL));
    post(lines);

    List<JsonNode> answer = stream("/pairs?maxDistance=3").lines();
    TreeSet<String> equal = new TreeSet<>();
    for (JsonNode line : answer) {
      if (line.has("equalTo")) {
        assertThat(line.get("documents").asInt()).isEqualTo(1_500);
        line.get("ids").forEach(id -> equal.add(id.asString()));
      }
    }
    assertThat(equal).hasSize(1_500).allMatch(id -> id.startsWith("many-"));
    List<JsonNode> pairs = answer.stream().filter(line -> line.has("a")).toList();
    assertThat(pairs).hasSize(3); // near-1 with near-2, and each of them with the representative
    assertThat(pairs.stream().filter(pair -> pair.path("equalToA").asInt() == 1_500)).hasSize(2);

    JsonNode json = service.get("/pairs").json();
    assertThat(json.get("equal")).hasSize(1);
    assertThat(json.get("pairs")).hasSize(3);

    List<JsonNode> groups = stream("/groups").lines();
    assertThat(groups.getFirst().get("size").asInt()).isEqualTo(1_502);
    assertThat(groups.getFirst().get("members")).hasSize(1_000);
    assertThat(groups.getFirst().get("truncated").asBoolean()).isTrue();
    assertThat(groups.get(1).get("members")).hasSize(502);
    assertThat(groups.get(1).get("truncated").asBoolean()).isFalse();
    assertThat(groups.get(2).get("groups").asLong()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"components", "star"})
  void groupsHaveTheirMembersDistancesAndDiameters(String by) {
    storeClusters(150);
    List<JsonNode> lines = groups("?maxDistance=5&by=" + by);
    TreeSet<String> grouped = new TreeSet<>();
    int before = Integer.MAX_VALUE;
    for (JsonNode group : lines.subList(0, lines.size() - 1)) {
      String survivor = group.get("survivor").asString();
      List<Long> members = new ArrayList<>();
      group
          .get("members")
          .forEach(member -> {
            assertThat(grouped.add(member.get("id").asString())).isTrue();
            long fingerprint = stored.get(member.get("id").asString());
            members.add(fingerprint);
            int distance = Long.bitCount(fingerprint ^ stored.get(survivor));
            assertThat(member.get("distance").asInt()).isEqualTo(distance);
            if (by.equals("star")) {
              assertThat(distance).isLessThanOrEqualTo(5);
            }
          });
      assertThat(group.get("members").get(0).get("id").asString()).isEqualTo(survivor);
      assertThat(group.get("size").asInt()).isEqualTo(members.size()).isLessThanOrEqualTo(before);
      before = members.size();
      int diameter = 0;
      for (long a : members) {
        for (long b : members) {
          diameter = Math.max(diameter, Long.bitCount(a ^ b));
        }
      }
      assertThat(group.get("diameter").asInt()).isEqualTo(diameter);
      assertThat(group.get("diameterExact").asBoolean()).isTrue();
      assertThat(group.get("weakest").get("distance").asInt()).isLessThanOrEqualTo(5);
    }
    assertThat(lines.getLast().get("groups").asInt()).isEqualTo(lines.size() - 1).isPositive();
    List<JsonNode> again = groups("?maxDistance=5&by=" + by);
    assertThat(again).as("the same order every time").isEqualTo(lines);
    for (String a : stored.keySet()) {
      for (String b : stored.keySet()) {
        if (!a.equals(b) && Long.bitCount(stored.get(a) ^ stored.get(b)) <= 5) {
          assertThat(grouped.contains(a) || grouped.contains(b)).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', s-1",
    "by=components, s-1",
    "by=components&survivor=first, s-1",
    "survivor=newest, s-3",
    "survivor=largest&field=rank, s-2",
    "survivor=smallest&field=rank, s-3",
    "survivor=largest&field=nothing, s-1",
    "by=star&survivor=central, s-2",
    "by=star&survivor=first, s-1",
    "survivor=longest, s-4",
  })
  void theSurvivorIsChosenByItsRule(String rule, String survivor) {
    put("s-1", "\"fingerprint\":\"00000000000000f0\",\"metadata\":{\"rank\":\"9\"}");
    put("s-2", "\"fingerprint\":\"00000000000000f1\",\"metadata\":{\"rank\":10}");
    put("s-3", "\"fingerprint\":\"00000000000000f3\",\"metadata\":{\"rank\":9.5}");
    if (rule.endsWith("longest")) {
      String text = Texts.of(60);
      put("s-4", "\"text\":\"" + text + "\"");
      String hex = service.get("/documents/s-4").text("/fingerprint");
      put("s-3", "\"fingerprint\":\"" + hex + "\"");
    }
    String distance = rule.contains("star") ? "1" : "3";
    JsonNode groups = service.get("/groups?maxDistance=" + distance + "&" + rule).json();
    assertThat(groups.get("groups").valueStream().map(g -> g.get("survivor").asString()))
        .contains(survivor);
    if (!rule.endsWith("longest") && !rule.equals("by=star&survivor=first")) {
      assertThat(groups.get("groups")).hasSize(1);
      assertThat(groups.get("groups").get(0).get("size").asInt()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/pairs?maxDistance=65, maxDistance",
    "/pairs?maxDistance=-1, maxDistance",
    "/pairs?recall=2, recall",
    "/pairs?plan=tables, plan",
    "/groups?plan=bands, plan",
    "/pairs?limit=0, limit",
    "/pairs?limit=10001, limit",
    "/pairs?maxdistance=3, maxdistance",
    "/groups?by=chain, by",
    "/groups?survivor=best, survivor",
    "/groups?by=components&survivor=central, survivor",
    "/groups?survivor=largest, field",
    "/groups?field=rank, field",
  })
  void wrongParametersAreNamed(String target, String field) {
    Answer answer = service.get(target);
    answer.requireProblem(400, field);
  }

  @Test
  void theDistanceIsThatOfTheCollectionUnlessRequested() {
    service.put("/collections/strict", "{\"maxDistance\":1}").require(201);
    for (int i = 0; i < 3; i++) {
      service.put(
          "/documents/d-" + i + "?collection=strict",
          "{\"fingerprint\":\"%016x\"}".formatted((2L << i) - 1));
    }
    assertThat(service.get("/pairs?collection=strict").json().get("pairs")).hasSize(2);
    service.patch("/collections/strict", "{\"maxDistance\":0}").require(200);
    assertThat(service.get("/pairs?collection=strict").json().get("pairs")).isEmpty();
    assertThat(service.get("/groups?collection=strict").json().get("groups")).isEmpty();
    assertThat(service.get("/pairs?collection=strict&maxDistance=2").json().get("pairs"))
        .hasSize(3);
    service.delete("/collections/strict").require(204);
  }

  @Test
  void streamsRefuseLimitsAndMissingCollections() {
    stream("/pairs?limit=5").require(400);
    stream("/groups?collection=none").require(404);
  }

  @Test
  void aStreamThatIsRefusedBeforeItsFirstLineIsAnsweredWithAStatus() {
    try (FreshService own =
        FreshService.start("--neardup.profile=paper-v1", "--neardup.joins.max-pairs=1")) {
      for (int i = 0; i < 3; i++) {
        own.http().put("/documents/d-" + i, "{\"fingerprint\":\"%016x\"}".formatted(15L << i));
      }
      Map<String, String> accept = Map.of("Accept", RunningService.NDJSON);
      Answer refused = own.http().send("GET", "/groups?maxDistance=4", accept, "");
      refused.requireProblem(413, "by");
      assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
      own.http().send("GET", "/groups?maxDistance=4&by=components", accept, "").require(200);
    }
  }

  @Test
  void secondConcurrentJoinIsRefusedUntilTheClientDisconnects() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 48; i++) {
      for (int j = 0; j < i; j++) { // all within 4 bits of each other: 635,628 pairs
        lines.append(document("room-%d-%d".formatted(i, j), 1L << i ^ 1L << j));
      }
    }
    post(lines);
    try (Socket one = startStream()) {
      Answer refused = service.get("/groups");
      refused.require(429);
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(refused.text("/type")).isEqualTo("urn:neardup:problem:too-many-requests");
      Scrape scrape = Scrape.of(service.get("/actuator/prometheus").body());
      assertThat(scrape.sum("neardup_joins")).isEqualTo(1);
      assertThat(scrape.sum("neardup_joins_limit")).isEqualTo(2);
      assertThat(one.isConnected()).isTrue();
    }
    Answer answer =
        await().until(() -> service.get("/groups?maxDistance=4"), given -> given.status() != 429);
    assertThat(answer.number("/groups/0/size")).isEqualTo(1_128);
    assertThat(answer.json().get("groups").get(0).get("diameterExact").asBoolean()).isFalse();
  }

  /// Requests more pairs than the buffers hold, and reads only the beginning of the answer.
  private static Socket startStream() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(8_192);
    service.connect(socket);
    socket
        .getOutputStream()
        .write(
            ("GET /pairs?maxDistance=4 HTTP/1.1\r\nHost: localhost\r\n"
                    + "Accept: application/x-ndjson\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    assertThat(new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 200");
    return socket;
  }

  private void storeClusters(int documents) {
    SplittableRandom random = new SplittableRandom(11);
    long[] centres = random.longs(8).toArray();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      long fingerprint = centres[random.nextInt(centres.length)];
      for (int flip = random.nextInt(6); flip > 0; flip--) {
        fingerprint ^= 1L << random.nextInt(64);
      }
      String id = "c" + (char) ('a' + random.nextInt(26)) + i;
      stored.put(id, fingerprint);
      lines.append(document(id, fingerprint));
    }
    post(lines);
  }

  private static String document(String id, long fingerprint) {
    return "{\"id\":\"%s\",\"fingerprint\":\"%016x\"}\n".formatted(id, fingerprint);
  }

  private static void post(StringBuilder lines) {
    assertThat(service.postLines("/documents", lines.toString()).lines())
        .allMatch(line -> line.has("outcome"));
  }

  private static void put(String id, String fields) {
    service.put("/documents/" + id, "{" + fields + "}").require(200, 201);
  }

  private static Answer stream(String target) {
    return service.send("GET", target, Map.of("Accept", RunningService.NDJSON), "");
  }

  private static List<JsonNode> groups(String query) {
    return stream("/groups" + query).lines().stream()
        .filter(line -> !line.has("progress"))
        .toList();
  }

  private static String pair(JsonNode line) {
    assertThat(line.get("similarity").asDouble())
        .isEqualTo(1 - line.get("distance").asInt() / 64.0);
    assertThat(line.get("featureSimilarity").asDouble())
        .isEqualTo(
            Math.max(0, Math.cos(Math.PI * line.get("distance").asInt() / 64)), within(1e-12));
    return "%02d %s %s"
        .formatted(
            line.get("distance").asInt(), line.get("a").asString(), line.get("b").asString());
  }
}
