package io.neardup.cluster;

import static io.neardup.cluster.ThreeInstances.json;
import static io.neardup.cluster.ThreeInstances.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.service.collection.DocumentCollections;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.JsonNode;

/// Three instances on one broker, in one process.
class ClusterTests {

  private static final String KEY = ThreeInstances.KEY;
  private static final String SKIP = ", \"onDuplicate\": \"skip\"";

  @TempDir static Path folder;

  private static ThreeInstances instances;

  @BeforeAll
  static void start() throws IOException {
    instances = ThreeInstances.start(folder);
  }

  @AfterAll
  static void stop() {
    instances.close();
  }

  static RunningService at(int instance) {
    return instances.at(instance);
  }

  static ApplicationContext context(int instance) {
    return instances.services().get(instance).context();
  }

  @Nested
  class Order extends ClusterOrder {}

  private static Answer lookup(int instance, String collection, String text) {
    return at(instance)
        .get(
            "/duplicates?collection="
                + collection
                + "&text="
                + URLEncoder.encode(text, StandardCharsets.UTF_8))
        .require(200);
  }

  private static List<String> ids(Answer lookup) {
    return lookup
        .json()
        .at("/matches")
        .valueStream()
        .map(match -> match.at("/id").asString())
        .toList();
  }

  private static void create(String collection) {
    at(0).put("/collections/" + collection, "{\"storeText\": true}").require(201);
  }

  @Test
  void anyInstanceReadsWhatAnotherOneWrote() {
    create("any");
    for (int i = 0; i < 30; i++) {
      at(i).put("/documents/d" + i + "?collection=any", json(text(i), "")).require(201);
      for (int instance = 0; instance < 3; instance++) {
        assertThat(ids(lookup(instance, "any", text(i)))).as("document %d", i).contains("d" + i);
        assertThat(
                at(instance).get("/documents/d" + i + "?collection=any").require(200).text("/text"))
            .isEqualTo(text(i));
      }
    }
    assertThat(at(1).get("/collections/any").require(200).number("/documents")).isEqualTo(30);
  }

  @Test
  void conditionsVersionsAndVerdictsHoldAtAnyInstance() {
    create("conditions");
    String path = "/documents/a?collection=conditions";
    Answer first =
        at(0).put(path, json(text(1), ", \"metadata\": {\"lang\": \"en\"}")).require(201);
    Map<String, String> ifNew = Map.of("Content-Type", "application/json", "If-None-Match", "*");
    at(1)
        .send("PUT", path, ifNew, json(text(2), ""))
        .requireProblem("412 precondition-failed", "If-None-Match");
    Answer second = at(1).put(path, json(text(1), "")).require(200);
    assertThat(second.number("/version")).isEqualTo(2);
    Map<String, String> ifFirst =
        Map.of("Content-Type", "application/json", "If-Match", first.header("ETag"));
    at(2)
        .send("PATCH", path, ifFirst, "{\"enabled\": false}")
        .requireProblem("412 precondition-failed", "If-Match");
    at(2).patch(path, "{\"enabled\": false}").require(200);
    assertThat(ids(lookup(0, "conditions", text(1)))).isEmpty();
    at(0).patch(path, "{\"enabled\": true, \"allowed\": true}").require(200);
    assertThat(lookup(1, "conditions", text(1)).text("/allowedBy")).isEqualTo("a");
    aDroppedVerdictIsDroppedAtAllInstances(path);
    at(1).delete(path).require(204);
    at(2).get(path).requireProblem(404, "id");
    at(2).delete(path).requireProblem(404, "id");
  }

  private void aDroppedVerdictIsDroppedAtAllInstances(String path) {
    String near = "{\"text\": \"%s one more\"}".formatted(text(1));
    assertThat(at(1).put(path, near).require(200).json().has("verdictDropped")).isFalse();
    for (String decision : List.of("add", "skip")) {
      Answer dropped = at(1).put(path, json(text(7), ", \"onDuplicate\": \"" + decision + "\""));
      assertThat(dropped.require(200).json().get("verdictDropped").asBoolean()).isTrue();
      assertThat(dropped.json().has("allowedBy")).isFalse();
      for (int instance = 0; instance < 3; instance++) {
        Answer copy = at(instance).post("/documents?collection=conditions", json(text(7), SKIP));
        assertThat(copy.require(200).text("/outcome")).isEqualTo("skipped");
        assertThat(at(instance).get(path).json().has("allowed")).isFalse();
        assertThat(at(instance).get(path).json().get("verdictDropped").asBoolean()).isTrue();
      }
      at(2).put(path, json(text(1), "")).require(200);
      at(0).patch(path, "{\"allowed\": true}").require(200);
    }
  }

