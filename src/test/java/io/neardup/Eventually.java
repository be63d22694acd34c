package io.neardup;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/// Waits for conditions, with a long timeout for busy machines.
public final class Eventually {

  private Eventually() {}

  /// A condition that must hold within ten minutes.
  public static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(10));
  }
}
