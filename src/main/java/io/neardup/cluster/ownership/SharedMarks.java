package io.neardup.cluster.ownership;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Marks in the log of a partition, each shared by all lookups that wait for the next one while one
/// is being appended. Thread-safe.
final class SharedMarks {

  private final Supplier<CompletableFuture<Long>> append;
  private @Nullable CompletableFuture<Long> appending; // guarded by this
  private @Nullable CompletableFuture<Long> waiting; // guarded by this

  /// @param append appends a mark, and completes with its position
  SharedMarks(Supplier<CompletableFuture<Long>> append) {
    this.append = append;
  }

  /// The position of a mark that is appended after the call.
  synchronized CompletableFuture<Long> next() {
    CompletableFuture<Long> present = appending;
    if (present == null) {
      return begin(new CompletableFuture<>());
    }
    CompletableFuture<Long> next = waiting;
    if (next == null) {
      next = new CompletableFuture<>();
      waiting = next;
    }
    return next;
  }

  private CompletableFuture<Long> begin(CompletableFuture<Long> mark) {
    appending = mark;
    Thread.ofVirtual().start(() -> append(mark)); // the buffer of the producer may be full
    return mark;
  }

  private void append(CompletableFuture<Long> mark) {
    CompletableFuture<Long> appended;
    try {
      appended = append.get();
    } catch (RuntimeException e) {
      appended = CompletableFuture.failedFuture(e);
    }
    var _ =
        appended.whenComplete((position, failure) -> {
          synchronized (this) {
            CompletableFuture<Long> next = waiting;
            waiting = null;
            appending = null;
            if (next != null) {
              var _ = begin(next);
            }
          }
          if (failure == null) {
            mark.complete(position);
          } else {
            mark.completeExceptionally(failure);
          }
        });
  }
}
