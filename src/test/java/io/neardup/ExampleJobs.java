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

  private static final String CLEAN_UP =
      "{\"id\":\"clean-up-at-once\",\"kind\":\"dedupe\",\"dryRun\":false}";

  private ExampleJobs() {}

  /// Runs those that do not exist, and waits until they are done.
  ///
  /// @param key of a caller; ignored by a service that requires none
  public static void run(RunningService service, String key) {
    Map<String, String> headers = Map.of("Content-Type", RunningService.JSON, "X-API-Key", key);
    for (String job : JOBS) {
      run(service, headers, "default", job);
    }
    service.send("PUT", "/collections/cleaned", headers, "{}").require(200, 201);
    for (String id : List.of("one", "two")) {
      String text = "{\"text\":\"one text that is stored twice\"}";
      service.send("PUT", "/documents/" + id + "?collection=cleaned", headers, text);
    }
    run(service, headers, "cleaned", CLEAN_UP);
  }

  /// Indexes the passages of the default collection, or not.
  ///
  /// @param key as for [#run]
  public static void indexPassages(RunningService service, String key, boolean indexed) {
    Map<String, String> headers = Map.of("Content-Type", RunningService.JSON, "X-API-Key", key);
    String change = "{\"passages\":" + indexed + "}";
    service.send("PATCH", "/collections/default", headers, change).require(200);
  }

  private static void run(
      RunningService service, Map<String, String> headers, String collection, String job) {
    service.send("POST", "/collections/" + collection + "/jobs", headers, job).require(202, 409);
    String id = Json.read(job).get("id").asString();
    service.send("GET", "/jobs/" + id + "?wait=30", headers, "").require(200);
  }
}
