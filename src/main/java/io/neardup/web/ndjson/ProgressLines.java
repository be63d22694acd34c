package io.neardup.web.ndjson;

import io.neardup.web.limits.Awaited;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.Problem.Kind;
import io.neardup.web.problem.Problems;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// The answer to a request that takes long: about once a second a line with how far the work is,
/// and at last one with its result, or with the problem that ended it.
public final class ProgressLines {

  private static final Logger log = LoggerFactory.getLogger(ProgressLines.class);
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final JsonMapper mapper;
  private final HttpServletResponse response;
  private final ShutdownSignal stopping;
  private long written = System.nanoTime();

  /// @param stopping whether the work is to end
  public ProgressLines(JsonMapper mapper, HttpServletResponse response, ShutdownSignal stopping) {
    this.mapper = mapper;
    this.response = response;
    this.stopping = stopping;
  }

  /// Does the work.
  ///
  /// @throws RuntimeException what the work failed with, unless something was written before
  public void run(Runnable work) throws IOException {
    try {
      work.run();
    } catch (UncheckedIOException e) {
      throw e.getCause(); // the client left
    } catch (RuntimeException e) {
      RuntimeException cause = Awaited.cause(e);
      if (!response.isCommitted()) {
        throw cause;
      }
      Problem problem = Problems.ofAny(cause);
      if (problem.status() >= 500) {
        log.error("Work ended before it was done", cause);
      }
      write(new ProblemLine(null, null, problem));
    }
  }

  /// Takes how far the work is.
  ///
  /// @param done whether that is the result
  /// @return whether the work goes on
  public boolean add(Object progress, boolean done) {
    boolean stops = !done && stopping.now();
    try {
      if (done || stops || System.nanoTime() - written > SECOND) {
        written = System.nanoTime();
        write(progress);
      }
      if (stops) {
        write(
            new ProblemLine(
                null, null, Problem.of(Kind.STOPPING, "the work is not done; ask for it again")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return !stops;
  }

  private void write(Object line) throws IOException {
    response.setContentType(StreamMediaTypes.NDJSON);
    response.getOutputStream().write(mapper.writeValueAsBytes(line));
    response.getOutputStream().write('\n');
    response.flushBuffer();
  }
}
