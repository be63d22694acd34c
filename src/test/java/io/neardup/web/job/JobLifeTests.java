package io.neardup.web.job;

import static io.neardup.Eventually.PATIENCE;
import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.Scrape;
import io.neardup.SmallDisk;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.write.Precondition;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Jobs that wait, run, are cancelled, fail, expire, and survive restarts.
class JobLifeTests {

  private static final String WAITING = "{\"kind\":\"evaluate\",\"id\":\"%s\"}";

  private final WaitingJob waiting = new WaitingJob();

  @Test
  void jobsWaitRunReportProgressAndAreCancelled() throws Exception {
    try (FreshService service = waiting.start("--neardup.jobs.at-once=1")) {
      JobClient jobs = new JobClient(service.http());
      jobs.start("default", WAITING.formatted("one"));
      jobs.start("default", WAITING.formatted("two"));
      jobs.start("default", WAITING.formatted("three"));
      await().until(() -> state(jobs, "one").equals("running"));
      assertThat(state(jobs, "two")).isEqualTo("queued");
      JsonNode running =
          await().until(() -> jobs.http().get("/jobs/one").json(), job -> job.has("secondsLeft"));
      assertThat(running.get("done").asInt()).isEqualTo(1);
      assertThat(running.get("total").asInt()).isEqualTo(4);
      assertThat(running.get("rate").asDouble()).isPositive();
      Scrape scrape = Scrape.of(jobs.http().get("/actuator/prometheus").body());
      assertThat(scrape.sum("neardup_jobs_running")).isEqualTo(1);
      assertThat(scrape.sum("neardup_jobs_queued")).isEqualTo(2);
      jobs.http().get("/jobs/one/results").requireProblem("409 conflict", "id", "running");
      jobs.http()
          .send("POST", "/jobs/one/restart", Map.of(), "")
          .requireProblem("409 conflict", "id", "running");

      assertThat(jobs.http().delete("/jobs/two").require(202).text("/state"))
          .isEqualTo("cancelled");
      assertThat(jobs.http().get("/jobs/one?wait=1").require(200).text("/state"))
          .as("after a second")
          .isEqualTo("running");
      CompletableFuture<String> waited =
          CompletableFuture.supplyAsync(() -> jobs.http().get("/jobs/one?wait=60").text("/state"));
      jobs.http().delete("/jobs/one").require(202);
      assertThat(waited).succeedsWithin(PATIENCE).isEqualTo("cancelled");
      assertThat(state(jobs, "one")).isEqualTo("cancelled");
      await().until(() -> state(jobs, "three").equals("running"));
      waiting.release();
      jobs.done("three");
      jobs.http().send("POST", "/jobs/two/restart", Map.of(), "").require(202);
      jobs.done("two");
      scrape = Scrape.of(jobs.http().get("/actuator/prometheus").body());
      assertThat(scrape.sum("neardup_jobs_ended_seconds_count", "kind", "evaluate")).isEqualTo(4);
    }
  }

  @Test
  void deletingACollectionCancelsItsJobs() {
    try (FreshService service = waiting.start()) {
      JobClient jobs = new JobClient(service.http());
      jobs.http().put("/collections/posts", "{}").require(201);
      jobs.start("posts", WAITING.formatted("one"));
      jobs.start("posts", WAITING.formatted("two"));
      jobs.start("default", WAITING.formatted("three"));
      jobs.http().delete("/collections/posts").require(204);
      assertThat(jobs.ended("one").get("state").asString()).isEqualTo("cancelled");
      assertThat(jobs.ended("two").get("state").asString()).isEqualTo("cancelled");
      assertThat(state(jobs, "three")).isIn("queued", "running");
    }
  }

