package io.neardup.web.problem;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.service.RequestException.Fault;

/// Counts the problems of requests and lines by type. Thread-safe.
public final class ProblemCounts {

  private final MeterProvider<Counter> counters;
  private final RefusalLog refusals = new RefusalLog();

  /// @param registry gets a counter for each type, so that zero counts are scraped, too
  public ProblemCounts(MeterRegistry registry) {
    counters =
        Counter.builder("neardup.problems")
            .description("Requests and stream lines answered with a problem")
            .withRegistry(registry);
    for (Fault kind : Fault.values()) {
      var _ = counters.withTag("type", kind.type());
    }
  }

  public void count(Problem problem) {
    counters.withTag("type", problem.label()).increment();
  }

  /// Counts the problem of a call or line, and logs refusals.
  public void count(Problem problem, String call) {
    count(problem);
    if (problem.status() == 401 || problem.status() == 403) {
      refusals.add(call, problem);
    }
  }
}
