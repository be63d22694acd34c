package io.neardup;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;

/// Waits for conditions, with a long timeout for busy machines.
///
/// A test as a whole may take longer, see `junit-platform.properties`.
public final class Eventually {

  /// How long any wait of a test may last.
  public static final Duration PATIENCE = Duration.ofMinutes(10);

  /// [#PATIENCE] as a setting of a service, of the time limits that are no subject of the test.
  public static final String PATIENT = "10m";

  private static final Duration LONG_PAUSE = Duration.ofMillis(100);

  private Eventually() {}

  /// A condition that must hold within [#PATIENCE]. It is checked at once, and then after pauses
  /// that grow from 5 ms to 100 ms.
  public static ConditionFactory await() {
    return Awaitility.await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(
            IterativePollInterval.iterative(
                pause -> pause.compareTo(LONG_PAUSE) < 0 ? pause.multipliedBy(2) : LONG_PAUSE,
                Duration.ofMillis(5)));
  }
}
