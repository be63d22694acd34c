package io.neardup;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Services that the test classes of a process use one after the other, one for each configuration,
/// instead of a start for each class. They end with the process.
public final class SharedService {

  private static final Map<List<String>, FreshService> STARTED = new HashMap<>();

  private SharedService() {}

  /// A service without collections other than `default`. Earlier classes may have left documents
  /// there, and jobs, changes and metrics.
  ///
  /// @param configuration arguments of the command line
  public static FreshService of(String... configuration) {
    FreshService service =
        STARTED.computeIfAbsent(
            List.of(configuration),
            unknown ->
                FreshService.startIn(
                    Path.of("target", "test-data", UUID.randomUUID().toString()), configuration));
    service
        .http()
        .get("/collections")
        .json()
        .get("collections")
        .valueStream()
        .map(collection -> collection.get("name").asString())
        .filter(name -> !name.equals("default"))
        .forEach(name -> service.http().delete("/collections/" + name).require(204));
    return service;
  }
}
