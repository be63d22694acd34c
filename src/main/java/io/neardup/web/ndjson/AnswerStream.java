package io.neardup.web.ndjson;

import io.neardup.index.StopSignal;
import io.neardup.service.CallerQuota.Share;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.FairExecutor.Slot;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.ndjson.LineWorker.Part;
import io.neardup.web.ndjson.LineWorker.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// The pipeline of a stream, from the lines read to the answer bytes sent.
///
/// ```
/// reader ──► workers ──► answers ──► writer
///            any order   in the order of the lines
/// ```
///
/// The workers ([FairExecutor]), shared by all streams, parse and answer batches of lines. Writes
/// must be decided in line order: the next thread starts them and waits until they are durable.
/// Meanwhile it starts thousands more, which share one disk sync. The writer sends while the client
/// may still be sending: many clients send everything before they read the first answer.
///
/// Each stage waits for the next one when too much is in flight (backpressure); in the end the
/// service stops reading.
final class AnswerStream implements AutoCloseable {

  private static final int CHUNK = 32 * 1024;

  /// Maximum weight of lines that are decided but not answered.
  private static final int IN_FLIGHT = 2_048;

  /// Longer answers weigh more than 1.
  private static final int ANSWER_BYTES = 1024;

  /// The same for waiting lines, counting all copies of what they hold.
  private static final int HELD_BYTES = 4 * ANSWER_BYTES;

  /// Maximum number of a stream's batches that wait for a worker: few, so that streams alternate,
  /// but enough to keep all workers busy.
  private static final int BATCHES_WAITING = 4;

  private static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(true);

  private final LineWorker<?> worker;
  private final FairExecutor executor;
  private final String caller;
  private final StopSignal memory;
  private final Stage<byte[]> writer;
  private final Stage<BatchWork> answers;
  private volatile boolean closed;
  private volatile boolean ended;

  /// @param executor answers batches of lines
  /// @param caller of the stream
  /// @param memory counts the memory of stored documents
  /// @param out receives the answers, closed by its owner
  /// @param client reads the answers
  /// @param shared memory for unread answers, shared by all streams, in bytes
  /// @param own memory for this stream's answers, used before the shared memory
  AnswerStream(
      LineWorker<?> worker,
      FairExecutor executor,
      String caller,
      StopSignal memory,
      OutputStream out,
      StreamClient client,
      Share shared,
      long own) {
    this.worker = worker;
    this.executor = executor;
    this.caller = caller;
    this.memory = memory;
    this.writer =
        new Stage<>(
            "ndjson-writer", own, RequestLimits.MAX_ANSWER_BYTES, shared, new Writer(out, client));
    int batches = Runtime.getRuntime().availableProcessors() + BATCHES_WAITING;
    this.answers = new Stage<>("ndjson-answers", batches, batches, null, new AnswerWork());
  }

  /// Adds lines; waits while too many are in flight.
  ///
  /// @throws IOException if the client can no longer be written to
  void put(LineBatch batch) throws IOException, InterruptedException {
    answers.put(begin(batch, 0), batch.weight());
  }

  /// Whether the last answer is decided, so that further lines are dropped.
  boolean isEnded() {
    return ended;
  }

  /// Waits until all answers are sent.
  ///
  /// @throws IOException if they could not be
  void finish() throws IOException, InterruptedException {
    answers.finish();
    writer.finish();
  }

  /// Drops unsent answers, and waits until no thread uses the response, because the container
  /// reuses it. Decisions remain valid, but unanswered.
  @Override
  public void close() {
    closed = true;
    writer.close();
    answers.close();
  }

  /// The work on a batch, from one of its lines on.
  private record BatchWork(LineBatch batch, CompletableFuture<Part> part) {}

  private BatchWork begin(LineBatch batch, int from) {
    return new BatchWork(batch, executor.submit(caller, this, slot -> work(batch, from, slot)));
  }

