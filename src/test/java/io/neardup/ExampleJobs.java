package io.neardup;

import java.util.List;
import java.util.Map;

/// The jobs that the examples of the API description name.
public final class ExampleJobs {

  private static final List<String> JOBS =
      List.of(
          "{\"id\":\"nightly-pairs\",\"kind\":\"pairs\"}",
          "{\"id\":\"nightly-groups\",\"kind\":\"groups\"}",
          "{\"id\":\"clean-up\",\"kind\":\"dedupe\"}");

  private ExampleJobs() {}

  /// Runs those that do not exist, and waits until they are done.
  ///
  /// @param key of a caller; ignored by a service that requires none
  public static void run(RunningService service, String key) {
    Map<String, String> headers = Map.of("Content-Type", RunningService.JSON, "X-API-Key", key);
    for (String job : JOBS) {
      service.send("POST", "/collections/default/jobs", headers, job).require(202, 409);
      String id = Json.read(job).get("id").asString();
      service.send("GET", "/jobs/" + id + "?wait=30", headers, "").require(200);
    }
  }
}
