package io.neardup.web.limits;

import java.time.Duration;
import java.util.function.LongSupplier;

/// The clock of deadlines, in nanoseconds. It stands still unless a test advances it.
final class LeapingClock implements LongSupplier {

  private static final long LEAP_NANOS = Duration.ofHours(1).toNanos();

  private long now;
  private int standing; // reads before it advances
  private int leaps; // reads at which it then advances

  @Override
  public synchronized long getAsLong() {
    if (--standing < 0 && --leaps >= 0) {
      now += LEAP_NANOS;
    }
    return now;
  }

  /// Advances by one hour at each of ten reads, after the given number of reads.
  synchronized void leapAfter(int reads) {
    standing = reads;
    leaps = 10;
  }

  synchronized void stand() {
    leaps = 0;
  }
}
