package io.neardup.cluster.check;

import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Result;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What a run under load has shown. Times are in nanoseconds.
///
/// @param acknowledged writes with an answer: stored, skipped, changed, deleted
/// @param unknown writes without an answer, or with an error of the service
/// @param lookups lookups with an answer
/// @param incomplete those that did not cover all partitions
/// @param withoutWrite the longest time without an acknowledged write
/// @param lookupsDisturbed the time from the beginning of the fault to the last answer to a lookup
///   that was incomplete or an error; 0 without one. Instances that the fault itself silences do
///   not count
/// @param untilReady the time from the end of the fault until all instances were ready
/// @param violations by kind
record RunSummary(
    long acknowledged,
    long unknown,
    long lookups,
    long incomplete,
    long withoutWrite,
    long lookupsDisturbed,
    long untilReady,
    Map<Violation.Kind, Integer> violations) {

  private static final String ROW = "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |";

  /// The title and the line below it, in Markdown.
  static final String HEADER =
      ROW.formatted(
              "fault",
              "runs",
              "writes acknowledged",
              "unknown",
              "lost",
              "verdicts wrong",
              "lookups wrong, of complete",
              "families wrong",
              "collections wrong",
              "longest without a write, s",
              "until lookups were complete, s",
              "until all were ready, s")
          + "\n|---|---|---|---|---|---|---|---|---|---|---|---|";

  /// The summary of the calls of clients.
  ///
  /// @param end of the load
  /// @param fault when it began
  /// @param untilReady as in the summary
  /// @param silenced indices of the instances that it silences
  static RunSummary of(
      List<Call> calls,
      long end,
      long fault,
      long untilReady,
      Set<Integer> silenced,
      List<Violation> violations) {
    Map<Violation.Kind, Integer> kinds = new TreeMap<>();
    violations.forEach(violation -> kinds.merge(violation.kind(), 1, Integer::sum));
    List<Call> load = calls.stream().filter(call -> call.begun() < end).toList();
    List<Call> writes =
        load.stream()
            .filter(call -> call.kind() != Kind.LOOKUP && call.kind() != Kind.READ)
            .toList();
    List<Call> lookups = load.stream().filter(call -> call.kind() == Kind.LOOKUP).toList();
    return new RunSummary(
        writes.stream().filter(RunSummary::isAcknowledged).count(),
        writes.stream().filter(call -> call.result() == Result.UNKNOWN).count(),
        lookups.stream().filter(call -> call.result() == Result.DONE).count(),
        lookups.stream().filter(call -> call.result() == Result.DONE && !call.complete()).count(),
        longestGap(writes, end),
        lookups.stream()
            .filter(call -> !call.complete() && call.result() != Result.MISSING)
            .filter(call -> !silenced.contains(call.server()))
            .mapToLong(call -> call.answered() - fault)
            .filter(time -> time > 0)
            .max()
            .orElse(0),
        untilReady,
        kinds);
  }

  /// Two runs together: sums, and the longer of the times.
  RunSummary with(RunSummary other) {
    Map<Violation.Kind, Integer> sum = new TreeMap<>(violations);
    other.violations.forEach((kind, count) -> sum.merge(kind, count, Integer::sum));
    return new RunSummary(
        acknowledged + other.acknowledged,
        unknown + other.unknown,
        lookups + other.lookups,
        incomplete + other.incomplete,
        Math.max(withoutWrite, other.withoutWrite),
        Math.max(lookupsDisturbed, other.lookupsDisturbed),
        Math.max(untilReady, other.untilReady),
        sum);
  }

  /// A row of the table below [#HEADER].
  ///
  /// @param runs the number of runs, in words
  String row(String faults, String runs) {
    return ROW.formatted(
        faults,
        runs,
        acknowledged,
        unknown,
        count(Violation.Kind.LOST_WRITE, Violation.Kind.RESURRECTED, Violation.Kind.NOT_READ),
        count(Violation.Kind.WRONG_VERDICT),
        count(Violation.Kind.MISSED, Violation.Kind.STALE, Violation.Kind.INVENTED)
            + ", "
            + (lookups - incomplete)
            + "/"
            + lookups,
        count(Violation.Kind.FAMILY),
        count(Violation.Kind.COLLECTION),
        seconds(withoutWrite),
        seconds(lookupsDisturbed),
        seconds(untilReady));
  }

  @Override
  public String toString() {
    return ("%d writes acknowledged, %d unknown, longest %s s without one; %d lookups, %d"
            + " incomplete, disturbed for %s s; ready after %s s; violations: %s")
        .formatted(
            acknowledged,
            unknown,
            seconds(withoutWrite),
            lookups,
            incomplete,
            seconds(lookupsDisturbed),
            seconds(untilReady),
            violations);
  }

  private static boolean isAcknowledged(Call call) {
    return call.result() == Result.DONE || call.result() == Result.SKIPPED;
  }

  private static long longestGap(List<Call> writes, long end) {
    long longest = 0;
    long last = 0;
    List<Long> answered =
        writes.stream().filter(RunSummary::isAcknowledged).map(Call::answered).sorted().toList();
    for (long time : answered) {
      longest = Math.max(longest, time - last);
      last = time;
    }
    return Math.max(longest, end - last);
  }

  private int count(Violation.Kind... kinds) {
    int count = 0;
    for (Violation.Kind kind : kinds) {
      count += violations.getOrDefault(kind, 0);
    }
    return count;
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e9);
  }
}
