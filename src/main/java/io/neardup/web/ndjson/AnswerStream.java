package io.neardup.web.ndjson;

import io.micrometer.context.ContextSnapshot;
import io.neardup.web.ndjson.LineWorker.BatchOutcome;
import io.neardup.web.ndjson.LineWorker.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

/// The answers to a stream of lines, from the lines that were read to the bytes that are sent.
///
/// ```
/// reader ──► workers ──► turns ──► answers ──► writer
///            any order   in the order of the lines
/// ```
///
/// Workers ([LineThreads]), shared by all streams, read and answer batches of lines. What must be
/// done in the order of the lines, to decide about one after the other, is begun by the thread of
/// the turns, and waited for by that of the answers: while one waits for the disk, the next
/// thousands are decided and share its wait. The writer sends, while the client may still be
/// sending as well: many clients send all they have before they read the first answer.
///
/// Each waits for the next when too much is under way; at the end the service stops reading.
final class AnswerStream implements AutoCloseable {

  private static final int CHUNK = 32 * 1024;

  /// How many lines may be decided and not answered, weighed.
  private static final int IN_FLIGHT = 2_048;

  /// Answers that are longer weigh more than one.
  private static final int ANSWER_BYTES = 1024;

  /// How many are handed on together, weighed.
  private static final int TOGETHER = 64;

  /// How many batches of a stream wait for a worker, beside those worked on: few, so that streams
  /// take turns, enough to keep all workers busy.
  private static final int BATCHES_WAITING = 4;

  private static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(true);

  private final LineWorker<?> worker;
  private final LineThreads workers;
  private final String caller;
  private final ContextSnapshot context;
  private final Stage<byte[]> writer;
  private final Stage<List<Pending>> answers;
  private final Stage<Batch> turns;
  private volatile boolean closed;

  /// @param workers answer batches of lines
  /// @param caller for whom
  /// @param context what the workers are to know of who asks
  /// @param out where answers go, closed by its owner
  /// @param client who reads them
  /// @param room for answers, in bytes, while the client does not read yet
  AnswerStream(
      LineWorker<?> worker,
      LineThreads workers,
      String caller,
      ContextSnapshot context,
      OutputStream out,
      StreamClient client,
      Stage.Room room) {
    this.worker = worker;
    this.workers = workers;
    this.caller = caller;
    this.context = context;
    this.writer = new Stage<>("ndjson-writer", room, new Writer(out, client));
    this.answers = new Stage<>("ndjson-answers", IN_FLIGHT, new Answers());
    this.turns =
        new Stage<>(
            "ndjson-turns",
            Runtime.getRuntime().availableProcessors() + BATCHES_WAITING,
            this::takeTurn);
  }

  /// Adds lines; waits while too many are under way.
  ///
  /// @throws IOException if the client can no longer be written to
  void put(LineBatch batch) throws IOException, InterruptedException {
    BatchOutcome outcome = new BatchOutcome();
    var done = workers.submit(caller, this, more -> work(batch, outcome, more));
    turns.put(new Batch(outcome, done), batch.weight());
  }

  /// Waits until all answers are sent.
  ///
  /// @throws IOException if they could not be
  void finish() throws IOException, InterruptedException {
    turns.finish();
    answers.finish();
    writer.finish();
  }

  /// Drops what is not sent yet, and waits until the stream is let go of: the container gives it to
  /// another request next. What is decided stays so, unanswered.
  @Override
  public void close() {
    closed = true;
    writer.close();
    answers.close();
    turns.close();
  }

  private boolean work(LineBatch batch, BatchOutcome outcome, BooleanSupplier more) {
    boolean done = true;
    try (ContextSnapshot.Scope _ = context.setThreadLocals()) {
      // Once it is closed, nobody waits for the rest.
      done = closed || worker.work(batch, outcome, () -> !closed && more.getAsBoolean());
    } finally {
      if (done) {
        batch.close();
      }
    }
    return done;
  }

  private void takeTurn(Batch batch) throws IOException, InterruptedException {
    List<Pending> together = new ArrayList<>();
    int weight = 0;
    for (Step step : steps(batch)) {
      if (weight >= TOGETHER) {
        answers.put(together, weight);
        together = new ArrayList<>();
        weight = 0;
      }
      switch (step) {
        case Step.Answers there -> {
          together.add(new Pending(there, DONE));
          weight += Math.clamp(there.json().length / ANSWER_BYTES, 1, IN_FLIGHT);
        }
        case Step.Waiting waiting -> {
          together.add(new Pending(step, begin(waiting)));
          weight += Math.clamp(waiting.rest().weight(), 1, IN_FLIGHT);
        }
      }
    }
    if (weight > 0) {
      answers.put(together, weight);
    }
  }

  private static List<Step> steps(Batch batch) throws InterruptedException {
    try {
      batch.done.get();
      return batch.outcome.steps();
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

  /// Lines that are worked on, and what has come of them once that is done.
  private record Batch(BatchOutcome outcome, CompletableFuture<?> done) {}

  /// Answers that are there or on their way.
  private record Pending(Step step, CompletableFuture<?> later) {}

  /// Waits for answers and writes them into chunks.
  private final class Answers implements Stage.StageWork<List<Pending>> {

    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + 1024);

    @Override
    public void take(List<Pending> next) throws IOException, InterruptedException {
      for (Pending pending : next) {
        if (!pending.later.isDone()) {
          handOn(); // the client may wait for it before it sends more
        }
        switch (pending.step) {
          case Step.Answers there -> chunk.writeBytes(there.json());
          case Step.Waiting waiting -> worker.write(chunk, waiting, pending.later);
        }
        if (chunk.size() >= CHUNK) {
          handOn();
        }
      }
    }

    @Override
    public void idle() throws IOException, InterruptedException {
      handOn();
    }

    private void handOn() throws IOException, InterruptedException {
      if (chunk.size() > 0) {
        writer.put(chunk.toByteArray(), chunk.size());
        chunk.reset();
      }
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
    public void idle() throws IOException {
      out.flush();
    }

    @Override
    public void awaited(long nanos) {
      client.awaited(nanos);
    }
  }
}