  @Test
  void ofManyNearDuplicatesPostedAtOnceOneIsStored() throws Exception {
    create("skip");
    List<Future<Answer>> answers = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int family = 0; family < 5; family++) {
        String common = text(1_000 + family);
        for (int i = 0; i < 30; i++) {
          int client = i;
          answers.add(
              clients.submit(() ->
                  at(client)
                      .post("/documents?collection=skip", json(common + " n" + client, SKIP))
                      .require(200, 201)));
        }
      }
    }
    long added = 0;
    for (Future<Answer> each : answers) {
      added += each.get().status() == 201 ? 1 : 0;
    }
    assertThat(added).isEqualTo(5);
    assertThat(at(2).get("/collections/skip").number("/documents")).isEqualTo(5);
  }

  @Test
  void aReplacingDocumentRemovesItsNearDuplicates() {
    create("replace");
    for (int i = 0; i < 4; i++) {
      at(i)
          .put("/documents/old" + i + "?collection=replace", json(text(7) + " x" + i, ""))
          .require(201);
    }
    Answer stored =
        at(1)
            .post(
                "/documents?collection=replace",
                json(text(7), ", \"id\": \"new\", \"onDuplicate\": \"replace\""))
            .require(201);
    assertThat(stored.json().at("/removed").size()).isEqualTo(4);
    assertThat(ids(lookup(2, "replace", text(7)))).containsExactly("new");
  }

  @Test
  void streamsAreAnsweredAtAnyInstance() {
    create("stream");
    String lines =
        IntStream.range(0, 2_000)
            .mapToObj(i -> json(text(i), ", \"id\": \"s" + i + "\""))
            .collect(Collectors.joining("\n"));
    List<JsonNode> answers =
        at(0).postLines("/documents?collection=stream&limit=0", lines).require(200).lines();
    assertThat(answers)
        .hasSize(2_000)
        .allMatch(line -> line.at("/outcome").asString().equals("added"));
    Set<String> listed = new HashSet<>();
    String after = "";
    String last = "";
    while (after != null) {
      JsonNode page =
          at(1).get("/documents?collection=stream&limit=300&after=" + after).require(200).json();
      for (JsonNode document : page.at("/documents")) {
        String id = document.at("/id").asString();
        assertThat(id).isGreaterThan(last);
        last = id;
        listed.add(id);
      }
      after = page.has("next") ? page.at("/next").asString() : null;
    }
    assertThat(listed).hasSize(2_000);
    String questions =
        IntStream.range(0, 200).mapToObj(i -> json(text(i), "")).collect(Collectors.joining("\n"));
    List<JsonNode> found =
        at(2).postLines("/duplicates?collection=stream&limit=1", questions).require(200).lines();
    for (int i = 0; i < 200; i++) {
      assertThat(found.get(i).at("/matches/0/id").asString()).isEqualTo("s" + i);
    }
  }

  @Test
  void collectionsAreThoseOfTheCluster() {
    create("shared");
    at(1).put("/documents/a?collection=shared", json(text(1), "")).require(201);
    at(2)
        .put("/collections/shared", "{\"profile\": \"paper-v1\"}")
        .requireProblem("409 conflict", "profile", "1 document with");
    at(2).delete("/collections/shared").require(204);
    Eventually.await()
        .untilAsserted(() -> at(0).get("/collections/shared").requireProblem(404, "collection"));
    create("shared");
    assertThat(ids(lookup(1, "shared", text(1)))).isEmpty();
    at(1).get("/documents/a?collection=shared").requireProblem(404, "id");
  }

  @Test
  void changesOfSettingsAtSeveralInstancesAreAllMade() {
    create("settings");
    for (int round = 1; round <= 5; round++) {
      String path = "/collections/settings";
      at(round).patch(path, "{\"ttlSeconds\": " + round * 100 + "}").require(200);
      Answer changed = at(round + 1).patch(path, "{\"maxDistance\": " + round + "}").require(200);
      assertThat(changed.number("/ttlSeconds")).isEqualTo(round * 100);
      assertThat(changed.number("/maxDistance")).isEqualTo(round);
      Answer both = at(round + 2).patch(path, "{\"storeText\": true}").require(200);
      assertThat(both.number("/ttlSeconds")).isEqualTo(round * 100);
      assertThat(both.number("/maxDistance")).isEqualTo(round);
    }
  }

  @Test
  void pagesOfJobsAreCompleteAtAnyInstance() {
    create("listed");
    List<String> posted = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      posted.add(
          at(i).post("/collections/listed/jobs", "{\"kind\": \"pairs\"}").require(202).text("/id"));
    }
    for (int i = 0; i < 3; i++) {
      String path = "/jobs?collection=listed&limit=2";
      List<String> listed = new ArrayList<>();
      for (String after = ""; after != null; ) {
        JsonNode page = at(i).get(path + after).require(200).json();
        page.get("jobs").forEach(job -> listed.add(job.get("id").asString()));
        after = page.has("next") ? "&after=" + page.get("next").asString() : null;
      }
      assertThat(listed).containsExactlyInAnyOrderElementsOf(posted);
    }
  }

  /// Instances that have not followed the deletion yet must neither refuse nor answer for the
  /// former collection.
  @Test
  void aCollectionIsCreatedAgainAtOnceAtAnyInstance() {
    create("again");
    for (int round = 0; round < 10; round++) {
      String document = "/documents/d" + round + "?collection=again";
      for (int instance = 0; instance < 3; instance++) {
        at(instance).put(document, json(text(round), "")).require(instance == 0 ? 201 : 200);
      }
      at(round).delete("/collections/again").require(204);
      at(round + 1).put("/collections/again", "{\"storeText\": true}").require(201);
      String next = "/documents/next?collection=again";
      at(round + 2).put(next, json(text(100 + round), "")).require(201);
      for (int instance = 2; instance >= 0; instance--) {
        assertThat(ids(lookup(round + instance, "again", text(100 + round))))
            .containsExactly("next");
        at(round + instance).get(next).require(200);
        at(round + instance).get(document).requireProblem(404, "id");
        assertThat(at(round + instance).get("/collections/again").require(200).number("/documents"))
            .isEqualTo(1);
      }
      at(round).delete(next).require(204);
    }
  }

  @Test
  void aDecisionOnDuplicatesFollowsACollectionThatIsCreatedAgain() {
    create("decided");
    for (int round = 0; round < 5; round++) {
      String skip = "/documents?collection=decided";
      at(round).post(skip, json(text(7), SKIP)).require(201);
      at(round + 1).delete("/collections/decided").require(204);
      at(round + 2).put("/collections/decided", "{\"storeText\": true}").require(201);
      for (int instance = 0; instance < 3; instance++) {
        assertThat(at(round + instance).post(skip, json(text(7), SKIP)).text("/outcome"))
            .isEqualTo(instance == 0 ? "added" : "skipped");
      }
      at(round).delete("/collections/decided").require(204);
      create("decided");
    }
  }

  /// A document is not skipped, and its request not refused, because of one that was refused by a
  /// condition of its own request.
  @Test
  void aRefusedConditionConcernsItsOwnRequestAlone() throws Exception {
    create("refusing");
    Map<String, String> ifNew = Map.of("Content-Type", "application/json", "If-None-Match", "*");
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        String path = "/documents/d" + round + "?collection=refusing";
        String near = json(text(1_000 + round), SKIP);
        at(round).put(path, json(text(round), "")).require(201);
        Future<Answer> refused = clients.submit(() -> at(0).send("PUT", path, ifNew, near));
        List<Future<Answer>> others = new ArrayList<>();
        for (int instance = 0; instance < 3; instance++) {
          int number = instance;
          others.add(clients.submit(() -> at(number).post("/documents?collection=refusing", near)));
        }
        int added = 0;
        for (Future<Answer> other : others) {
          added += other.get().text("/outcome").equals("added") ? 1 : 0;
        }
        assertThat(added).as("round %d", round).isEqualTo(1);
        assertThat(refused.get().status()).isIn(200, 412);
      }
    }
  }

  /// Kafka takes records of 1 MB by default, and a request between instances has 4 MB of writes.
  @Test
  void longTextsAreStoredThroughAnyInstance() {
    create("large");
    String random =
        new java.util.Random(1)
            .ints(4_500_000, 'a', 'z' + 1)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    for (int instance = 0; instance < 3; instance++) {
      at(instance)
          .put("/documents/large?collection=large", json(random, ""))
          .require(instance == 0 ? 201 : 200);
    }
    assertThat(at(1).get("/documents/large?collection=large").require(200).text("/text"))
        .isEqualTo(random);
  }

  @Test
  void changesAreFollowedAtAnyInstance() {
    create("changes");
    String end =
        at(0).get("/changes?after=end").require(200).lines().getLast().at("/cursor").asString();
    at(0).put("/documents/a?collection=changes", json(text(1), "")).require(201);
    at(1).put("/documents/b?collection=changes", json(text(2), "")).require(201);
    at(2).delete("/documents/a?collection=changes").require(204);
    List<JsonNode> lines = at(1).get("/changes?after=" + end).require(200).lines();
    List<String> changes =
        lines.stream()
            .filter(line -> line.at("/collection").asString("").equals("changes"))
            .map(line -> line.at("/change").asString() + " " + line.at("/id").asString())
            .toList();
    assertThat(changes).containsExactlyInAnyOrder("put b", "delete a");
    at(1).get("/changes?after=nonsense").requireProblem(400, "after");
  }

  /// Within some seconds, by the housekeeping of the owner.
  @Test
  void theRecordsOfADeletedCollectionAreRemovedFromTheLog() {
    create("removed");
    for (int i = 0; i < 10; i++) {
      at(i).put("/documents/d" + i + "?collection=removed", json(text(i), "")).require(201);
    }
    at(0)
        .post(
            "/collections/removed/judgements",
            "{\"judgements\": [{\"a\": \"d1\", \"b\": \"d2\", \"duplicate\": false}]}")
        .require(200);
    Set<LogRecord.Key> before = present("removed");
    assertThat(before).hasSize(11);
    at(1).delete("/collections/removed").require(204);
    Eventually.await().until(() -> present("removed").isEmpty());
  }

  /// The keys of a collection whose last record in the log has a value.
  private static Set<LogRecord.Key> present(String collection) {
    ClusterProperties properties = context(0).getBean(ClusterProperties.class);
    Set<LogRecord.Key> present = new HashSet<>();
    try (TopicReader reader =
        new TopicReader(
            new KafkaClients(properties, URI.create("http://test:1")).consumer(),
            new Topics(properties).documents())) {
      long[] ends = reader.ends(properties.partitions());
      reader.read(
          new long[ends.length],
          ends,
          (records, _) -> {
            records
                .values()
                .forEach(some ->
                    some.forEach(raw -> {
                      if (LogRecord.read(raw) instanceof Keyed keyed
                          && keyed.key().collection().equals(collection)) {
                        var _ =
                            raw.value() == null
                                ? present.remove(keyed.key())
                                : present.add(keyed.key());
                      }
                    }));
            return true;
          });
    }
    return present;
  }

  /// The HTTP server of the owner ends, while the owner goes on to apply the log.
  @Test
  void standbysAnswerForAnOwnerThatDoesNot() throws Exception {
    List<String> names = List.of("unanswered-0", "unanswered-1", "unanswered-2");
    for (String name : names) {
      create(name);
      at(0).put("/documents/a?collection=" + name, json(text(1), "")).require(201);
      at(0).put("/documents/b?collection=" + name, json(text(2), "")).require(201);
    }
    int silent = owner(names.getFirst());
    Connector connector =
        ((TomcatWebServer) ((WebServerApplicationContext) context(silent)).getWebServer())
            .getTomcat()
            .getConnector();
    connector.stop();
    try {
      for (int other = 1; other < 3; other++) {
        RunningService http = at(silent + other);
        Eventually.await() // an instance may list new collections a little later
            .untilAsserted(() -> {
              JsonNode listed = http.get("/collections").require(200).json().at("/collections");
              assertThat(
                      listed
                          .valueStream()
                          .filter(each -> names.contains(each.at("/name").asString())))
                  .hasSize(3)
                  .allMatch(each -> each.at("/documents").asInt() == 2);
            });
        JsonNode found =
            http.post("/duplicates?collection=unanswered-*", json(text(1), "")).require(200).json();
        assertThat(found.at("/matches")).hasSize(3);
        assertThat(found.has("missing")).isFalse();
        String side = "{\"collection\": \"unanswered-0\", \"id\": \"%s\"}";
        http.post(
                "/compare",
                "{\"a\": " + side.formatted("a") + ", \"b\": " + side.formatted("b") + "}")
            .require(200);
      }
    } finally {
      connector.start();
    }
  }

  private static int owner(String collection) {
    return Eventually.await()
        .until(
            () ->
                IntStream.range(0, 3)
                    .filter(each -> {
                      DocumentCollections known = context(each).getBean(DocumentCollections.class);
                      return known
                          .find(collection)
                          .filter(found -> known.backend().answersFor(found.settings()))
                          .isPresent();
                    })
                    .findFirst()
                    .orElse(-1),
            found -> found >= 0);
  }

  @Test
  void expiredDocumentsAreRemovedByTheirOwner() {
    at(0).put("/collections/expiry", "{\"ttlSeconds\": 1}").require(201);
    for (int i = 0; i < 10; i++) {
      at(i).put("/documents/e" + i + "?collection=expiry", json(text(i), "")).require(201);
    }
    Eventually.await()
        .untilAsserted(() ->
            assertThat(at(0).get("/collections/expiry").require(200).number("/documents"))
                .isZero());
  }

  @Test
  void whatBrokersHaveIsNotBackedUp() {
    at(2).post("/admin/backups", "{}").requireProblem("501 unsupported", "backup");
  }

  /// They would be refused by an instance that looked at its own documents alone.
  @Test
  void whatNeedsAllDocumentsIsAnsweredAtAnyInstance() {
    create("whole");
    at(2).patch("/collections/whole", "{\"passages\": true}").require(200);
    for (int i = 0; i < 3; i++) {
      at(i).put("/documents/d" + i + "?collection=whole", json(text(i / 2), "")).require(201);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(at(i).get("/pairs?collection=whole").require(200).json().at("/pairs").size())
          .isEqualTo(1);
      at(i).get("/collections/whole/boilerplate").require(200);
      Answer contained =
          at(i)
              .put(
                  "/documents/contained" + i + "?collection=whole",
                  json(text(2) + " " + text(3), SKIP + ", \"skipContained\": 0.9"));
      assertThat(contained.require(200, 201).text("/outcome"))
          .isEqualTo(i == 0 ? "added" : "skipped");
    }
    at(1).patch("/collections/whole", "{\"weights\": \"collection\"}").require(200);
  }

  @Test
  void positionsAreAwaitedOrRefusedWithTheirReason() {
    create("positions");
    String position =
        at(0)
            .put("/documents/a?collection=positions", json(text(1), ""))
            .require(201)
            .text("/position");
    at(1).get("/duplicates?collection=positions&id=a&minPosition=" + position).require(200);
    int partition = Integer.parseInt(position.substring(0, position.indexOf('-')));
    for (int i = 0; i < 3; i++) {
      String query = "/duplicates?collection=positions&id=a&minPosition=";
      at(i)
          .get(query + partition + "-999999")
          .requireProblem(400, "minPosition", "is beyond the end of partition " + partition);
      at(i)
          .get(query + (partition + 1) + position.substring(position.indexOf('-')))
          .requireProblem(
              400,
              "minPosition",
              "is of partition " + (partition + 1),
              "'positions' is in partition " + partition);
    }
  }

  @Test
  void thePathsOfInstancesDoNotExistForOthers() {
    for (String path : List.of("/peers/document", "/peers/rows", "/peers/copies")) {
      at(0).post(path, "{}").require(404);
      at(0)
          .send(
              "POST",
              path,
              Map.of("Content-Type", "application/json", "Neardup-Instance-Key", KEY + "x"),
              "{}")
          .require(404);
    }
  }

  @Test
  void dashboardAlertsAndGuideNameExportedMetrics() throws IOException {
    Set<String> exported =
        at(0)
            .get("/actuator/prometheus")
            .require(200)
            .body()
            .lines()
            .filter(line -> line.startsWith("neardup_cluster_"))
            .map(line -> line.replaceAll("[{ ].*", ""))
            .collect(Collectors.toSet());
    for (String file :
        List.of(
            "observability/alerts.yml",
            "observability/grafana/dashboards/neardup.json",
            "docs/cluster.md")) {
      Set<String> named =
          Pattern.compile("neardup_cluster_[a-z_]+")
              .matcher(Files.readString(Path.of(file)))
              .results()
              .map(MatchResult::group)
              .collect(Collectors.toSet());
      assertThat(named).as(file).isNotEmpty().isSubsetOf(exported);
    }
  }

  @Test
  void metricsShowThePartitionsOfAnInstance() {
    // Partitions may move for some seconds after the start.
    Eventually.await()
        .untilAsserted(
            () -> assertThat(sum("neardup_cluster_partitions", "role=\"owner\"")).isEqualTo(24));
  }

  /// An owner counts it, and a standby does not.
  @Test
  void metricsCountADocumentOnce() {
    at(0).put("/collections/counted", "{}").require(201);
    at(1).put("/documents/a?collection=counted", json(text(1), "")).require(201);
    Eventually.await()
        .untilAsserted(
            () -> assertThat(sum("neardup_documents", "collection=\"counted\"")).isEqualTo(1));
  }

  /// A metric of all instances together.
  private static double sum(String name, String label) {
    return IntStream.range(0, 3).mapToDouble(i -> metric(i, name, label)).sum();
  }

  static double metric(int instance, String name, String... labels) {
    return Scrape.of(at(instance).get("/actuator/prometheus").require(200).body())
        .sum(name, labels);
  }
}
