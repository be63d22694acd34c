package io.neardup.web.ndjson;

import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.Problems;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Writes an answer as JSON lines: the items of a list, or the progress of long work about once a
/// second. The last line is the result, or the problem that ended the work. Not thread-safe.
public final class NdjsonWriter {

  private static final Logger log = LoggerFactory.getLogger(NdjsonWriter.class);
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final JsonMapper mapper;
  private final HttpServletResponse response;
  private final ShutdownSignal shutdown;
  private long lastProgress = System.nanoTime();

  /// @param shutdown ends the work early
  public NdjsonWriter(JsonMapper mapper, HttpServletResponse response, ShutdownSignal shutdown) {
    this.mapper = mapper;
    this.response = response;
    this.shutdown = shutdown;
  }

  /// Runs work that calls [#progress] or [#write], and writes its failure as the last line.
  ///
  /// @throws RuntimeException the failure of the work, unless something was already sent
  public void run(Runnable work) throws IOException {
    try {
      work.run();
    } catch (UncheckedIOException e) {
      throw e.getCause(); // the client disconnected
    } catch (RuntimeException e) {
      fail(Awaited.cause(e) instanceof RuntimeException cause ? cause : e);
    }
  }

  /// Sends the progress of work, at most once a second unless it is done.
  ///
  /// @param done whether this is the result
  /// @return whether to continue the work
  public boolean progress(Object progress, boolean done) {
    boolean stops = !done && shutdown.now();
    try {
      if (isProgressDue() || done || stops) {
        write(progress);
        response.flushBuffer();
      }
      if (stops) {
        end(Problem.of(Fault.STOPPING, "the work is not done; ask for it again"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return !stops;
  }

  /// Whether a second has passed since this last returned true.
  private boolean isProgressDue() {
    long now = System.nanoTime();
    boolean due = now - lastProgress > SECOND;
    lastProgress = due ? now : lastProgress;
    return due;
  }

  /// Writes a line, without sending it yet.
  public void write(Object line) throws IOException {
    response.setContentType(StreamMediaTypes.NDJSON);
    OutputStream out = response.getOutputStream();
    out.write(mapper.writeValueAsBytes(line));
    out.write('\n');
  }

  private void end(Problem problem) throws IOException {
    write(new ProblemLine(null, null, problem));
  }

  private void fail(RuntimeException cause) throws IOException {
    if (!response.isCommitted()) {
      response.resetBuffer();
      throw cause;
    }
    Problem problem = Problems.ofAny(cause);
    if (problem.status() >= 500 && !(cause instanceof RequestException)) {
      log.error("An answer ended before it was complete", cause);
    }
    end(problem);
  }
}
