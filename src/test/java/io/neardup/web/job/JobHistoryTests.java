package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService.Answer;
import io.neardup.Seeds;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Histories of jobs while clients write and delete documents, delete and create the collection
/// again, cancel, restart, undo and delete jobs; then the service starts again.
///
/// No call fails with a fault of the service. Each job ends; one that is done has as many results
/// as it says, of documents that were stored, and within its distance. What a job disabled is what
/// it has counted, at most, and a document is disabled by a job that cleaned up. The collection is
/// created again with other profiles as well; its documents are of its present one.
class JobHistoryTests {

  private static final int ROUNDS = Seeds.rounds(300);
  private static final int LIMIT = 5;

  /// Of 64 bits twice, and of 256.
  private static final List<String> PROFILES = List.of("paper-v1", "chinese-v1", "simhash-256-v1");

  private static final List<String> REQUESTS =
      List.of(
          "{\"kind\":\"pairs\",\"maxDistance\":5}",
          "{\"kind\":\"groups\",\"maxDistance\":5}",
          "{\"kind\":\"groups\",\"maxDistance\":5,\"by\":\"components\"}",
          "{\"kind\":\"dedupe\",\"maxDistance\":5}",
          "{\"kind\":\"dedupe\",\"maxDistance\":5,\"dryRun\":false}",
          "{\"kind\":\"dedupe\",\"maxDistance\":5,\"dryRun\":false,\"action\":\"remove\"}",
          "{\"kind\":\"compare-with\",\"maxDistance\":5,\"with\":\"other\"}",
          "{\"kind\":\"copy\",\"to\":\"other\"}");

  private final Set<String> stored = ConcurrentHashMap.newKeySet();
  private final Queue<String> ids = new ConcurrentLinkedQueue<>();
  private volatile Instant recreated = Instant.MIN; // the last time

  private final Set<String> restarted = ConcurrentHashMap.newKeySet();

  @TempDir private Path data;

  @Test
  void jobsAreConsistentWhileEverythingChanges() {
    Seeds.random(random -> {
      Map<String, JsonNode> ended;
      try (FreshService service = FreshService.startIn(data, "--neardup.profile=paper-v1")) {
        JobClient jobs = new JobClient(service.http());
        jobs.http().put("/collections/own", "{\"storeText\":true}").require(201);
        jobs.http().put("/collections/other", "{}").require(201);
        concurrently(
            List.of(
                client(random.split(), each -> write(jobs, each)),
                client(random.split(), each -> write(jobs, each)),
                client(random.split(), each -> start(jobs, each)),
                client(random.split(), each -> change(jobs, each)),
                client(random.split(), each -> recreate(jobs, each))));
        ended = ended(jobs);
        check(jobs, ended);
      }
      try (FreshService service = FreshService.startIn(data, "--neardup.profile=paper-v1")) {
        JobClient jobs = new JobClient(service.http());
        // The jobs of a collection are deleted with it.
        Map<String, JsonNode> kept = new TreeMap<>(ended);
        kept.values().removeIf(job -> createdAt(job).isBefore(recreated));
        kept.forEach((id, job) ->
            assertThat(jobs.http().get("/jobs/" + id).require(200).json()).isEqualTo(job));
        check(jobs, kept);
      }
    });
  }

  private interface Step {
    void take(SplittableRandom random);
  }

  private static Runnable client(SplittableRandom random, Step step) {
    return () -> {
      for (int i = 0; i < ROUNDS; i++) {
        step.take(random);
      }
    };
  }

