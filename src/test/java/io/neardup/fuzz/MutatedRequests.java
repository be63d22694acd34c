package io.neardup.fuzz;

import io.neardup.FreshService;
import org.jspecify.annotations.Nullable;

/// What Jazzer calls with requests that it mutates, in a process of its own. The service runs in
/// the same process, so that Jazzer sees which branches a request takes and goes on with those
/// that take new ones.
public final class MutatedRequests {

  private static @Nullable Attempt attempt;

  private MutatedRequests() {}

  /// Starts the service.
  ///
  /// @param arguments none
  public static void fuzzerInitialize(String[] arguments) {
    FreshService service = FuzzedService.open();
    attempt = new Attempt(service.http(), FuzzedService.description(service.http()));
  }

  /// Sends a request.
  public static void fuzzerTestOneInput(byte[] request) {
    attempt.send(request);
  }
}
