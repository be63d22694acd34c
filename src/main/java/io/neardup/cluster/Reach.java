package io.neardup.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Whether this instance reaches Kafka and the owners of all partitions. Checked on demand, at most
/// every few seconds. Safe for concurrent use.
final class Reach {

  /// How long an outage may last before it is reported: longer than the partitions of an instance
  /// or broker need to move.
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Supplier<CompletableFuture<Boolean>> attempt;
  private final LongSupplier nanoTime;
  private boolean trying; // guarded by this
  private long triedNanos; // when the last attempt began; guarded by this
  private @Nullable Long
      failingNanos; // start of the first failure in the current series; guarded by this

  /// @param attempt completes within seconds with whether everything is reached
  /// @param nanoTime like System.nanoTime
  Reach(Supplier<CompletableFuture<Boolean>> attempt, LongSupplier nanoTime) {
    this.attempt = attempt;
    this.nanoTime = nanoTime;
    this.triedNanos = nanoTime.getAsLong() - PAUSE.toNanos();
  }

  /// Whether everything was reached within the last [#PATIENCE], as far as anybody asked. Does not
  /// wait.
  synchronized boolean isKept() {
    long now = nanoTime.getAsLong();
    if (!trying && now - triedNanos >= PAUSE.toNanos()) {
      trying = true;
      triedNanos = now;
      var _ =
          CompletableFuture.completedFuture(true)
              .thenCompose(any -> attempt.get()) // may throw
              .handle((reached, failure) -> failure == null && reached)
              .thenAccept(reached -> tried(now, reached));
    }
    return failingNanos == null || now - failingNanos < PATIENCE.toNanos();
  }

  private synchronized void tried(long begun, boolean reached) {
    trying = false;
    if (reached) {
      failingNanos = null;
    } else if (failingNanos == null) {
      failingNanos = begun;
    }
  }
}
