package io.neardup.web.join;

import io.neardup.service.Awaited;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobMemory;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/// Runs the work of a job for the answer to a request, which is one JSON value.
///
/// The work runs on a thread of its own; the thread of the request stops it at the deadline.
///
/// @param memory of all joins and jobs
record JoinAnswer(Deadline.Limit timeLimit, JobMemory memory) {

  private static final Duration PAUSE = Duration.ofMillis(100);

  /// Collects the results of a join.
  ///
  /// @param <R> the answer
  interface Results<R> {

    /// Receives a result of the join, on several threads at once.
    void add(Object result);

    /// The answer.
    R answer(JoinSummary summary);
  }

  /// Runs the work.
  ///
  /// @throws RuntimeException of the work or the deadline
  <R> R run(JobWork work, Results<R> results) {
    JobContext context = JobContext.answering(results::add, memory);
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread worker =
        Thread.ofPlatform()
            .name("join")
            .daemon()
            .start(() -> {
              try {
                work.run(context);
                done.complete(null);
              } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
              }
            });
    Deadline limit = timeLimit.begin(TimedWork.JOIN);
    try {
      while (!worker.join(PAUSE)) {
        limit.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while it waited for a join");
    } finally {
      context.stop();
      Awaited.end(worker);
    }
    Awaited.of(done);
    return results.answer(JoinSummary.of(Objects.requireNonNull(context.joined()), true));
  }
}
