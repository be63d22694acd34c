package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord.Mark;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A lease is held by both clocks of the machine, of which either may be set, or stand still while
/// the machine is paused.
class LeaseClockTests {

  private static final Duration HOUR = Duration.ofHours(1);

  /// Whether a lease is held at a time since its mark was sent.
  ///
  /// @param monotonic by the clock that is never set
  /// @param ofDay by the clock of the day
  private static boolean isHeldAfter(Duration monotonic, Duration ofDay) {
    OwnerLease lease = new OwnerLease();
    Mark now = Mark.now(1);
    lease.extend(
        new Mark(1, now.sentNanos() - monotonic.toNanos(), now.sentMillis() - ofDay.toMillis()));
    return lease.isHeld();
  }

  @Test
  void aLeaseIsHeldUntilItEndsByOneOfTheClocks() {
    assertThat(isHeldAfter(Duration.ZERO, Duration.ZERO)).isTrue();
    assertThat(isHeldAfter(OwnerLease.LEASE, Duration.ZERO)).isFalse();
    assertThat(isHeldAfter(Duration.ZERO, OwnerLease.LEASE)).isFalse();
  }

  @Test
  void aLeaseEndsWhenTheClockOfTheDayIsSet() {
    assertThat(isHeldAfter(Duration.ZERO, HOUR)).isFalse();
    assertThat(isHeldAfter(Duration.ZERO, HOUR.negated())).isFalse();
  }
}
