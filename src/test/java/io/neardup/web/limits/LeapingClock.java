package io.neardup.web.limits;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;

/// The clock of deadlines, in nanoseconds. It stands still unless a test advances it.
public final class LeapingClock implements LongSupplier {

  private long now;
  private long leap;
  private int standing; // reads before it advances
  private int leaps; // reads at which it then advances
  private Runnable beforeLeap = () -> {};

  @Override
  public long getAsLong() {
    Runnable before;
    synchronized (this) {
      if (--standing >= 0 || --leaps < 0) {
        return now;
      }
      before = beforeLeap;
    }
    before.run();
    synchronized (this) {
      now += leap;
      return now;
    }
  }

  /// Advances by one hour after that many reads.
  void leapAfter(int reads) {
    leapAfter(reads, Duration.ofHours(1), () -> {});
  }

  /// Advances at each of ten reads, after the given number of reads.
  public synchronized void leapAfter(int reads, Duration by, Runnable before) {
    standing = reads;
    leaps = 10;
    leap = by.toNanos();
    beforeLeap = before;
  }

  synchronized void stand() {
    leaps = 0;
  }

  /// Blocks the thread that reads the first advanced time. Data and disconnects of clients on this
  /// machine arrive before the client's call returns.
  public record Pause(CountDownLatch begun, CountDownLatch end) implements Runnable {

    public Pause() {
      this(new CountDownLatch(1), new CountDownLatch(1));
    }

    @Override
    public void run() {
      begun.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
