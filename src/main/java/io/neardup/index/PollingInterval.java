package io.neardup.index;

/// Counts the steps of one lookup, and asks now and then whether it is to go on. Not for concurrent
/// use.
public final class PollingInterval {

  /// How many steps are taken unasked. To ask reads the clock, 20 ns, and a step takes 1 ns or
  /// more.
  static final int STRIDE = 1 << 14;

  private final StopSignal stop;
  private long left = STRIDE;

  public PollingInterval(StopSignal stop) {
    this.stop = stop;
  }

  /// Counts so many steps.
  ///
  /// @throws RuntimeException as the signal does
  public void step(long steps) {
    left -= steps;
    if (left <= 0) {
      left = STRIDE;
      stop.check();
    }
  }
}