  private static void concurrently(List<Runnable> clients) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      clients.forEach(each -> running.add(threads.submit(each)));
      for (Future<?> each : running) {
        each.get();
      }
    }
  }

  private void write(JobClient jobs, SplittableRandom random) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      long fingerprint = 0x9E37_79B9_7F4A_7C15L * random.nextInt(8);
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        fingerprint ^= 1L << random.nextInt(64);
      }
      String id = "d" + random.nextInt(300);
      stored.add(id);
      String line = JobClient.line(id, fingerprint, "en");
      String hex = "%016x".formatted(fingerprint);
      lines.append(random.nextInt(3) == 0 ? line.replace(hex, hex.repeat(4)) : line);
    }
    String collection = random.nextInt(4) == 0 ? "other" : "own";
    served(jobs.http().postLines("/documents?limit=0&collection=" + collection, lines.toString()));
    served(jobs.http().delete("/documents/d" + random.nextInt(300) + "?collection=own"));
  }

  private void start(JobClient jobs, SplittableRandom random) {
    Answer answer =
        served(
            jobs.http()
                .post("/collections/own/jobs", REQUESTS.get(random.nextInt(REQUESTS.size()))));
    if (answer.status() == 202) {
      ids.add(answer.text("/id"));
    }
  }

  private void change(JobClient jobs, SplittableRandom random) {
    List<String> known = List.copyOf(ids);
    if (known.isEmpty()) {
      return;
    }
    String id = known.get(random.nextInt(known.size()));
    switch (random.nextInt(5)) {
      case 0 -> {
        if (served(jobs.http().delete("/jobs/" + id)).status() == 204) {
          ids.remove(id);
        }
      }
      case 1 -> {
        restarted.add(id);
        served(post(jobs, id, "restart"));
      }
      case 2 -> served(jobs.http().get("/jobs/" + id + "?wait=1"));
      default -> {
        Answer answer = served(post(jobs, id, random.nextBoolean() ? "undo" : "apply"));
        if (answer.status() == 202 && !ids.contains(answer.text("/id"))) {
          ids.add(answer.text("/id"));
        }
      }
    }
  }

  private static Instant createdAt(JsonNode job) {
    return Instant.parse(job.get("createdAt").asString());
  }

  private void recreate(JobClient jobs, SplittableRandom random) {
    if (random.nextInt(6) == 0) {
      served(jobs.http().delete("/collections/own"));
      String profile = PROFILES.get(random.nextInt(PROFILES.size()));
      served(
          jobs.http()
              .put("/collections/own", "{\"storeText\":true,\"profile\":\"" + profile + "\"}"));
      recreated = Instant.now();
    } else {
      served(jobs.http().get("/groups?maxDistance=5&collection=own"));
    }
  }

  private static Answer post(JobClient jobs, String id, String what) {
    return jobs.http().send("POST", "/jobs/" + id + "/" + what, Map.of(), "");
  }

  /// An answer that is no fault of the service; it may be busy.
  private static Answer served(Answer answer) {
    assertThat(answer.status())
        .as(answer.body())
        .satisfiesAnyOf(
            status -> assertThat(status).isLessThan(500),
            status -> assertThat(status).isEqualTo(503));
    assertThat(answer.body()).doesNotContain("internal-error");
    return answer;
  }

  private Map<String, JsonNode> ended(JobClient jobs) {
    Map<String, JsonNode> ended = new TreeMap<>();
    for (String id : ids) {
      if (jobs.http().get("/jobs/" + id).status() == 200) {
        JsonNode job = jobs.ended(id);
        assertThat(job.get("state").asString()).isIn("done", "cancelled", "failed");
        if (job.get("state").asString().equals("failed")) {
          assertThat(job.at("/problem/status").asInt()).as(job.toString()).isBetween(400, 499);
        }
        ended.put(id, job);
      }
    }
    return ended;
  }

  private void check(JobClient jobs, Map<String, JsonNode> ended) {
    ended.forEach((id, job) -> {
      if (job.get("state").asString().equals("done")) {
        List<JsonNode> results = jobs.lines(id);
        assertThat(results).as(job.toString()).hasSize(job.get("results").asInt());
        boolean isChained = job.at("/request/by").asString("").equals("components");
        results.forEach(each -> check(each, isChained));
      }
    });
    assertThat(jobs.http().get("/collections").json().has("quarantined")).isFalse();
    String profile = jobs.http().get("/collections/own").text("/profile");
    Map<String, Integer> disabled = new TreeMap<>();
    jobs.http()
        .get("/documents?limit=10000&collection=own")
        .json()
        .get("documents")
        .forEach(each -> {
          assertThat(each.get("profile").asString()).isEqualTo(profile);
          if (each.has("disabledBy")) {
            disabled.merge(each.get("disabledBy").asString(), 1, Integer::sum);
          }
        });
    disabled.forEach((id, count) -> {
      if (ended.containsKey(id)) {
        String kind = ended.get(id).at("/request/kind").asString();
        assertThat(kind).isIn("dedupe", "apply");
        if (ended.get(id).get("state").asString().equals("done") && !restarted.contains(id)) {
          assertThat(count).as(id).isLessThanOrEqualTo(ended.get(id).at("/counts/applied").asInt());
        }
      }
    });
  }

  private void check(JsonNode result, boolean isChained) {
    for (String field : List.of("id", "a", "b", "survivor")) {
      if (result.has(field)) {
        assertThat(stored).contains(result.get(field).asString());
      }
    }
    if (result.has("distance")) {
      assertThat(result.get("distance").asInt()).isLessThanOrEqualTo(LIMIT);
    }
    if (result.has("members") && !isChained) {
      assertThat(result.get("size").asInt()).isEqualTo(result.get("members").size());
      result
          .get("members")
          .forEach(each -> assertThat(each.get("distance").asInt()).isLessThanOrEqualTo(LIMIT));
    }
  }
}
