package io.neardup.index;

/// Counts the steps of one lookup, and polls its stop signal at intervals. Not thread-safe.
public final class PollingInterval {

  /// Steps between two polls. A poll reads the clock, 20 ns; a step takes 1 ns or more.
  static final int STRIDE = 1 << 14;

  private final StopSignal stop;
  private long left = STRIDE;

  /// An interval that begins now.
  public PollingInterval(StopSignal stop) {
    this.stop = stop;
  }

  /// Counts steps, and polls the signal if the interval has passed.
  ///
  /// @throws RuntimeException thrown by the signal
  public void step(long steps) {
    left -= steps;
    if (left <= 0) {
      left = STRIDE;
      stop.check();
    }
  }
}
