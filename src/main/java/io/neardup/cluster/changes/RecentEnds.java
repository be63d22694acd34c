package io.neardup.cluster.changes;

import io.neardup.cluster.changes.LogEnds.Ends;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The ends of the log as they were a moment ago: asked for once for all clients that wait for
/// changes. Thread-safe.
final class RecentEnds {

  /// How often the ends are asked for.
  static final Duration AGE = Duration.ofMillis(100);

  private final LogEnds ends;
  private @Nullable CompletableFuture<Ends> asked; // guarded by this
  private long askedAt; // guarded by this

  RecentEnds(LogEnds ends) {
    this.ends = ends;
  }

  /// The ends, null if the owners do not answer in time.
  ///
  /// @throws CompletionException if they cannot be asked
  @Nullable Ends within(long nanos) throws InterruptedException {
    try {
      return recent().get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /// The last question, or a new one if it was answered long ago.
  private synchronized CompletableFuture<Ends> recent() {
    CompletableFuture<Ends> last = asked;
    long now = System.nanoTime();
    if (last == null || last.isDone() && now - askedAt >= AGE.toNanos()) {
      last = ends.now();
      asked = last;
      askedAt = now;
    }
    return last;
  }
}