  private Part work(LineBatch batch, int from, Slot slot) {
    Part part = null;
    try {
      part = worker.work(batch, from, slot, memory, () -> closed || ended);
      return part;
    } finally {
      if (part == null || part.next() == batch.lines().size()) {
        batch.close();
      }
    }
  }

  private static Part done(CompletableFuture<Part> part) throws InterruptedException {
    try {
      return part.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("lines could not be answered", e.getCause());
    }
  }

  private static CompletableFuture<?> begin(Step.Waiting line) {
    try {
      return line.rest().begin().get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /// An answer that is complete, or will be.
  private record PendingAnswer(Step step, CompletableFuture<?> later) {

    /// For backpressure.
    int weight() {
      return Math.clamp(
          switch (step) {
            case Step.Answers complete -> complete.json().length / ANSWER_BYTES;
            case Step.Waiting waiting ->
                Math.max(waiting.rest().weight(), waiting.memory().held() / HELD_BYTES);
          },
          1,
          IN_FLIGHT);
    }
  }

  /// Starts writes, waits for their answers, and collects all answers in chunks.
  private final class AnswerWork implements Stage.StageWork<BatchWork> {

    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + 1024);
    private final Deque<PendingAnswer> pending = new ArrayDeque<>();
    private int weight;

    @Override
    public void take(BatchWork work) throws IOException, InterruptedException {
      int size = work.batch.lines().size();
      for (int next = take(work.part); next < size && !ended; ) {
        next = take(begin(work.batch, next).part);
      }
    }

    /// Returns the index of the next line of the batch.
    private int take(CompletableFuture<Part> future) throws IOException, InterruptedException {
      while (!future.isDone()) {
        CompletableFuture<?> first = idle();
        awaitDone(first == null ? future : CompletableFuture.anyOf(future, first));
      }
      Part part = done(future);
      for (Step step : ended ? List.<Step>of() : part.steps()) {
        PendingAnswer next =
            new PendingAnswer(step, step instanceof Step.Waiting waiting ? begin(waiting) : DONE);
        pending.addLast(next);
        weight += next.weight();
        while (weight > IN_FLIGHT) {
          awaitDone(idle());
        }
        if (ended) {
          break;
        }
      }
      writeComplete();
      return part.next();
    }

    @Override
    public @Nullable CompletableFuture<?> idle() throws IOException, InterruptedException {
      writeComplete();
      passOn(); // the client may wait for it before it sends more
      return pending.isEmpty() ? null : pending.getFirst().later;
    }

    private void writeComplete() throws IOException, InterruptedException {
      while (!pending.isEmpty() && pending.getFirst().later.isDone()) {
        PendingAnswer first = pending.removeFirst();
        weight -= first.weight();
        switch (first.step) {
          case Step.Answers complete -> chunk.writeBytes(complete.json());
          case Step.Waiting waiting -> {
            if (!worker.write(chunk, waiting, first.later)) {
              ended = true;
              pending.clear();
              weight = 0;
            }
          }
        }
        if (chunk.size() >= CHUNK) {
          passOn();
        }
      }
    }

    private void passOn() throws IOException, InterruptedException {
      if (chunk.size() > 0) {
        writer.put(chunk.toByteArray(), chunk.size());
        chunk.reset();
      }
    }
  }

  /// Waits until a future is complete, even if it failed.
  private static void awaitDone(@Nullable CompletableFuture<?> later) throws InterruptedException {
    try {
      if (later != null) {
        later.get();
      }
    } catch (ExecutionException e) {
      // Its answer is a problem, written in its place.
    }
  }

  private record Writer(OutputStream out, StreamClient client) implements Stage.StageWork<byte[]> {

    @Override
    public void take(byte[] next) throws IOException {
      try {
        out.write(next);
      } catch (IOException e) {
        throw new IOException("the client no longer reads the answers", e);
      }
    }

    @Override
    public @Nullable CompletableFuture<?> idle() throws IOException {
      out.flush();
      return null;
    }

    @Override
    public void awaited(long nanos) {
      client.awaited(nanos);
    }
  }
}
