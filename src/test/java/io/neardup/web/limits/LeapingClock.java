package io.neardup.web.limits;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;

/// The time by which work is stopped, in nanoseconds. Stands still until it is told otherwise.
public final class LeapingClock implements LongSupplier {

  private long now;
  private long leap;
  private int standing; // for so many looks
  private int leaps; // then at so many
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

  /// Stands still for so many looks, and goes on by an hour then.
  void leapAfter(int looks) {
    leapAfter(looks, Duration.ofHours(1), () -> {});
  }

  /// Stands still for so many looks, and goes on by so much at each of the next ten.
  public synchronized void leapAfter(int looks, Duration by, Runnable before) {
    standing = looks;
    leaps = 10;
    leap = by.toNanos();
    beforeLeap = before;
  }

  synchronized void stand() {
    leaps = 0;
  }

  /// Holds up the first look at the clock. What a client on this machine sends, or that it
  /// disconnects, has arrived when its call returns.
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
