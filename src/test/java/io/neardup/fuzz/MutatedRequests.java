package io.neardup.fuzz;

import io.neardup.RunningService;
import org.jspecify.annotations.Nullable;

/// The fuzz target that Jazzer calls with mutated requests, in a separate process. The service runs
/// in the same process, so that Jazzer sees the branches that a request takes and continues with
/// requests that take new ones.
public final class MutatedRequests {

  private static final int BETWEEN_CHECKS = 1_000;

  private static @Nullable Attempt attempt;
  private static int sent;

  private MutatedRequests() {}

  /// Starts the service.
  public static void fuzzerInitialize() {
    RunningService service = FuzzedService.open().http();
    attempt = new Attempt(service, FuzzedService.description(service));
  }

  /// Sends a request, and checks periodically whether the service is still ready.
  public static void fuzzerTestOneInput(byte[] request) {
    if (Wire.hasRequestLine(request)) {
      attempt.send(request);
      if (++sent % BETWEEN_CHECKS == 0) {
        attempt.checkReady();
      }
    }
  }
}
