package io.neardup.web.problem;

import io.neardup.web.problem.Problem.ProblemKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/// Counts the problems of requests and lines by type. Thread-safe.
public final class ProblemCounts {

  private final Map<String, LongAdder> counts = new LinkedHashMap<>();
  private final RefusalLog refusals = new RefusalLog();

  public ProblemCounts() {
    for (ProblemKind kind : ProblemKind.values()) {
      counts.put(kind.label(), new LongAdder());
    }
  }

  public void count(Problem problem) {
    LongAdder count = counts.get(problem.label());
    if (count != null) {
      count.increment();
    }
  }

  /// Counts the problem of a call or line, and logs refusals.
  public void count(Problem problem, String call) {
    count(problem);
    if (problem.status() == 401 || problem.status() == 403) {
      refusals.add(call, problem);
    }
  }

  /// The types, as the end of their URNs.
  public Set<String> types() {
    return counts.keySet();
  }

  public long of(String type) {
    LongAdder count = counts.get(type);
    return count == null ? 0 : count.sum();
  }
}
