package io.neardup.cluster;

import static io.neardup.cluster.ThreeInstances.json;
import static io.neardup.cluster.ThreeInstances.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreshService;
import io.neardup.NearTexts;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.cluster.relay.Call;
import io.neardup.cluster.relay.Route;
import io.neardup.cluster.relay.Routing;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import tools.jackson.databind.JsonNode;

/// Work with two collections for which two instances answer, beside the same work of a single
/// process.
class ElsewhereTests {

  private static final String TEXTS = "{\"storeText\": true}";
  private static final String FEATURES = "{\"storeText\": false, \"verify\": \"features\"}";
  private static final String WEIGHTED =
      "{\"storeText\": true, \"verify\": \"features\", \"weights\": \"collection\"}";
  private static final String SMALL = "{\"storeText\": true, \"profile\": \"paper-v1\"}";

  @TempDir static Path folder;

  private static ThreeInstances instances;
  private static FreshService single;

  @BeforeAll
  static void start() throws IOException {
    instances = ThreeInstances.start(folder);
    single = FreshService.startIn(folder.resolve("single"));
  }

  @AfterAll
  static void stop() {
    single.close();
    instances.close();
  }

  private static RunningService at(int instance) {
    return instances.at(instance).repeating();
  }

  private static void both(Consumer<RunningService> work) {
    work.accept(single.http());
    work.accept(at(0));
  }

  private static int owner(String name) {
    return Eventually.await()
        .until(
            () ->
                IntStream.range(0, 3).filter(each -> answersFor(each, name)).findFirst().orElse(-1),
            found -> found >= 0);
  }

  private static boolean answersFor(int instance, String name) {
    DocumentCollections collections =
        instances.services().get(instance).context().getBean(DocumentCollections.class);
    DocumentCollection collection = collections.find(name).orElse(null);
    return collection != null && collections.backend().answersFor(collection.settings());
  }

  /// Creates a collection for which another instance answers.
  ///
  /// @return its name
  private static String create(String prefix, String settings, int notAt) {
    for (int i = 0; ; i++) {
      String name = prefix + i;
      both(http -> http.put("/collections/" + name, settings).require(201));
      if (owner(name) != notAt) {
        return name;
      }
    }
  }

  /// Stores documents: pairs of near texts, of which one is in each of two collections, and others.
  private static void fill(String collection, int side, int others) {
    Stream<String> near =
        IntStream.range(0, 4)
            .mapToObj(NearTexts::missed)
            .map(pair -> side == 0 ? pair.text() : pair.other());
    List<String> texts =
        Stream.of(
                near,
                IntStream.range(0, 4).mapToObj(i -> "shared " + text(i)),
                IntStream.range(0, others).mapToObj(i -> text(100 * (side + 1) + i)))
            .flatMap(each -> each)
            .toList();
    both(http -> {
      for (int i = 0; i < texts.size(); i++) {
        http.put(
                "/documents/" + side + "-" + i + "?collection=" + collection,
                json(texts.get(i), ", \"metadata\": {\"even\": " + (i % 2 == 0) + "}"))
            .require(201);
      }
      http.put("/documents/same" + side + "?collection=" + collection, json(texts.get(5), ""))
          .require(201);
    });
  }

  private static String comparable(String body) {
    return body.replaceAll("\"requestId\":\"[^\"]*\"", "");
  }

  private static void assertSameComparison(String body) {
    Answer expected = single.http().post("/compare", body);
    for (int i = 0; i < 3; i++) {
      Answer answer = at(i).post("/compare", body);
      assertThat(comparable(answer.body()))
          .as("%s at %d", body, i)
          .isEqualTo(comparable(expected.body()));
      assertThat(answer.status()).isEqualTo(expected.status());
      assertThat(answer.header("Content-Type")).isEqualTo(expected.header("Content-Type"));
    }
  }

  private static String side(String id, String collection) {
    return "{\"id\": \"" + id + "\", \"collection\": \"" + collection + "\"}";
  }

