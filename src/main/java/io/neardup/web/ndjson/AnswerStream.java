package io.neardup.web.ndjson;

import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.FairExecutor.Slot;
import io.neardup.web.ndjson.LineWorker.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The answers to a stream of lines, from the lines that were read to the bytes that are sent.
///
/// ```
/// reader ──► workers ──► decisions ──► answers ──► writer
///            any order   in the order of the lines
/// ```
///
/// The workers ([FairExecutor]), shared by all streams, parse and answer batches of lines. Writes,
/// which are decided in the order of the lines, are begun by the thread of the decisions and
/// awaited by that of the answers: while one waits for the disk, the next thousands are decided and
/// share its wait. The writer sends while the client may still be sending: many clients send all
/// they have before they read the first answer.
///
/// Each stage waits for the next one when too much is in flight (backpressure); in the end the
/// service stops reading.
final class AnswerStream implements AutoCloseable {

  private static final int CHUNK = 32 * 1024;

  /// How many lines may be decided and not answered, by weight.
  private static final int IN_FLIGHT = 2_048;

  /// Answers that are longer weigh more than one.
  private static final int ANSWER_BYTES = 1024;

  /// How many are passed on together, by weight.
  private static final int TOGETHER = 64;

  /// How many batches of a stream wait for a worker, besides those that workers have: few, so that
  /// streams alternate, but enough to keep all workers busy.
  private static final int BATCHES_WAITING = 4;

  private static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(true);

  private final LineWorker<?> worker;
  private final FairExecutor workers;
  private final String caller;
  private final Stage<byte[]> writer;
  private final Stage<List<Pending>> answers;
  private final Stage<CompletableFuture<List<Step>>> decisions;
  private volatile boolean closed;

  /// @param workers answer batches of lines
  /// @param caller of the stream
  /// @param out receives the answers, closed by its owner
  /// @param client reads them
  /// @param room for answers, in bytes, while the client does not read yet
  AnswerStream(
      LineWorker<?> worker,
      FairExecutor workers,
      String caller,
      OutputStream out,
      StreamClient client,
      Stage.Room room) {
    this.worker = worker;
    this.workers = workers;
    this.caller = caller;
    this.writer = new Stage<>("ndjson-writer", room, new Writer(out, client));
    this.answers = new Stage<>("ndjson-answers", IN_FLIGHT, new Answers());
    this.decisions =
        new Stage<>(
            "ndjson-decisions",
            Runtime.getRuntime().availableProcessors() + BATCHES_WAITING,
            this::decide);
  }

  /// Adds lines; waits while too many are in flight.
  ///
  /// @throws IOException if the client can no longer be written to
  void put(LineBatch batch) throws IOException, InterruptedException {
    decisions.put(workers.submit(caller, this, slot -> work(batch, slot)), batch.weight());
  }

  /// Waits until all answers are sent.
  ///
  /// @throws IOException if they could not be
  void finish() throws IOException, InterruptedException {
    decisions.finish();
    answers.finish();
    writer.finish();
  }

  /// Drops what is not sent yet, and waits until no thread uses the response any more: the
  /// container reuses it. Decisions remain valid, unanswered.
  @Override
  public void close() {
    closed = true;
    writer.close();
    answers.close();
    decisions.close();
  }

  private List<Step> work(LineBatch batch, Slot slot) {
    try (batch) {
      return worker.work(batch, slot, () -> closed);
    }
  }

  private void decide(CompletableFuture<List<Step>> batch)
      throws IOException, InterruptedException {
    List<Pending> together = new ArrayList<>();
    int weight = 0;
    for (Step step : steps(batch)) {
      if (weight >= TOGETHER) {
        answers.put(together, weight);
        together = new ArrayList<>();
        weight = 0;
      }
      switch (step) {
        case Step.Answers complete -> {
          together.add(new Pending(complete, DONE));
          weight += Math.clamp(complete.json().length / ANSWER_BYTES, 1, IN_FLIGHT);
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

  private static List<Step> steps(CompletableFuture<List<Step>> batch) throws InterruptedException {
    try {
      return batch.get();
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

  /// Answers that are complete, or will be.
  private record Pending(Step step, CompletableFuture<?> later) {}

  /// Waits for answers and writes them into chunks.
  private final class Answers implements Stage.StageWork<List<Pending>> {

    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + 1024);

    @Override
    public void take(List<Pending> next) throws IOException, InterruptedException {
      for (Pending pending : next) {
        if (!pending.later.isDone()) {
          passOn(); // the client may wait for it before it sends more
        }
        switch (pending.step) {
          case Step.Answers complete -> chunk.writeBytes(complete.json());
          case Step.Waiting waiting -> worker.write(chunk, waiting, pending.later);
        }
        if (chunk.size() >= CHUNK) {
          passOn();
        }
      }
    }

    @Override
    public void idle() throws IOException, InterruptedException {
      passOn();
    }

    private void passOn() throws IOException, InterruptedException {
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
