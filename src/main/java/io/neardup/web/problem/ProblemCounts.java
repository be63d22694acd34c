package io.neardup.web.problem;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.service.RequestException.Fault;
import java.util.HashMap;
import java.util.Map;

/// Counts the problems of requests and lines by type. Thread-safe.
public final class ProblemCounts {

  private final Map<String, Counter> counters = new HashMap<>();
  private final RefusalLog refusals = new RefusalLog();

  /// @param registry gets a counter for each type, so that those of 0 are scraped, too
  public ProblemCounts(MeterRegistry registry) {
    for (Fault kind : Fault.values()) {
      counters.put(
          kind.type(),
          Counter.builder("neardup.problems")
              .description("Requests and lines of streams that were answered with a problem")
              .tag("type", kind.type())
              .register(registry));
    }
  }

  public void count(Problem problem) {
    Counter counter = counters.get(problem.label());
    if (counter != null) {
      counter.increment();
    }
  }

  /// Counts the problem of a call or line, and logs refusals.
  public void count(Problem problem, String call) {
    count(problem);
    if (problem.status() == 401 || problem.status() == 403) {
      refusals.add(call, problem);
    }
  }
}
