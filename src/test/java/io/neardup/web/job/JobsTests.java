package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.web.Texts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What each kind of job finds and changes.
class JobsTests extends JobTest {

  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  @Test
  void comparisonsFilterBothSidesAndRepresentManyEqualDocuments() {
    StringBuilder many = new StringBuilder(JobClient.line("z", 7, "de"));
    for (int i = 0; i < 120; i++) {
      many.append(JobClient.line("same-%03d".formatted(i), 1, "en"));
    }
    service.postLines("/documents?collection=own", many.toString()).require(200);
    StringBuilder more = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      more.append(JobClient.line("far-" + i, (long) i << 40 | 0xFFFFL << 20, "en"));
    }
    service
        .postLines(
            "/documents?collection=other",
            more + JobClient.line("x", 3, "en") + JobClient.line("y", 3, "de"))
        .require(200);
    for (String filter : List.of("[\"lang:de\"]", "\"lang:de\"")) {
      List<JsonNode> pairs =
          jobs.run(
              "own",
              "{\"kind\":\"compare-with\",\"with\":\"other\",\"filter\":[\"lang:en\"],"
                  + "\"withFilter\":%s}".formatted(filter));
      assertThat(pairs)
          .singleElement()
          .satisfies(pair -> {
            assertThat(pair.get("b").asString()).isEqualTo("y");
            assertThat(pair.get("equalToA").asInt()).isEqualTo(120);
          });
    }
  }

  @Test
  void copiesAreStoredAsTheirNearDuplicatesAllow() {
    String text = Texts.of(1);
    service.put("/documents/t-1?collection=own", "{\"text\":\"%s\"}".formatted(text)).require(201);
    service
        .put(
            "/documents/t-2?collection=own",
            "{\"text\":\"%s\",\"metadata\":{\"n\":2}}".formatted(Texts.of(2)))
        .require(201);
    service.postLines("/documents?collection=own", JobClient.line("f", 99, "en")).require(200);
    service
        .put("/documents/old?collection=other", "{\"text\":\"%s\"}".formatted(text))
        .require(201);
    String copy = "{\"kind\":\"copy\",\"to\":\"other\",\"onDuplicate\":\"skip\"}";
    String id = jobs.start("own", copy);
    JsonNode job = jobs.done(id);
    assertThat(job.at("/counts/added").asInt()).isEqualTo(2);
    assertThat(jobs.lines(id))
        .singleElement()
        .satisfies(line -> {
          assertThat(line.get("id").asString()).isEqualTo("t-1");
          assertThat(line.get("outcome").asString()).isEqualTo("skipped");
          assertThat(line.get("duplicateOf").asString()).isEqualTo("old");
        });
    assertThat(jobs.documents("other")).containsExactlyInAnyOrder("f", "old", "t-2");
    assertThat(service.get("/documents/t-2?collection=other").number("/metadata/n")).isEqualTo(2);
    JsonNode again = jobs.done(jobs.start("own", "{\"kind\":\"copy\",\"to\":\"other\"}"));
    assertThat(again.at("/counts/added").asInt()).isEqualTo(1);
    assertThat(again.at("/counts/replaced").asInt()).isEqualTo(2);
  }

  /// The documents of the groups may be those without the field.
  @Test
  void aSurvivorFieldThatNoDocumentHasIsRefused() {
    String ranked =
        "{\"id\":\"ranked\",\"fingerprint\":\"ffffffffffffffff\",\"metadata\":{\"rank\":1}}\n";
    service
        .postLines(
            "/documents?collection=own",
            JobClient.line("a", 1, "en") + JobClient.line("b", 1, "en") + ranked)
        .require(200);
    String groups = "{\"kind\":\"groups\",\"survivor\":\"length:max,%s:min\"}";
    assertThat(jobs.run("own", groups.formatted("rank"))).hasSize(1);
    JsonNode refused = jobs.ended(jobs.start("own", groups.formatted("rang")));
    assertThat(refused.get("state").asString()).isEqualTo("failed");
    assertThat(refused.at("/problem/errors/0/message").asString())
        .startsWith("names the field 'rang', of which no document has a number");
    service.delete("/documents/a?collection=own").require(204);
    assertThat(jobs.run("own", groups.formatted("rang"))).isEmpty();
  }

  @Test
  void documentsWithoutTextAreNotCopiedToAnotherProfile() {
    service.put("/collections/wide", "{\"profile\":\"simhash-256-v1\"}").require(201);
    service.postLines("/documents?collection=own", JobClient.line("f", 99, "en")).require(200);
    List<JsonNode> results = jobs.run("own", "{\"kind\":\"copy\",\"to\":\"wide\"}");
    assertThat(results)
        .singleElement()
        .satisfies(line -> assertThat(line.get("outcome").asString()).isEqualTo("withoutText"));
    service
        .post("/collections/own/jobs", "{\"kind\":\"compare-with\",\"with\":\"wide\"}")
        .requireProblem(400, "with", "paper-v1", "simhash-256-v1");
    service.delete("/collections/wide").require(204);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | kind",
        "{\"kind\":\"apply\",\"of\":\"x\"} | kind",
        "{\"kind\":\"none\"} | kind",
        "{\"kind\":\"pairs\",\"with\":\"other\"} | with",
        "{\"kind\":\"pairs\",\"by\":\"star\"} | by",
        "{\"kind\":\"pairs\",\"maxDistance\":65} | maxDistance",
        "{\"kind\":\"pairs\",\"recall\":0} | recall",
        "{\"kind\":\"pairs\",\"filter\":[\"x\"]} | filter",
        "{\"kind\":\"pairs\",\"filter\":[null]} | filter",
        "{\"kind\":\"pairs\",\"id\":\"../x\"} | id",
        "{\"kind\":\"pairs\",\"id\":\"é\"} | id",
        "{\"kind\":\"pairs\",\"id\":\"\"} | id",
        "{\"kind\":\"groups\",\"survivor\":\"largest\"} | survivor",
        "{\"kind\":\"groups\",\"survivor\":\"none\"} | survivor",
        "{\"kind\":\"dedupe\",\"survivor\":\"none,longest\"} | survivor",
        "{\"kind\":\"dedupe\",\"survivor\":\"rank:max\",\"field\":\"rank\"} | field",
        "{\"kind\":\"groups\",\"by\":\"x\"} | by",
        "{\"kind\":\"dedupe\",\"action\":\"x\"} | action",
        "{\"kind\":\"dedupe\",\"removeAfterSeconds\":60} | removeAfterSeconds",
        "{\"kind\":\"dedupe\",\"action\":\"remove\",\"removeAfterSeconds\":-1} |"
            + " removeAfterSeconds",
        "{\"kind\":\"dedupe\",\"action\":\"remove\",\"removeAfterSeconds\":3153600001} |"
            + " removeAfterSeconds",
        "{\"kind\":\"compare-with\"} | with",
        "{\"kind\":\"compare-with\",\"with\":\"own\"} | with",
        "{\"kind\":\"compare-with\",\"with\":\"other\",\"action\":\"x\"} | action",
        "{\"kind\":\"compare-with\",\"with\":\"other\",\"dryRun\":false} | dryRun",
        "{\"kind\":\"compare-with\",\"with\":\"other\",\"removeAfterSeconds\":1} |"
            + " removeAfterSeconds",
        "{\"kind\":\"copy\"} | to",
        "{\"kind\":\"copy\",\"to\":\"own\"} | to",
        "{\"kind\":\"copy\",\"to\":\"other\",\"onDuplicate\":\"x\"} | onDuplicate",
        "{\"kind\":\"copy\",\"to\":\"other\",\"maxDistance\":65} | maxDistance",
        "{\"kind\":\"pairs\",\"unknown\":1} | unknown",
      })
  void invalidRequestsNameTheField(String body, String field) {
    service.post("/collections/own/jobs", body).requireProblem(400, field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"x\"]", "[\":en\"]", "[null]", "\"x\"", "7"})
  void malformedFiltersAreRefusedWithAnExample(String filter) {
    for (String field : List.of("filter", "withFilter")) {
      service
          .post(
              "/collections/own/jobs",
              "{\"kind\":\"compare-with\",\"with\":\"other\",\"%s\":%s}".formatted(field, filter))
          .requireProblem(400, field, "lang:en");
    }
  }

  @Test
  void idsOfJobsAndNamesOfCollectionsHaveOneRule() {
    for (String name : List.of("A.b_c-9", "a.B_c-9", "0".repeat(64))) {
      service.put("/collections/" + name, "{}").require(201);
      service.delete("/collections/" + name).require(204);
      jobs.done(jobs.start("own", "{\"kind\":\"pairs\",\"id\":\"%s\"}".formatted(name)));
      assertThat(service.get("/jobs/" + name).require(200).text("/id")).isEqualTo(name);
    }
    for (String name : List.of(".a", "-a", "_a", "a~b", "0".repeat(65))) {
      String message =
          service.put("/collections/" + name, "{}").require(400).text("/errors/0/message");
      service
          .post("/collections/own/jobs", "{\"kind\":\"pairs\",\"id\":\"%s\"}".formatted(name))
          .requireProblem(400, "id", message);
      assertThat(message).startsWith("must be 1 to 64 letters, digits");
    }
  }

  @Test
  void whatDoesNotExistIsNotFound() {
    service
        .post("/collections/none/jobs", "{\"kind\":\"pairs\"}")
        .requireProblem(404, "collection");
    service
        .post("/collections/own/jobs", "{\"kind\":\"compare-with\",\"with\":\"none\"}")
        .requireProblem(404, "with");
    service.get("/jobs/none").requireProblem(404, "id");
    service.get("/jobs/none/results").requireProblem(404, "id");
    service.delete("/jobs/none").requireProblem(404, "id");
    service.get("/jobs?collection=none").requireProblem(404, "collection");
    service.get("/jobs?state=none").requireProblem(400, "state");
    service.get("/jobs?after=none").requireProblem(400, "after");
    service.get("/jobs/none?wait=61").requireProblem(400, "wait");
    String filter = "\"" + "x".repeat(70_000) + ":y\"";
    service
        .post("/collections/own/jobs", "{\"kind\":\"pairs\",\"filter\":[" + filter + "]}")
        .requireProblem(413, "body");
  }

  @Test
  void jobsAreListedNewestFirstAndDeleted() {
    service.put("/collections/listed", "{}").require(201);
    for (int i = 0; i < 3; i++) {
      jobs.done(jobs.start("listed", "{\"kind\":\"pairs\",\"id\":\"list-%d\"}".formatted(i)));
    }
    service
        .post("/collections/listed/jobs", "{\"kind\":\"pairs\",\"id\":\"list-1\"}")
        .requireProblem("409 conflict", "id");
    JsonNode first = service.get("/jobs?collection=listed&state=done&limit=2").json();
    assertThat(first.get("jobs").valueStream().map(job -> job.get("id").asString()))
        .containsExactly("list-2", "list-1");
    assertThat(
            service
                .get("/jobs?collection=listed&limit=2&after=" + first.get("next").asString())
                .text("/jobs/0/id"))
        .isEqualTo("list-0");
    for (int i = 0; i < 3; i++) {
      service.delete("/jobs/list-" + i).require(204);
      service.get("/jobs/list-" + i).require(404);
    }
    assertThat(service.get("/jobs?collection=listed").json().get("jobs")).isEmpty();
    service.delete("/collections/listed").require(204);
  }

  @Test
  void ofSimultaneousJobsWithOneIdOneIsAccepted() {
    for (int round = 0; round < 10; round++) {
      String body = "{\"kind\":\"pairs\",\"id\":\"once-%d\"}".formatted(round);
      List<CompletableFuture<Integer>> calls =
          IntStream.range(0, 8)
              .mapToObj(call ->
                  CompletableFuture.supplyAsync(
                      () -> service.post("/collections/own/jobs", body).status(), THREADS))
              .toList();
      assertThat(calls.stream().map(CompletableFuture::join).sorted())
          .containsExactly(202, 409, 409, 409, 409, 409, 409, 409);
    }
  }
}
