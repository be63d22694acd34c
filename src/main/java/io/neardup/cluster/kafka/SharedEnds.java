package io.neardup.cluster.kafka;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Coalesces questions for the end of a log: all callers that arrive while one question is pending
/// share the next one. Thread-safe.
public final class SharedEnds {

  private final Supplier<CompletableFuture<Long>> question;
  private @Nullable CompletableFuture<Long> asked; // guarded by this
  private @Nullable CompletableFuture<Long> waiting; // guarded by this

  /// @param question completes with a position at or after every write that was acknowledged before
  ///   it; may block
  public SharedEnds(Supplier<CompletableFuture<Long>> question) {
    this.question = question;
  }

  /// The answer to a question that is asked after the call.
  public synchronized CompletableFuture<Long> next() {
    if (asked == null) {
      return begin(new CompletableFuture<>());
    }
    CompletableFuture<Long> next = waiting;
    if (next == null) {
      next = new CompletableFuture<>();
      waiting = next;
    }
    return next;
  }

  private CompletableFuture<Long> begin(CompletableFuture<Long> end) {
    asked = end;
    Thread.ofVirtual().start(() -> ask(end));
    return end;
  }

  private void ask(CompletableFuture<Long> end) {
    CompletableFuture<Long> answer;
    try {
      answer = question.get();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    var _ =
        answer.whenComplete((position, failure) -> {
          synchronized (this) {
            CompletableFuture<Long> next = waiting;
            waiting = null;
            asked = null;
            if (next != null) {
              var _ = begin(next);
            }
          }
          if (failure == null) {
            end.complete(position);
          } else {
            end.completeExceptionally(failure);
          }
        });
  }
}