  @Test
  void documentsOfTwoInstancesAreComparedAsInOneProcess() {
    String texts = create("compared-texts", TEXTS, -1);
    String features = create("compared-features", FEATURES, owner(texts));
    String weighted = create("compared-weighted", WEIGHTED, owner(texts));
    String small = create("compared-small", SMALL, owner(texts));
    List<String> all = List.of(texts, features, weighted, small);
    for (int i = 0; i < all.size(); i++) {
      fill(all.get(i), i % 2, i);
    }
    String whole = ", \"measures\": \"all\", \"passages\": true, \"explain\": true";
    for (String a : all) {
      for (String b : all) {
        String ids = "{\"a\": " + side("0-1", a) + ", \"b\": " + side("1-1", b);
        String sides =
            "{\"a\": "
                + side(all.indexOf(a) % 2 + "-1", a)
                + ", \"b\": "
                + side(all.indexOf(b) % 2 + "-1", b);
        assertSameComparison(sides + "}");
        assertSameComparison(sides + whole + "}");
        assertSameComparison(sides + ", \"profile\": \"simhash-512-v1\"" + whole + "}");
        assertSameComparison(ids + "}"); // some do not exist
      }
      assertSameComparison(
          "{\"a\": {\"text\": \"" + text(3) + "\"}, \"b\": " + side("same0", a) + whole + "}");
    }
    assertSameComparison(
        "{\"a\": " + side("0-1", texts) + ", \"b\": " + side("1-1", "nowhere") + "}");
    assertSameComparison(
        "{\"a\": " + side("0-1", texts) + ", \"b\": {\"text\": \"a b c\"}, \"maxDistance\": 999}");
    for (String given :
        List.of(
            "\"tokens\": [\"a\", \"b\"]",
            "\"features\": [{\"feature\": \"a\", \"weight\": 2.5}, {\"feature\": \"b\"}]",
            "\"html\": \"<p>" + text(3) + "</p>\"",
            "\"fingerprint\": \"" + "0f".repeat(32) + "\"",
            "\"fingerprint\": \"12\"")) {
      assertSameComparison(
          "{\"a\": {" + given + "}, \"b\": " + side("1-1", weighted) + whole + "}");
    }
    assertThat(
            single
                .http()
                .post(
                    "/compare",
                    "{\"a\": " + side("0-1", weighted) + ", \"b\": " + side("0-1", texts) + "}")
                .require(200)
                .json()
                .has("weights"))
        .isTrue();
  }

  /// Runs a job that any instance is asked for, and returns its state and its results in order.
  private static List<String> run(
      RunningService asked, List<RunningService> all, String target, String body) {
    String id = asked.post(target, body).require(202).text("/id");
    RunningService owner =
        Eventually.await()
            .until(
                () ->
                    all.stream()
                        .filter(each -> each.get("/jobs/" + id).status() == 200)
                        .findFirst()
                        .orElse(null),
                found -> found != null);
    JsonNode job =
        Eventually.await()
            .until(() -> owner.get("/jobs/" + id).json(), each -> each.has("finishedAt"));
    Answer results =
        owner.send("GET", "/jobs/" + id + "/results", Map.of("Accept", RunningService.NDJSON), "");
    return Stream.concat(
            Stream.of("state", "done", "total", "results", "counts", "summary", "problem")
                .map(field -> field + " " + job.path(field)),
            results
                .body()
                .lines()
                .map(line -> line.replaceAll("\"(tag|survivorTag)\":\"[^,]*\",", ""))
                .sorted())
        .toList();
  }

  private static List<String> runSingle(String target, String body) {
    return run(single.http(), List.of(single.http()), target, body);
  }

  private static List<String> runAt(int instance, String target, String body) {
    return run(at(instance), List.of(at(0), at(1), at(2)), target, body);
  }

