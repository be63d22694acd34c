package io.neardup.fuzz;

import io.neardup.RunningService;
import org.jspecify.annotations.Nullable;

/// What Jazzer calls with requests that it mutates, in a process of its own. The service runs in
/// the same process, so that Jazzer sees which branches a request takes and goes on with those that
/// take new ones.
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

  /// Sends a request, and looks now and then whether the service is still ready.
  public static void fuzzerTestOneInput(byte[] request) {
    if (Wire.hasRequestLine(request)) {
      attempt.send(request);
      if (++sent % BETWEEN_CHECKS == 0) {
        attempt.checkReady();
      }
    }
  }
}
