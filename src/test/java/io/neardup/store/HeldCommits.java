package io.neardup.store;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/// Holds commits of the log, or fails them: the clock of its metrics, which is read when a commit
/// begins and when it ends.
public final class HeldCommits implements Clock {

  private final Queue<Runnable> next = new ConcurrentLinkedQueue<>();
  private boolean running; // used by the committing thread

  /// Options of the store.
  public StoreOptions options() {
    return StoreOptions.DEFAULTS.withMetrics(new SimpleMeterRegistry(SimpleConfig.DEFAULT, this));
  }

  /// Holds the next commit until it is released.
  ///
  /// @return is counted down when the commit begins
  public CountDownLatch hold(CountDownLatch released) {
    return hold(released, false);
  }

  /// Holds the next commit until it is released, then fails it.
  ///
  /// @return is counted down when the commit begins
  public CountDownLatch holdAndFail(CountDownLatch released) {
    return hold(released, true);
  }

  /// Fails the next commit.
  public void fail() {
    hold(new CountDownLatch(0), true);
  }

  private CountDownLatch hold(CountDownLatch released, boolean fails) {
    CountDownLatch committing = new CountDownLatch(1);
    next.add(() -> {
      committing.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (fails) {
        throw new IllegalStateException("the disk fails");
      }
    });
    return committing;
  }

  @Override
  public long wallTime() {
    return System.currentTimeMillis();
  }

  @Override
  public long monotonicTime() {
    if (Thread.currentThread().getName().equals("document-log")) {
      Runnable step = running ? null : next.poll();
      if (step != null) {
        step.run();
      }
      running = !running;
    }
    return System.nanoTime();
  }
}