  /// The owner of one collection, that of the other, and an instance that owns neither.
  private static int[] asked(String own, String other) {
    int first = owner(own);
    int second = owner(other);
    int neither =
        IntStream.range(0, 3).filter(i -> i != first && i != second).findFirst().orElseThrow();
    return new int[] {first, second, neither};
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          smaller, 1, 9, texts
          larger,  9, 1, texts
          smaller, 1, 9, features
          larger,  9, 1, features
          larger,  9, 1, weighted
          smaller, 1, 9, small
          larger,  9, 1, small
          """)
  void collectionsOfTwoInstancesAreComparedAsInOneProcess(
      String which, int ownOthers, int otherOthers, String kind) {
    String settings =
        switch (kind) {
          case "texts" -> TEXTS;
          case "features" -> FEATURES;
          case "weighted" -> WEIGHTED;
          default -> SMALL;
        };
    String own = create(kind + "-own-" + which, settings, -1);
    String other = create(kind + "-other-" + which, settings, owner(own));
    fill(own, 0, ownOthers);
    fill(other, 1, otherOthers);
    both(http ->
        http.patch("/documents/1-2?collection=" + other, "{\"allowed\": true}").require(200));
    String target = "/collections/" + own + "/jobs";
    int[] asked = asked(own, other);
    List<String> bodies =
        Stream.of(
                "",
                ", \"maxDistance\": 20",
                ", \"withFilter\": \"even:true\", \"filter\": []",
                ", \"action\": \"disable\"")
            .map(further ->
                "{\"kind\": \"compare-with\", \"with\": \"" + other + "\"" + further + "}")
            .toList();
    for (int i = 0; i < bodies.size(); i++) {
      String body = bodies.get(i);
      List<String> expected = runSingle(target, body);
      assertThat(expected.getFirst()).contains("done");
      assertThat(expected).hasSizeGreaterThan(8);
      assertThat(runAt(asked[i % 3], target, body)).as(body).isEqualTo(expected);
    }
  }

  /// The survivors of the reference are asked for at its instance.
  @Test
  void aCleanUpAgainstACollectionOfAnotherInstanceIsAppliedAndUndone() {
    String own = create("cleaned", TEXTS, -1);
    String other = create("reference", TEXTS, owner(own));
    fill(own, 0, 5);
    fill(other, 1, 5);
    List<String> before = documents(at(0), other);
    String body =
        "{\"kind\": \"compare-with\", \"with\": \"" + other + "\", \"action\": \"disable\"}";
    JsonNode dryRun = ended(at(1).post("/collections/" + own + "/jobs", body));
    assertThat(dryRun.get("results").asInt()).as(dryRun.toString()).isGreaterThan(8);
    JsonNode applied = ended(followUp(dryRun, "apply"));
    assertThat(applied.at("/counts/applied")).isEqualTo(dryRun.get("results"));
    JsonNode undone = ended(followUp(applied, "undo"));
    assertThat(undone.at("/counts/restored")).isEqualTo(dryRun.get("results"));
    assertThat(documents(at(0), other)).isEqualTo(before);
  }

  @Test
  void theIdOfAJobMayBeSentWithAndWithoutTheSuffixOfItsCollection() {
    String collection = create("named", TEXTS, -1);
    fill(collection, 0, 5);
    String target = "/collections/" + collection + "/jobs";
    String cleanUp = "{\"id\": \"%s\", \"kind\": \"dedupe\", \"dryRun\": false}";
    JsonNode cleaned = ended(at(0).post(target, cleanUp.formatted("clean")));
    String id = cleaned.get("id").asString();
    assertThat(id).matches("clean\\.\\w+");
    assertThat(cleaned.at("/counts/applied").asInt()).isPositive();
    for (int i = 0; i < 3; i++) {
      for (String sent : List.of("clean", id)) {
        assertThat(
                at(i)
                    .post(target, cleanUp.formatted(sent))
                    .requireProblem("409 conflict", "id")
                    .body())
            .contains("'" + id + "'");
      }
      at(i).get("/jobs/" + id).require(200);
      at(i).get("/jobs/clean").requireProblem(404, "id", "ends with the suffix of its collection");
      at(i).get("/jobs/no-" + id).requireProblem(404, "id", "names no job; GET /jobs lists them");
    }
    for (String of : List.of("clean", id)) {
      JsonNode undone = ended(at(1).post(target, "{\"kind\": \"undo\", \"of\": \"" + of + "\"}"));
      assertThat(undone.at("/counts/restored")).isEqualTo(cleaned.at("/counts/applied"));
      ended(at(2).send("POST", "/jobs/" + id + "/restart", Map.of(), ""));
    }
  }

  private static Answer followUp(JsonNode job, String what) {
    return at(2).send("POST", "/jobs/" + job.get("id").asString() + "/" + what, Map.of(), "");
  }

  /// A job in its final state.
  private static JsonNode ended(Answer queued) {
    return ended(at(0), queued);
  }

  private static JsonNode ended(RunningService http, Answer queued) {
    String job = "/jobs/" + queued.require(202).text("/id") + "?wait=30";
    return Eventually.await()
        .until(() -> http.get(job).require(200).json(), each -> each.has("finishedAt"));
  }

  private static List<String> documents(RunningService http, String collection) {
    return http.send(
            "GET",
            "/documents?collection=" + collection,
            Map.of("Accept", RunningService.NDJSON),
            "")
        .require(200)
        .body()
        .lines()
        .map(line -> line.replaceAll(",\"createdAt\":\"[^\"]*\"", ""))
        .toList();
  }

  private static void assertSameDocuments(String collection) {
    List<String> expected = documents(single.http(), collection);
    assertThat(expected).isNotEmpty();
    for (int i = 0; i < 3; i++) {
      assertThat(documents(at(i), collection)).isEqualTo(expected);
    }
  }

  /// Each is asked for at another of the instances.
  @ParameterizedTest
  @CsvSource({"add, 0", "skip, 1", "replace, 2"})
  void aCopyToACollectionOfAnotherInstanceIsThatOfOneProcess(String onDuplicate, int asked) {
    String from = create("copied-" + onDuplicate, TEXTS, -1);
    String featured = create("copied-features-" + onDuplicate, FEATURES, -1);
    fill(from, 0, 5);
    fill(featured, 0, 5);
    both(http -> {
      http.patch("/documents/0-6?collection=" + from, "{\"allowed\": true}").require(200);
      http.patch("/documents/0-7?collection=" + from, "{\"enabled\": false}").require(200);
      http.put(
              "/documents/late?collection=" + from,
              json(text(50), ", \"expiresAt\": \"2099-01-01T00:00:00Z\""))
          .require(201);
    });
    String to = create("to-" + onDuplicate, TEXTS, owner(from));
    String small = create("to-small-" + onDuplicate, SMALL, owner(from));
    String again = create("to-features-" + onDuplicate, FEATURES, owner(featured));
    fill(to, 1, 2);
    for (String[] each :
        new String[][] {{from, to}, {from, small}, {featured, small}, {featured, again}}) {
      String target = "/collections/" + each[0] + "/jobs";
      String body =
          "{\"kind\": \"copy\", \"to\": \""
              + each[1]
              + "\", \"onDuplicate\": \""
              + onDuplicate
              + "\"}";
      assertThat(runAt(asked(from, to)[asked], target, body))
          .as(body)
          .isEqualTo(runSingle(target, body));
    }
    assertSameDocuments(to);
    assertSameDocuments(small);
    assertSameDocuments(again);
  }

  /// The HTTP server of the other collection's owner ends, as if it was killed. A standby answers
  /// lookups; rows and writes wait.
  @ParameterizedTest
  @CsvSource({"lookups, 1, 9", "rows, 9, 1", "copy, 3, 3"})
  void aJobWaitsForTheOwnerOfItsOtherCollection(String what, int ownOthers, int otherOthers)
      throws Exception {
    String own = create("waits-" + what, TEXTS, -1);
    String other = create("lost-" + what, TEXTS, owner(own));
    fill(own, 0, ownOthers);
    fill(other, 1, otherOthers);
    String body =
        what.equals("copy")
            ? "{\"kind\": \"copy\", \"to\": \"" + other + "\"}"
            : "{\"kind\": \"compare-with\", \"with\": \"" + other + "\"}";
    String target = "/collections/" + own + "/jobs";
    RunningService asked = at(owner(own));
    Connector connector =
        ((TomcatWebServer)
                ((WebServerApplicationContext) instances.services().get(owner(other)).context())
                    .getWebServer())
            .getTomcat()
            .getConnector();
    connector.stop();
    JsonNode ended;
    try {
      String job = "/jobs/" + asked.post(target, body).require(202).text("/id");
      if (!what.equals("lookups")) {
        Eventually.await()
            .until(() ->
                asked.get(job).require(200).json().path("waitingFor").asString("").equals(other));
        assertThat(asked.get(job).text("/state")).isEqualTo("running");
        connector.start();
      }
      ended =
          Eventually.await()
              .until(
                  () -> asked.get(job + "?wait=30").require(200).json(),
                  each -> each.has("finishedAt"));
    } finally {
      connector.start();
    }
    JsonNode expected = ended(single.http(), single.http().post(target, body));
    assertThat(ended.path("state").asString()).as("%s", ended).isEqualTo("done");
    assertThat(ended.has("waitingFor")).isFalse();
    assertThat(ended.get("counts")).isEqualTo(expected.get("counts"));
  }

  @Test
  void whatInstancesAskEachOtherIsNoCallOfClients() {
    for (String target : List.of("document", "copies", "matches", "rows", "collections")) {
      at(0).post("/peers/" + target, "{}").requireProblem(404, null);
      single.http().post("/peers/" + target, "{}").requireProblem(404, null);
    }
  }

  /// It may not own the partition yet, but has the documents. Another replica may be new.
  @Test
  void anInstanceThatRefusesAReadAsTheOwnerIsAskedAsAReplicaBeforeOthers() {
    Call read = Call.of("GET", "/documents/none?collection=asked");
    at(0).put("/collections/asked", "{}").require(201);
    owner("asked");
    Routing routing =
        IntStream.range(0, 3)
            .mapToObj(each -> instances.services().get(each).context().getBean(Cluster.class))
            .filter(each -> each.routing().of(read, () -> {}) instanceof Route.Elsewhere)
            .findFirst()
            .orElseThrow()
            .routing();
    Route.Elsewhere first = (Route.Elsewhere) routing.of(read, () -> {});
    assertThat(first.attributes()).containsEntry("replica", "false");

    routing.unaccepted(first, true);
    Route.Elsewhere second = (Route.Elsewhere) routing.of(read, () -> {});
    assertThat(second.instance()).isEqualTo(first.instance());
    assertThat(second.attributes()).containsEntry("replica", "true");

    routing.unaccepted(second, true);
    Route third = routing.of(read, () -> {});
    assertThat(third instanceof Route.Elsewhere to && to.instance().equals(first.instance()))
        .as("%s", third)
        .isFalse();
  }
}
