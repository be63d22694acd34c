package io.neardup.fuzz;

import io.neardup.ExampleJobs;
import io.neardup.FreshService;
import io.neardup.RunningService;
import java.util.ArrayList;
import java.util.List;

/// The service under fuzzing.
final class FuzzedService {

  /// The API key with the role admin, for a service that requires keys.
  static final String KEY = "k-admin-6d1f0b94";

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
    ExampleJobs.run(service.http(), KEY);
    ExampleJobs.indexPassages(service.http(), KEY, true);
    return service;
  }
}
