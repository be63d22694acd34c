package io.neardup;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/// Waits for conditions, with a long timeout for busy machines.
///
/// A test as a whole may take longer, see `junit-platform.properties`.
public final class Eventually {

  /// How long any wait of a test may last.
  public static final Duration PATIENCE = Duration.ofMinutes(10);

  /// [#PATIENCE] as a setting of a service, of the time limits that are no subject of the test.
  public static final String PATIENT = "10m";

  private Eventually() {}

  /// A condition that must hold within [#PATIENCE].
  public static ConditionFactory await() {
    return Awaitility.await().atMost(PATIENCE);
  }
}
