package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.cluster.broker.EmbeddedBrokers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Collections move from a single process into a cluster, and back, as lines.
class MovedCollectionTests {

  private static final List<String> COLLECTIONS = List.of("default", "news", "again");
  private static final int DOCUMENTS = 12;

  @TempDir Path folder;

  private static String json(int number, String further) {
    return ThreeInstances.json(ThreeInstances.text(number), further);
  }

  private static void fill(RunningService http) {
    http.put("/collections/news", "{\"profile\": \"paper-v1\", \"storeText\": true}").require(201);
    http.put("/collections/again", "{\"storeText\": true}").require(201);
    http.put("/documents/lost?collection=again", json(1, "")).require(201);
    http.delete("/collections/again").require(204);
    http.put(
            "/collections/again",
            "{\"storeText\": true, \"maxDistance\": 20, \"ttlSeconds\": 86400}")
        .require(201);
    for (String collection : COLLECTIONS) {
      for (int i = 0; i < DOCUMENTS; i++) {
        String metadata =
            ", \"metadata\": {\"n\": " + i + ", \"s\": \"" + "x".repeat(i * 80) + "\"}";
        http.put("/documents/d" + i + "?collection=" + collection, json(i, i < 9 ? metadata : ""))
            .require(201);
      }
      String query = "?collection=" + collection;
      http.delete("/documents/d0" + query).require(204);
      http.patch("/documents/d1" + query, "{\"enabled\": false}").require(200);
      http.patch("/documents/d2" + query, "{\"allowed\": true}").require(200);
      http.put("/documents/d3" + query, json(103, "")).require(200);
      http.put("/documents/d4" + query, json(4, ", \"expiresAt\": \"2099-01-01T00:00:00Z\""))
          .require(200);
    }
  }

  /// Creates the collections, and stores the lines of each.
  private static void move(Map<String, String> lines, RunningService to) {
    to.put("/collections/news", "{\"profile\": \"paper-v1\", \"storeText\": true}").require(201);
    to.put("/collections/again", "{\"maxDistance\": 20, \"ttlSeconds\": 86400}").require(201);
    lines.forEach((collection, documents) ->
        assertThat(to.postLines("/documents?limit=0&collection=" + collection, documents).lines())
            .allMatch(line -> line.path("outcome").asString("").equals("added")));
  }

  private static Map<String, String> lines(RunningService http) {
    Map<String, String> lines = new TreeMap<>();
    for (String collection : COLLECTIONS) {
      Map<String, String> accept = Map.of("Accept", RunningService.NDJSON);
      String path = "/documents?collection=" + collection;
      lines.put(collection, http.send("GET", path, accept, "").require(200).body());
    }
    return lines;
  }

  private static Map<String, String> matches(RunningService http) {
    Map<String, String> matches = new TreeMap<>();
    for (String collection : COLLECTIONS) {
      for (int i = 0; i <= DOCUMENTS; i++) {
        JsonNode found =
            http.post("/duplicates?collection=" + collection, json(i, "")).require(200).json();
        matches.put(
            collection + " " + i,
            found.at("/matches") + " " + found.at("/allowedBy") + " " + found.at("/maxDistance"));
      }
    }
    return matches;
  }

  @Test
  void clientsSeeTheSameDocumentsInAClusterAndBack() throws IOException {
    Map<String, String> before;
    Map<String, String> near;
    try (FreshService service = FreshService.startIn(folder.resolve("single"))) {
      fill(service.http());
      before = lines(service.http());
      near = matches(service.http());
    }
    assertThat(before.get("news")).contains("\"allowed\":true").hasLineCount(DOCUMENTS - 1);
    assertThat(near.get("news 2")).contains("d2");
    Map<String, String> changed;
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
        FreshService instance = ThreeInstances.instance(folder, "http", FreePort.find(), brokers)) {
      RunningService http = instance.http();
      Eventually.await().untilAsserted(() -> http.get("/actuator/health/readiness").require(200));
      move(before, http);
      assertThat(lines(http)).isEqualTo(before);
      assertThat(matches(http)).isEqualTo(near);
      http.put("/documents/d5?collection=news", json(205, "")).require(200);
      http.put("/documents/d12?collection=again", json(12, "")).require(201);
      http.delete("/documents/d6").require(204);
      http.post("/documents", json(300, ", \"id\": \"d300\", \"onDuplicate\": \"skip\""))
          .require(201);
      http.patch("/documents/d8?collection=news", "{\"allowed\": true}").require(200);
      changed = lines(http);
      near = matches(http);
    }
    assertThat(changed).isNotEqualTo(before);
    try (FreshService service = FreshService.startIn(folder.resolve("back"))) {
      move(changed, service.http());
      assertThat(lines(service.http())).isEqualTo(changed);
      assertThat(matches(service.http())).isEqualTo(near);
    }
  }
}
