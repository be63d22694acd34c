package io.neardup.web.join;

import io.neardup.service.Awaited;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobMemory;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.ndjson.Stage;
import io.neardup.web.ndjson.Stage.StageWork;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Writes the answer of a join while it runs.
///
/// The threads of the join add lines, which a [Stage] sends; the thread of the request adds a line
/// with the progress once a second. Therefore a disconnected client is noticed within two seconds,
/// and its join is cancelled. A JSON answer is written when it is complete, since the join may
/// still be refused; until then, the thread of the request checks the deadline.
///
/// When the service stops, a stream ends with a line that reports this, and its join is cancelled;
/// a JSON answer, which cannot end early, may take as long as the server waits.
///
/// A join that has found everything makes room for the next one while its last lines are still
/// sent. Until then its client has to read: if the join waits and the client has not read
/// [#PACE_BYTES] within the time limit, the join is cancelled.
final class JoinAnswer implements StageWork<byte[]> {

  private static final Logger log = LoggerFactory.getLogger(JoinAnswer.class);
  private static final int MAX_WAITING = 1 << 20;

  /// Small enough for any working connection, too large for one kept open by a few bytes.
  private static final int PACE_BYTES = 64 << 10;

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final JsonMapper mapper;
  private final JobWork work;
  private final Share place;
  private final @Nullable JsonAnswer json;
  private final Deadline.Limit timeLimit;
  private final ShutdownSignal shutdown;
  private final HttpServletResponse response;
  private final NdjsonWriter writer;
  private final JobContext context;
  private final Stage<byte[]> stage;
  private final AtomicLong lines = new AtomicLong();
  private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(); // guarded by this
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean done;
  private boolean begun; // used by the thread of the stage alone

  /// @param place among the joins that run at once; released when the join has found everything
  /// @param json collects the results for one JSON value; null for a stream of lines
  /// @param timeLimit of JSON values, and of clients that are to read [#PACE_BYTES]
  /// @param memory of all joins and jobs
  /// @param shutdown signals the end of streams
  JoinAnswer(
      JsonMapper mapper,
      JobWork work,
      Share place,
      @Nullable JsonAnswer json,
      Deadline.Limit timeLimit,
      JobMemory memory,
      ShutdownSignal shutdown,
      HttpServletResponse response) {
    this.mapper = mapper;
    this.work = work;
    this.place = place;
    this.json = json;
    this.timeLimit = timeLimit;
    this.shutdown = shutdown;
    this.response = response;
    this.writer = new NdjsonWriter(mapper, response, shutdown);
    this.context =
        JobContext.answering(json == null ? this::result : json::add, json == null, memory);
    this.stage = new Stage<>("join-writer", MAX_WAITING, this);
  }

  /// The progress of a join.
  @Schema(name = "JoinProgress")
  record ProgressLine(double progress, long lines) {}

  /// Runs the join on a thread, and writes the answer.
  ///
  /// @throws RuntimeException of the join or the deadline, unless something was sent before
  void write() throws IOException {
    response.setContentType(json == null ? StreamMediaTypes.NDJSON : "application/json");
    Thread worker = Thread.ofPlatform().name("join").daemon().start(this::run);
    try (stage) {
      watch(worker);
      Awaited.end(worker);
      if (failure.get() == null) {
        JoinSummary summary = JoinSummary.of(Objects.requireNonNull(context.joined()), true);
        line(json == null ? summary : json.answer(summary));
        passOn();
        stage.finish();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      stop(e);
    }
    end();
  }

  private void run() {
    try {
      work.run(context);
    } catch (RuntimeException | Error e) {
      stop(e);
    } finally {
      done = true;
      place.close();
    }
  }

  /// Waits for the join, and adds its progress to a stream.
  private void watch(Thread worker) {
    Runnable limit = json == null ? this::checkShutdown : timeLimit.begin(TimedWork.JOIN)::check;
    try {
      do {
        limit.run();
        if (json == null && context.joined() != null) { // a failure before is a status
          if (writer.isProgressDue()) {
            line(new ProgressLine(Math.floor(context.share() * 1e4) / 1e4, lines.get()));
          }
          passOn();
        }
      } while (!worker.join(PAUSE));
    } catch (InterruptedException | RuntimeException e) {
      stop(e);
    }
  }

  private void checkShutdown() {
    if (shutdown.now()) {
      log.info("A join ended at line {}, because the service stops", lines);
      throw new RequestException(Fault.STOPPING, "", "the list is incomplete; repeat the request");
    }
  }

  private void stop(Throwable why) {
    failure.compareAndSet(null, why); // others result from the first
    context.stop();
  }

  private void result(Object result) {
    lines.incrementAndGet();
    line(result);
  }

  /// Adds a line; waits while the client reads too slowly. Thread-safe.
  private void line(Object line) {
    byte[] bytes = mapper.writeValueAsBytes(line);
    synchronized (this) {
      chunk.writeBytes(bytes);
      chunk.write('\n');
      if (chunk.size() >= PACE_BYTES) {
        passOn();
      }
    }
  }

  private synchronized void passOn() {
    try {
      if (chunk.size() > 0) {
        stage.put(chunk.toByteArray(), chunk.size());
        chunk.reset();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      stop(e);
      context.check();
    }
  }

  @Override
  public void take(byte[] next) throws IOException {
    begun = true;
    response.getOutputStream().write(next);
  }

  @Override
  public @Nullable CompletableFuture<?> idle() throws IOException {
    if (begun && json == null && !done) {
      response.flushBuffer();
    }
    return null;
  }

  @Override
  public void awaited(long nanos) {
    if (done) {
      return;
    }
    context.check();
    checkShutdown();
    if (nanos > timeLimit.duration().toNanos()) {
      throw new RequestException(
          Fault.TOO_SLOW,
          "answer",
          "is read too slowly; read at least "
              + PACE_BYTES
              + " bytes within neardup.limits.deadline, "
              + timeLimit.duration().toMillis()
              + " ms");
    }
  }

  private void end() throws IOException {
    switch (failure.get()) {
      case null -> {}
      case IOException e ->
          log.info(
              shutdown.now()
                  ? "A join was aborted at line {}, because the service stops: {}"
                  : "The client of a join disconnected at line {}: {}",
              lines,
              e.getMessage());
      case InterruptedException e -> {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted at line " + lines, e);
      }
      case RuntimeException e -> writer.fail(e);
      case Throwable e -> writer.fail(new IllegalStateException(e));
    }
  }

  /// Collects the results of a join for an answer that is one JSON value.
  interface JsonAnswer {

    /// Receives a result of the join, on several threads at once.
    void add(Object result);

    /// The answer.
    Object answer(JoinSummary summary);
  }
}