  /// Its work ends with the failure of a write, not by the signal to stop.
  @Test
  void aJobThatMissesItsCollectionIsCancelled() {
    CountDownLatch deleted = new CountDownLatch(1);
    WaitingJob writing =
        new WaitingJob(scope ->
            context -> {
              try {
                deleted.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              scope.collection().remove("a", Precondition.NONE).join();
            });
    try (FreshService service = writing.start()) {
      JobClient jobs = new JobClient(service.http());
      jobs.http().put("/collections/posts", "{}").require(201);
      jobs.http().put("/documents/a?collection=posts", "{\"text\":\"a text\"}").require(201);
      jobs.start("posts", WAITING.formatted("one"));
      await().until(() -> state(jobs, "one").equals("running"));
      jobs.http().delete("/collections/posts").require(204);
      deleted.countDown();
      assertThat(jobs.ended("one").get("state").asString()).isEqualTo("cancelled");
    }
  }

  @Test
  void theQueueIsBounded() {
    try (FreshService service = waiting.start("--neardup.jobs.at-once=1")) {
      JobClient jobs = new JobClient(service.http());
      for (int i = 0; i < 3; i++) {
        jobs.start("default", WAITING.formatted(i));
      }
      jobs.http()
          .post("/collections/default/jobs", WAITING.formatted(4))
          .requireProblem(429, "caller", "3 jobs that wait or run");
      waiting.release();
      jobs.done("2");
      jobs.start("default", WAITING.formatted(4));
    }
  }

  /// Its results have their name already when its state is stored.
  @Test
  void aFinishedJobWhoseEndWasNotStoredIsDoneAfterARestart(@TempDir Path data) throws IOException {
    Path folder = data.resolve("jobs");
    try (FreshService service = FreshService.startIn(data, "--neardup.profile=paper-v1")) {
      service.http().put("/documents/a", "{\"fingerprint\":\"0000000000000001\"}").require(201);
      service.http().put("/documents/b", "{\"fingerprint\":\"0000000000000003\"}").require(201);
      JobClient jobs = new JobClient(service.http());
      jobs.done(jobs.start("default", "{\"id\":\"one\",\"kind\":\"pairs\"}"));
      edit(service, "one", "one", "running");
    }
    try (FreshService service = FreshService.startIn(data, "--neardup.profile=paper-v1")) {
      JobClient jobs = new JobClient(service.http());
      JsonNode job = jobs.done("one");
      assertThat(job.get("results").asInt()).isEqualTo(1);
      assertThat(job.get("bytes").asLong()).isEqualTo(Files.size(folder.resolve("one.ndjson")));
      assertThat(jobs.lines("one")).hasSize(1);
    }
  }

  private static DocumentCollection own(FreshService service) {
    return service.context().getBean(DocumentCollections.class).get("default");
  }

  /// Stores the state of a job that is done as that of another one.
  private static void edit(FreshService service, String from, String to, String state) {
    DocumentCollection own = own(service);
    byte[] stored = own.records().find(own.incarnation(), Kind.JOB, from);
    String json = new String(Objects.requireNonNull(stored), StandardCharsets.UTF_8);
    assertThat(json).contains("\"state\":\"DONE\"");
    String edited =
        json.replace("\"id\":\"" + from + "\"", "\"id\":\"" + to + "\"")
            .replace("\"DONE\"", "\"" + state.toUpperCase(Locale.ROOT) + "\"");
    own.records()
        .apply(
            own.incarnation(),
            List.of(new Change(Kind.JOB, to, edited.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void jobsExpireWithTheirResults() {
    try (FreshService service = FreshService.start("--neardup.jobs.keep=1s")) {
      JobClient jobs = new JobClient(service.http());
      String id = jobs.start("default", "{\"kind\":\"pairs\"}");
      await().until(() -> jobs.http().get("/jobs/" + id).status() == 404);
      assertThat(service.data().resolve("jobs")).isEmptyDirectory();
    }
  }

  @Test
  void jobsFailBeforeTheyFillTheDisk() {
    try (FreshService service = FreshService.start("--neardup.low-disk=1000000GB")) {
      JobClient jobs = new JobClient(service.http());
      storePair(jobs);
      String id = jobs.start("default", "{\"kind\":\"pairs\",\"maxDistance\":3}");
      JsonNode job = jobs.ended(id);
      assertThat(job.get("state").asString()).isEqualTo("failed");
      assertThat(job.at("/problem/type").asString()).isEqualTo("urn:neardup:problem:storage");
      assertThat(job.at("/problem/detail").asString()).contains("neardup.low-disk", "Make room");
      assertThat(service.data().resolve("jobs").resolve(id + ".ndjson.part")).doesNotExist();
      jobs.http().get("/duplicates?text=x").require(200);
    }
  }

  @Test
  void jobsFailOnAFullDiskAndRunAgainOnceThereIsRoom(@TempDir Path folder) throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder)) {
      try (FreshService service =
          FreshService.startIn(
              folder.resolve("data"), "--neardup.profile=paper-v1", "--neardup.low-disk=0B")) {
        JobClient jobs = new JobClient(service.http());
        storeRoom(jobs.http());
        Path filler = disk.fill(2 << 20);
        String id = jobs.start("default", "{\"kind\":\"pairs\",\"maxDistance\":4}");
        JsonNode job = jobs.ended(id);
        assertThat(job.get("state").asString()).as(job.toString()).isEqualTo("failed");
        assertThat(job.at("/problem/detail").asString()).contains("Make room");
        assertThat(folder.resolve("data/jobs").resolve(id + ".ndjson.part")).doesNotExist();
        jobs.http().get("/duplicates?id=room-1-0").require(200);
        Files.delete(filler);
        jobs.http().send("POST", "/jobs/" + id + "/restart", Map.of(), "").require(202);
        assertThat(jobs.done(id).get("results").asInt()).isEqualTo(94_395);
      }
    }
  }

  @Test
  void jobsFailBeyondTheSizeOfAllResults() {
    try (FreshService service =
        FreshService.start("--neardup.jobs.max-results=1MB", "--neardup.profile=paper-v1")) {
      JobClient jobs = new JobClient(service.http());
      storeRoom(jobs.http());
      String id = jobs.start("default", "{\"kind\":\"pairs\",\"maxDistance\":4}");
      JsonNode job = jobs.ended(id);
      assertThat(job.get("state").asString()).as(job.toString()).isEqualTo("failed");
      assertThat(job.at("/problem/detail").asString())
          .contains("neardup.jobs.max-results", "lower maxDistance");
      assertThat(job.get("results").asInt()).isZero();
      jobs.done(jobs.start("default", "{\"kind\":\"pairs\",\"maxDistance\":1}"));
      Scrape scrape = Scrape.of(jobs.http().get("/actuator/prometheus").body());
      assertThat(scrape.sum("neardup_jobs_results_limit_bytes")).isEqualTo(1 << 20);
    }
  }

  private static void storePair(JobClient jobs) {
    jobs.http().put("/documents/a", "{\"text\":\"one two three four\"}").require(201);
    jobs.http().put("/documents/b", "{\"text\":\"one two three four\"}").require(201);
  }

  /// Documents that are all within 4 bits of each other: 94,395 pairs, with more than 3 MB of
  /// results.
  static void storeRoom(RunningService http) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < i; j++) {
        lines.append(
            "{\"id\":\"room-%d-%d\",\"fingerprint\":\"%016x\"}\n"
                .formatted(i, j, 1L << i ^ 1L << j));
      }
    }
    http.postLines("/documents?limit=0", lines.toString()).require(200);
  }

  private static String state(JobClient jobs, String id) {
    return jobs.http().get("/jobs/" + id).require(200).text("/state");
  }
}
