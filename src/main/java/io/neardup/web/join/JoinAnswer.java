package io.neardup.web.join;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.limits.Awaited;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.problem.Problem;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Writes the answer of a join while it runs.
///
/// The threads of the join add lines; the thread of the request writes them and, once a second, a
/// line with the progress. Therefore a disconnected client is noticed within two seconds, and its
/// join is cancelled. A JSON answer is written when it is complete, since the join may still be
/// refused; until then, the deadline checks the time and the client.
///
/// When the service stops, a stream ends with a line that reports this, and its join is cancelled;
/// a JSON answer, which cannot end early, may take as long as the server waits.
///
/// A join that has found everything makes room for the next one while its last lines are still
/// written. Until then its client has to read: if the join waits and the client has not read
/// [#PACE_BYTES] within the time limit, the join is cancelled.
final class JoinAnswer {

  private static final Logger log = LoggerFactory.getLogger(JoinAnswer.class);
  private static final int MAX_WAITING = 1 << 20;

  /// Small enough for any working connection, too large for one kept open by a few bytes.
  private static final int PACE_BYTES = 64 << 10;

  private static final long PAUSE_MILLIS = 100;

  private final JsonMapper mapper;
  private final JobWork work;
  private final Share place;
  private final @Nullable JsonAnswer json;
  private final @Nullable Deadline deadline;
  private final Duration patience;
  private final ShutdownSignal shutdown;
  private final JobContext context;
  private final AtomicLong lines = new AtomicLong();
  private ByteArrayOutputStream waiting = new ByteArrayOutputStream(); // guarded by this
  private long taken = System.nanoTime(); // when the client last read some; guarded by this
  private boolean tooSlow; // guarded by this
  private boolean done; // guarded by this
  private @Nullable Throwable failure; // guarded by this

  /// @param place among the joins that run at once; released when the join has found everything
  /// @param json collects the results for one JSON value; null for a stream of lines
  /// @param deadline of one JSON value; null for a stream of lines
  /// @param patience the time within which the client must read [#PACE_BYTES] while the join waits
  /// @param shutdown signals the end of streams
  JoinAnswer(
      JsonMapper mapper,
      JobWork work,
      Share place,
      @Nullable JsonAnswer json,
      @Nullable Deadline deadline,
      Duration patience,
      ShutdownSignal shutdown) {
    this.mapper = mapper;
    this.work = work;
    this.place = place;
    this.json = json;
    this.deadline = deadline;
    this.patience = patience;
    this.shutdown = shutdown;
    this.context = JobContext.answering(json == null ? this::line : json::add, json == null);
  }

  /// The progress of a join.
  @Schema(name = "JoinProgress")
  record ProgressLine(
      @Schema(description = "0.0 to 1.0.") double progress,
      @Schema(description = "Number of lines so far.") long lines) {}

  /// Adds a line; waits while the client reads too slowly. Thread-safe.
  private void line(Object line) {
    byte[] bytes = mapper.writeValueAsBytes(line);
    lines.incrementAndGet();
    synchronized (this) {
      try {
        while (waiting.size() > MAX_WAITING && !context.isStopped()) {
          if (System.nanoTime() - taken > patience.toNanos()) {
            tooSlow = true;
            context.stop();
          } else {
            wait(PAUSE_MILLIS);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        context.stop();
        return;
      }
      waiting.writeBytes(bytes);
      waiting.write('\n');
    }
  }

  /// Runs the join on a thread, and writes the answer.
  ///
  /// @throws RequestException of the join or the deadline, unless something was written before
  void write(HttpServletResponse response) throws IOException {
    response.setContentType(deadline == null ? StreamMediaTypes.NDJSON : "application/json");
    NdjsonWriter writer = new NdjsonWriter(mapper, response, shutdown);
    Thread worker = Thread.ofPlatform().name("join").daemon().start(this::run);
    try {
      if (!pump(response.getOutputStream(), writer)) {
        writer.end(Problem.of(Fault.STOPPING, "the list is incomplete; repeat the request"));
        response.flushBuffer();
        log.info("A join ended at line {}, because the service stops", lines);
        return;
      }
    } catch (IOException e) {
      log.info(
          shutdown.now()
              ? "A join was aborted at line {}, because the service stops: {}"
              : "The client of a join disconnected at line {}: {}",
          lines,
          e.getMessage());
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted at line " + lines, e);
    } finally {
      context.stop();
      Awaited.end(worker);
    }
    writeFailure(writer);
  }

  private void run() {
    try {
      work.run(context);
      place.close(); // the last lines may wait for the client
      context.check(); // a join that was stopped returns as if it were done
      JoinSummary summary = JoinSummary.of(Objects.requireNonNull(context.joined()), true);
      line(json == null ? summary : json.answer(summary));
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        failure = context.isStopped() ? null : e;
      }
    } finally {
      place.close();
      synchronized (this) {
        done = true;
        notifyAll();
      }
    }
  }

  /// Writes lines as they are added.
  ///
  /// @return false if the service stops before the last one
  private boolean pump(OutputStream out, NdjsonWriter writer)
      throws IOException, InterruptedException {
    boolean begun = false;
    while (true) {
      if (deadline != null && !begun) {
        deadline.check();
      }
      if (deadline == null && shutdown.now()) {
        return false;
      }
      boolean last;
      byte[] lines;
      synchronized (this) {
        if (!done && waiting.size() < MAX_WAITING / 2) {
          wait(PAUSE_MILLIS);
        }
        last = done;
        lines = waiting.toByteArray();
        waiting.reset();
        taken = System.nanoTime();
        notifyAll();
      }
      begun |= lines.length > 0;
      if (!write(lines, out) || last) {
        return true;
      }
      if (deadline == null && context.joined() != null) { // a failure before is a status
        if (writer.isProgressDue()) {
          writer.write(progressLine());
        }
        out.flush();
      }
    }
  }

  /// Writes lines in pieces; false if the client reads too slowly.
  private boolean write(byte[] lines, OutputStream out) throws IOException {
    int from = 0;
    while (from < lines.length) {
      int to = Math.min(lines.length, from + PACE_BYTES);
      while (to < lines.length && lines[to - 1] != '\n') {
        to++;
      }
      out.write(lines, from, to - from);
      from = to;
      synchronized (this) {
        if (tooSlow) {
          return false;
        }
        taken = System.nanoTime();
      }
    }
    return true;
  }

  private ProgressLine progressLine() {
    return new ProgressLine(Math.floor(context.share() * 1e4) / 1e4, lines.get());
  }

  private synchronized void writeFailure(NdjsonWriter out) throws IOException {
    if (tooSlow) {
      out.end(
          Problem.of(
              Fault.TOO_SLOW,
              "answer",
              "is read too slowly; read at least "
                  + PACE_BYTES
                  + " bytes within neardup.limits.deadline, "
                  + patience.toMillis()
                  + " ms"));
    } else if (failure != null) {
      out.fail(failure instanceof RuntimeException e ? e : new IllegalStateException(failure));
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
