package io.neardup.fuzz;

import io.neardup.FreshService;
import io.neardup.RunningService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The service under fuzzing.
final class FuzzedService {

  /// The API key with the role admin, for a service that requires keys.
  static final String KEY = "k-admin-6d1f0b94";

  private static final List<String> JOBS =
      List.of(
          "{\"id\":\"nightly-pairs\",\"kind\":\"pairs\"}",
          "{\"id\":\"nightly-groups\",\"kind\":\"groups\"}",
          "{\"id\":\"clean-up\",\"kind\":\"dedupe\"}");

  private FuzzedService() {}

  /// Starts one that requires no key.
  static FreshService open() {
    return start(List.of());
  }

  /// Starts one that requires [#KEY].
  static FreshService withKey() {
    String admin = "--neardup.security.api-keys[0].";
    return start(List.of(admin + "name=admin", admin + "key=" + KEY, admin + "roles=admin"));
  }

  /// Its API description, as OpenAPI 3.0: Tcases does not support all types of 3.1.
  static ApiDescription description(RunningService service) {
    return new ApiDescription(service.get("/v3/api-docs").json());
  }

  private static FreshService start(List<String> configuration) {
    List<String> arguments = new ArrayList<>(configuration);
    arguments.add("--springdoc.api-docs.version=openapi_3_0");
    arguments.add("--neardup.backup-dir=target/test-data/${random.uuid}");
    arguments.add("--logging.level.root=warn");
    FreshService service = FreshService.start(arguments.toArray(String[]::new));
    JOBS.forEach(job -> startJob(service.http(), job));
    return service;
  }

  /// The description calls these jobs by their ids.
  private static void startJob(RunningService service, String job) {
    Map<String, String> headers = Map.of("Content-Type", RunningService.JSON, "X-API-Key", KEY);
    RunningService.Answer started =
        service.send("POST", "/collections/default/jobs", headers, job).require(202);
    service.send("GET", "/jobs/" + started.text("/id") + "?wait=60", headers, "").require(200);
  }
}
