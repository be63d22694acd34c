package io.neardup.web.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.SharedService;
import io.neardup.service.join.JoinService;
import io.neardup.web.Texts;
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
    service
        .get("/documents?limit=10000")
        .json()
        .get("documents")
        .forEach(document -> service.delete("/documents/" + document.get("id").asString()));
    assertThat(service.get("/groups?maxDistance=64").json().get("groups")).isEmpty();
  }

  @Test
  void everyPairIsListedTheNearestFirst() {
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

    JsonNode all = service.get("/pairs?maxDistance=5&limit=10000").json();
    assertThat(all.get("pairs").valueStream().map(PairsTests::pair))
        .containsExactlyElementsOf(expected.stream().sorted().toList());
    assertThat(all.get("truncated").asBoolean()).isFalse();
    JsonNode summary = all.get("summary");
    assertThat(summary.get("complete").asBoolean()).isTrue();
    assertThat(summary.get("pairs").asLong()).isEqualTo(expected.size());
    assertThat(summary.get("documents").asInt()).isEqualTo(stored.size());
    assertThat(summary.get("exact").asBoolean()).isTrue();

    JsonNode json = service.get("/pairs?maxDistance=5&limit=7").json();
    assertThat(json.get("pairs").valueStream().map(PairsTests::pair))
        .containsExactlyElementsOf(expected.stream().sorted().limit(7).toList());
    assertThat(json.get("truncated").asBoolean()).isTrue();
    assertThat(json.get("summary")).isEqualTo(summary);
  }

  /// Only one of two groups has the field; one that none has is misspelt.
  @ParameterizedTest
  @ValueSource(strings = {"star", "components"})
  void survivorsAreChosenByFieldsThatSomeGroupsHave(String by) {
    service.put("/collections/ranked", "{}").require(201);
    post(
        "ranked",
        new StringBuilder()
            .append(document("a-1", 0x1111_0000L))
            .append(document("a-2", 0x1111_0001L))
            .append(document("b-1", 0x2222_0000L).replace("}", ",\"metadata\":{\"rank\":1}}"))
            .append(document("b-2", 0x2222_0001L).replace("}", ",\"metadata\":{\"rank\":2}}")));
    String groups = "/groups?collection=ranked&by=" + by + "&survivor=";
    assertThat(service.get(groups + "rank:max").json().get("groups").valueStream())
        .extracting(group -> group.get("survivor").asString())
        .containsExactly("a-1", "b-2");
    service.get(groups + "rang:max").requireProblem(400, "survivor", "'rang'");
    service.delete("/collections/ranked").require(204);
  }

  /// One request stores many documents in a millisecond.
  @ParameterizedTest
  @CsvSource({"first, abcdefgh, a", "last, abcdefgh, h", "first, hgfedcba, h", "last, hgfedcba, a"})
  void survivorsAreChosenByTheOrderOfABulkWrite(String survivor, String ids, String kept) {
    for (int i = 0; i < 5; i++) {
      service.put("/collections/bulk", "{}").require(201);
      StringBuilder lines = new StringBuilder();
      ids.chars().forEach(id -> lines.append(document(Character.toString(id), 0xABCDL)));
      post("bulk", lines);
      String groups = "/groups?collection=bulk&survivor=" + survivor;
      assertThat(service.get(groups).json().at("/groups/0/survivor").asString()).isEqualTo(kept);
      service.delete("/collections/bulk").require(204);
    }
  }

  @Test
  void equalDocumentsAreListedOnceAsAGroup() {
    service.put("/collections/equal", "{}").require(201);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 1_500; i++) {
      lines.append(document("many-%04d".formatted(i), 0xABCDL));
    }
    lines.append(document("near-1", 0xABCFL)).append(document("near-2", 0xABCFL));
    post("equal", lines);

    List<JsonNode> answer = results("equal", "{\"kind\":\"pairs\",\"maxDistance\":3}");
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

    JsonNode json = service.get("/pairs?collection=equal").json();
    assertThat(json.get("equal")).hasSize(1);
    assertThat(json.get("pairs")).hasSize(3);

    List<JsonNode> groups = results("equal", "{\"kind\":\"groups\"}");
    assertThat(groups.getFirst().get("size").asInt()).isEqualTo(1_502);
    assertThat(groups.getFirst().get("members")).hasSize(1_000);
    assertThat(groups.getFirst().get("truncated").asBoolean()).isTrue();
    assertThat(groups.get(1).get("members")).hasSize(502);
    assertThat(groups.get(1).get("truncated").asBoolean()).isFalse();
    assertThat(groups).hasSize(2);
    service.delete("/collections/equal").require(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"components", "star"})
  void groupsHaveTheirMembersAndDistances(String by) {
    storeClusters(150);
    JsonNode answer = service.get("/groups?maxDistance=5&limit=10000&by=" + by).json();
    JsonNode groups = answer.get("groups");
    TreeSet<String> grouped = new TreeSet<>();
    int before = Integer.MAX_VALUE;
    for (JsonNode group : groups) {
      String survivor = group.get("survivor").asString();
      int members = group.get("members").size();
      group
          .get("members")
          .forEach(member -> {
            assertThat(grouped.add(member.get("id").asString())).isTrue();
            long fingerprint = stored.get(member.get("id").asString());
            int distance = Long.bitCount(fingerprint ^ stored.get(survivor));
            assertThat(member.get("distance").asInt()).isEqualTo(distance);
            if (by.equals("star")) {
              assertThat(distance).isLessThanOrEqualTo(5);
            }
          });
      assertThat(group.get("members").get(0).get("id").asString()).isEqualTo(survivor);
      assertThat(group.get("size").asInt()).isEqualTo(members).isLessThanOrEqualTo(before);
      before = members;
    }
    assertThat(answer.at("/summary/groups").asInt()).isEqualTo(groups.size()).isPositive();
    JsonNode again = service.get("/groups?maxDistance=5&limit=10000&by=" + by).json();
    assertThat(again).as("the same order every time").isEqualTo(answer);
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
    "survivor=last, s-3",
    "survivor=rank:max, s-2",
    "survivor=rank:min, s-3",
    "'survivor=odd:max,rank:min', s-3",
    "'survivor=odd:max,last', s-3",
    "survivor=in.side:shortest, s-2",
    "by=star&survivor=central, s-2",
    "by=star&survivor=first, s-1",
    "survivor=longest, s-4",
  })
  void theSurvivorIsChosenByItsRule(String rule, String survivor) {
    put(
        "s-1",
        "\"fingerprint\":\"00000000000000f0\",\"metadata\":{\"rank\":\"x\",\"odd\":0,\"in\":{\"side\":\"abc\"}}");
    put(
        "s-2",
        "\"fingerprint\":\"00000000000000f1\",\"metadata\":{\"rank\":\"10\",\"odd\":[7],\"in\":{\"side\":\"ab\"}}");
    put("s-3", "\"fingerprint\":\"00000000000000f3\",\"metadata\":{\"rank\":9.5,\"odd\":0.0}");
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

  @Test
  void aFieldThatNoDocumentOfAGroupHasIsRefused() {
    put("s-1", "\"fingerprint\":\"00000000000000f0\",\"metadata\":{\"rank\":1}");
    put("s-2", "\"fingerprint\":\"00000000000000f1\",\"metadata\":{\"rank\":[2]}");
    service.get("/groups?maxDistance=3&survivor=rank:max").require(200);
    service
        .get("/groups?maxDistance=3&survivor=rank:max,ranks:max")
        .requireProblem(400, "survivor", "'ranks'");
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
    "/groups?survivor=none, survivor",
    "'/groups?survivor=first,rank:max', survivor",
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
  void missingCollectionsAndOtherTypesAreRefused() {
    service.get("/groups?collection=none").require(404);
    service
        .send("GET", "/pairs", Map.of("Accept", RunningService.NDJSON), "")
        .requireProblem(406, null);
  }

  @Test
  void morePairsThanStarsMayStoreAreRefused() {
    try (FreshService own =
        FreshService.startWith(
            context ->
                context.registerBean(
                    "joinsOfTheTest",
                    JoinService.class,
                    () -> new JoinService(2, 1),
                    definition -> definition.setPrimary(true)),
            "--neardup.profile=paper-v1")) {
      for (int i = 0; i < 3; i++) {
        own.http().put("/documents/d-" + i, "{\"fingerprint\":\"%016x\"}".formatted(15L << i));
      }
      Answer refused = own.http().get("/groups?maxDistance=4");
      refused.requireProblem(413, "by");
      assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
      own.http().get("/groups?maxDistance=4&by=components").require(200);
    }
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
    post("default", lines);
  }

  private static String document(String id, long fingerprint) {
    return "{\"id\":\"%s\",\"fingerprint\":\"%016x\"}\n".formatted(id, fingerprint);
  }

  private static void post(String collection, StringBuilder lines) {
    String target = "/documents?collection=" + collection;
    assertThat(service.postLines(target, lines.toString()).lines())
        .allMatch(line -> line.has("outcome"));
  }

  private static void put(String id, String fields) {
    service.put("/documents/" + id, "{" + fields + "}").require(200, 201);
  }

  /// The results of a job.
  private static List<JsonNode> results(String collection, String request) {
    String id =
        service.post("/collections/" + collection + "/jobs", request).require(202).text("/id");
    assertThat(service.get("/jobs/" + id + "?wait=60").text("/state")).isEqualTo("done");
    return service
        .send("GET", "/jobs/" + id + "/results", Map.of("Accept", RunningService.NDJSON), "")
        .lines();
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
