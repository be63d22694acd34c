package io.neardup.web;

import io.neardup.web.Problem.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/// How many requests and lines of streams were answered with a problem, by its type. Safe for
/// concurrent use.
final class ProblemCounts {

  private final Map<String, LongAdder> counts = new LinkedHashMap<>();

  ProblemCounts() {
    for (Kind kind : Kind.values()) {
      counts.put(kind.label(), new LongAdder());
    }
  }

  void count(Problem problem) {
    LongAdder count = counts.get(problem.label());
    if (count != null) {
      count.increment();
    }
  }

  /// The types, as their URNs end.
  Set<String> types() {
    return counts.keySet();
  }

  long of(String type) {
    LongAdder count = counts.get(type);
    return count == null ? 0 : count.sum();
  }
}
