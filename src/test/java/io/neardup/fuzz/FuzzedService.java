package io.neardup.fuzz;

import io.neardup.FreshService;
import io.neardup.RunningService;
import java.util.ArrayList;
import java.util.List;

/// A service that is sent requests that nobody wrote.
final class FuzzedService {

  /// The key of an admin of a service that asks for keys.
  static final String KEY = "k-admin-6d1f0b94";

  private FuzzedService() {}

  /// Starts one that asks for no key.
  static FreshService open() {
    return start(List.of());
  }

  /// Starts one that asks for [#KEY].
  static FreshService withKey() {
    String admin = "--neardup.security.api-keys[0].";
    return start(List.of(admin + "name=admin", admin + "key=" + KEY, admin + "roles=admin"));
  }

  /// Its own description. In OpenAPI 3.0: of a 3.1 document Tcases does not read all types.
  static ApiDescription description(RunningService service) {
    return new ApiDescription(service.get("/v3/api-docs").json());
  }

  private static FreshService start(List<String> configuration) {
    List<String> arguments = new ArrayList<>(configuration);
    arguments.add("--springdoc.api-docs.version=openapi_3_0");
    arguments.add("--neardup.backup-dir=target/test-data/${random.uuid}");
    arguments.add("--logging.level.root=warn");
    return FreshService.start(arguments.toArray(String[]::new));
  }
}
