package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.cluster.broker.EmbeddedBrokers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Collections move from a single process into a cluster, and back, as lines.
class MovedCollectionTests {

  private static final List<String> COLLECTIONS = List.of("default", "news", "again", "features");
  private static final String FEATURES = "{\"storeText\": false, \"verify\": \"features\"}";
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
    http.put("/collections/features", FEATURES).require(201);
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
      http.put("/documents/judged" + query, json(50, "")).require(201);
      http.patch("/documents/judged" + query, "{\"allowed\": true}").require(200);
      http.put("/documents/judged" + query, json(60, "")).require(200);
      http.put("/documents/tokens" + query, "{\"tokens\": [\"a\", \"b\", \"c\", \"d\"]}")
          .require(201);
    }
    cleanUp(http);
  }

  /// Has a job remove a document, which is disabled until it expires.
  private static void cleanUp(RunningService http) {
    http.put("/documents/copy?collection=again", json(7, "")).require(201);
    Answer job =
        http.post(
                "/collections/again/jobs",
                "{\"kind\": \"dedupe\", \"dryRun\": false, \"action\": \"remove\"}")
            .require(202);
    Eventually.await()
        .until(
            () -> http.get("/jobs/" + job.text("/id") + "?wait=60").text("/state").equals("done"));
  }

  /// Creates the collections, and lets the lines of each run from one service to another.
  private static void move(RunningService from, RunningService to) {
    to.put("/collections/news", "{\"profile\": \"paper-v1\", \"storeText\": true}").require(201);
    to.put("/collections/again", "{\"maxDistance\": 20, \"ttlSeconds\": 86400}").require(201);
    to.put("/collections/features", FEATURES).require(201);
    for (String collection : COLLECTIONS) {
      String target = "/documents?collection=" + collection;
      Map<String, String> type = Map.of("Content-Type", RunningService.NDJSON);
      Answer stored = to.send("POST", target + "&limit=0", type, pipe(from, target));
      assertThat(stored.require(200).lines())
          .isNotEmpty()
          .allMatch(line -> line.path("outcome").asString("").equals("added"));
    }
  }

  /// The lines of a collection as the body of a request, while they arrive.
  private static BodyPublisher pipe(RunningService from, String target) {
    HttpRequest list =
        HttpRequest.newBuilder(URI.create("http://localhost:" + from.port() + target))
            .header("Accept", RunningService.NDJSON)
            .build();
    return BodyPublishers.ofInputStream(() -> {
      try {
        return HttpClient.newHttpClient().send(list, BodyHandlers.ofInputStream()).body();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    });
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

  private static String pairs(RunningService http) {
    return COLLECTIONS.stream()
        .map(collection ->
            http.get("/pairs?collection=" + collection).require(200).json().at("/pairs").toString())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void clientsSeeTheSameDocumentsInAClusterAndBack() throws IOException {
    try (FreshService single = FreshService.startIn(folder.resolve("single"));
        EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
        FreshService first = ThreeInstances.instance(folder, "http", FreePort.find(), brokers);
        FreshService second = ThreeInstances.instance(folder, "http", FreePort.find(), brokers);
        FreshService back = FreshService.startIn(folder.resolve("back"))) {
      fill(single.http());
      Map<String, String> before = lines(single.http());
      assertThat(before.get("news")).contains("\"allowed\":true").hasLineCount(DOCUMENTS + 1);
      assertThat(before.get("again")).contains("\"disabledBy\"", "\"verdictDropped\":true");
      assertThat(before.get("features")).contains("\"vector\"");
      assertThat(matches(single.http()).get("news 2")).contains("d2");
      for (FreshService each : List.of(first, second)) {
        RunningService http = each.http();
        Eventually.await().untilAsserted(() -> http.get("/actuator/health/readiness").require(200));
      }
      RunningService one = first.http();
      RunningService other = second.http();
      move(single.http(), one);
      for (RunningService http : List.of(one, other)) {
        assertThat(lines(http)).isEqualTo(before);
        assertThat(matches(http)).isEqualTo(matches(single.http()));
        assertThat(pairs(http)).isEqualTo(pairs(single.http()));
      }
      one.put("/documents/d5?collection=news", json(205, "")).require(200);
      other.put("/documents/d12?collection=again", json(12, "")).require(201);
      one.delete("/documents/d6").require(204);
      other
          .post("/documents", json(300, ", \"id\": \"d300\", \"onDuplicate\": \"skip\""))
          .require(201);
      one.patch("/documents/d8?collection=news", "{\"allowed\": true}").require(200);
      Map<String, String> changed = lines(one);
      assertThat(changed).isNotEqualTo(before);
      move(other, back.http());
      assertThat(lines(back.http())).isEqualTo(changed);
      assertThat(matches(back.http())).isEqualTo(matches(one));
      assertThat(pairs(back.http())).isEqualTo(pairs(other));
    }
  }
}
