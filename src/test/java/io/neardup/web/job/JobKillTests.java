package io.neardup.web.job;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.ServiceProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The service is killed (SIGKILL) while jobs run and wait, and started again in the same
/// directory: each job is done, or interrupted and can be restarted; whatever is done has all its
/// results.
class JobKillTests {

  private static final int JOBS = 3; // two run at once
  private static final int PAIRS = 435 * 434 / 2;

  @Test
  void jobsSurviveAKill(@TempDir Path folder) throws Exception {
    List<String> ids = new ArrayList<>();
    try (ServiceProcess service = start(folder)) {
      JobLifeTests.storeRoom(service.http());
      JobClient jobs = new JobClient(service.http());
      for (int i = 0; i < JOBS; i++) {
        ids.add(jobs.start("default", "{\"kind\":\"pairs\",\"maxDistance\":4}"));
      }
      await()
          .until(() ->
              ids.stream()
                  .map(id -> service.http().get("/jobs/" + id).json())
                  .anyMatch(job -> job.get("results").asInt() > 0));
      service.kill();
    }
    try (FreshService service =
        FreshService.startIn(folder.resolve("data"), "--neardup.profile=paper-v1")) {
      JobClient jobs = new JobClient(service.http());
      int interrupted = 0;
      for (String id : ids) {
        JsonNode job = jobs.ended(id);
        if (job.get("state").asString().equals("interrupted")) {
          interrupted++;
          jobs.http()
              .get("/jobs/" + id + "/results")
              .requireProblem("409 conflict", "id", "interrupted", "restart");
          jobs.http().send("POST", "/jobs/" + id + "/restart", Map.of(), "").require(202);
        }
        assertThat(jobs.done(id).get("results").asInt()).isEqualTo(PAIRS);
      }
      assertThat(interrupted).isBetween(1, 2);
      assertThat(jobs.lines(ids.getFirst())).hasSize(PAIRS);
    }
  }

  private static ServiceProcess start(Path folder) throws Exception {
    return ServiceProcess.start(folder, "--neardup.profile=paper-v1");
  }
}
