package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.cli.Run;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Revision;
import io.neardup.store.StoreOptions;
import io.neardup.store.Verdict;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A single process, an instance on its documents, and a single process on those of the instance.
class MigratedServiceTests {

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

  /// What clients see: settings, documents with their versions and texts, and lookups.
  private static Map<String, String> answers(RunningService http) {
    Map<String, String> answers = new TreeMap<>();
    for (String collection : COLLECTIONS) {
      String query = "?collection=" + collection;
      JsonNode settings = http.get("/collections/" + collection).require(200).json();
      for (String field :
          List.of("profile", "documents", "maxDistance", "storeText", "ttlSeconds", "createdAt")) {
        answers.put(collection + " " + field, settings.path(field).toString());
      }
      answers.put(
          collection + " list",
          http.get("/documents" + query).require(200).json().at("/documents").toString());
      for (int i = 0; i <= DOCUMENTS; i++) {
        Answer document = http.get("/documents/d" + i + query).require(200, 404);
        answers.put(collection + " d" + i, document.status() == 404 ? "none" : document.body());
        JsonNode found =
            http.get(
                    "/duplicates"
                        + query
                        + "&text="
                        + URLEncoder.encode(ThreeInstances.text(i), StandardCharsets.UTF_8))
                .require(200)
                .json();
        answers.put(
            collection + " near " + i,
            found.at("/matches") + " " + found.at("/allowedBy") + " " + found.at("/maxDistance"));
      }
    }
    return answers;
  }

  /// An expired document that no service has deleted yet.
  private static void addExpired(Path directory) {
    try (DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS)) {
      Instant created = Instant.now().minusSeconds(100);
      Revision revision =
          new Revision(
              Fingerprint.of(64, 1234),
              3,
              "paper-v1",
              null,
              "text",
              null,
              Verdict.NONE,
              1,
              created,
              created.plusSeconds(10),
              null,
              null);
      var _ =
          store.log().append(List.of(new DocumentEvent.Put("news", "expired", revision, created)));
    }
  }

  private static List<String> ids(RunningService http) {
    List<String> ids = new ArrayList<>();
    for (JsonNode line : http.get("/changes").require(200).lines()) {
      if (line.at("/change").asString("").equals("put")) {
        ids.add(line.at("/collection").asString() + " " + line.at("/id").asString());
      }
    }
    ids.sort(null);
    return ids;
  }

  @Test
  void clientsSeeTheSameDocumentsInAClusterAndBack() throws IOException {
    Path single = folder.resolve("single");
    Map<String, String> before;
    try (FreshService service = FreshService.startIn(single)) {
      fill(service.http());
      before = answers(service.http());
      assertThat(before.get("news d2")).contains("\"allowed\":true");
      assertThat(before.get("news near 2")).contains("d2");
      assertThat(migrate("to-cluster", single, "localhost:1").require(1).err())
          .contains("is in use by")
          .hasLineCount(1);
    }
    addExpired(single);
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1)) {
      assertThat(migrate("to-cluster", single, brokers.bootstrapServers()).require(0).out())
          .contains("collection 'news'\n  data directory  12 documents", "cluster         12 doc");
      Path back = folder.resolve("back");
      Map<String, String> changed;
      try (FreshService instance =
          ThreeInstances.instance(folder, "http", FreePort.find(), brokers)) {
        RunningService http = instance.http();
        Eventually.await().untilAsserted(() -> http.get("/actuator/health/readiness").require(200));
        Eventually.await()
            .untilAsserted(() ->
                assertThat(http.get("/collections/news").require(200).number("/documents"))
                    .as("documents, once the expired one is deleted")
                    .isEqualTo(DOCUMENTS - 1));
        assertThat(answers(http)).isEqualTo(before);
        assertThat(migrate("to-cluster", single, brokers.bootstrapServers()).require(1).err())
            .contains("Instances have used the topics");
        http.put("/documents/d5?collection=news", json(205, "")).require(200);
        http.put("/documents/d12?collection=again", json(12, "")).require(201);
        http.delete("/documents/d6").require(204);
        http.post("/documents?onDuplicate=skip", json(7, "")).require(200);
        http.post("/documents?onDuplicate=skip", json(300, ", \"id\": \"d300\"")).require(201);
        http.patch("/documents/d8?collection=news", "{\"allowed\": true}").require(200);
        changed = answers(http);
        assertThat(changed).isNotEqualTo(before);
        assertThat(migrate("from-cluster", back, brokers.bootstrapServers()).require(0).err())
            .contains("The data directory has the collections and documents of the cluster.");
      }
      try (FreshService service = FreshService.startIn(back)) {
        assertThat(answers(service.http())).isEqualTo(changed);
        assertThat(ids(service.http()))
            .doesNotHaveDuplicates()
            .contains("default d300")
            .hasSize(3 * 11 + 1);
      }
    }
  }

  private static Run migrate(String direction, Path directory, String servers) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("migrate", direction, "--data-dir", directory, "--bootstrap-servers", servers));
    if (direction.equals("to-cluster")) {
      arguments.addAll(List.of("--replication-factor", 1));
    }
    return Run.of(arguments.toArray());
  }
}
