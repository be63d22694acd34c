package io.neardup.cluster.check;

import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Result;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// What a run under load has shown. Times are in nanoseconds.
///
/// @param acknowledged writes with an answer: stored, skipped, changed, deleted
/// @param unknown writes without an answer, or with an error of the service
/// @param reads reads, lookups and lists with an answer
/// @param cut streams whose answers were cut
/// @param withoutWrite the longest time without an acknowledged write to a collection
/// @param withoutRead the longest time without an answer to a read of a collection at an instance.
///   Instances that the fault itself silences do not count
/// @param untilReady the time from the end of the fault until all instances were ready
/// @param violations by kind
/// @param load of the machine when it has ended: processes that run or wait for a processor
record RunSummary(
    long acknowledged,
    long unknown,
    long reads,
    long cut,
    long withoutWrite,
    long withoutRead,
    long untilReady,
    Map<Violation.Kind, Integer> violations,
    double load) {

  private static final String ROW =
      "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |";

  /// The title and the line below it, in Markdown. Times and the load have two values: the median
  /// of the runs, and the greatest.
  static final String HEADER =
      ROW.formatted(
              "fault",
              "runs",
              "writes acknowledged",
              "unknown",
              "lost",
              "verdicts wrong",
              "reads wrong, of",
              "families wrong",
              "collections, jobs, streams wrong",
              "replicas unequal",
              "longest without a write, s",
              "longest without a read, s",
              "until all were ready, s",
              "load of the machine")
          + "\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

  /// The summary of the calls of clients.
  ///
  /// @param end of the load
  /// @param untilReady as in the summary
  /// @param silenced indices of the instances that it silences
  /// @param load as in the summary
  static RunSummary of(
      List<Call> calls,
      long end,
      long untilReady,
      Set<Integer> silenced,
      List<Violation> violations,
      double load) {
    Map<Violation.Kind, Integer> kinds = new TreeMap<>();
    violations.forEach(violation -> kinds.merge(violation.kind(), 1, Integer::sum));
    List<Call> underLoad = calls.stream().filter(call -> call.begun() < end).toList();
    List<Call> reads = underLoad.stream().filter(call -> call.kind().isRead()).toList();
    List<Call> writes =
        underLoad.stream()
            .filter(call -> !call.kind().isRead() && call.kind() != Kind.STREAM)
            .toList();
    return new RunSummary(
        writes.stream().filter(RunSummary::isAcknowledged).count(),
        writes.stream().filter(call -> call.result() == Result.UNKNOWN).count(),
        reads.stream().filter(call -> call.result() == Result.DONE).count(),
        underLoad.stream()
            .filter(call -> call.kind() == Kind.STREAM && call.result() == Result.UNKNOWN)
            .count(),
        longestGap(writes, end, call -> Call.collection(call.id())),
        longestGap(
            reads.stream().filter(call -> !silenced.contains(call.server())).toList(),
            end,
            call -> Call.collection(call.id()) + " " + call.server()),
        untilReady,
        kinds,
        load);
  }

  /// A row of the table below [#HEADER].
  ///
  /// @param count the number of runs, in words
  /// @param runs one or more
  static String row(String faults, String count, List<RunSummary> runs) {
    return ROW.formatted(
        faults,
        count,
        sum(runs, RunSummary::acknowledged),
        sum(runs, RunSummary::unknown),
        sum(
            runs,
            run ->
                run.count(
                    Violation.Kind.LOST_WRITE,
                    Violation.Kind.RESURRECTED,
                    Violation.Kind.NOT_READ)),
        sum(runs, run -> run.count(Violation.Kind.WRONG_VERDICT)),
        sum(
                runs,
                run ->
                    run.count(Violation.Kind.MISSED, Violation.Kind.STALE, Violation.Kind.INVENTED))
            + "/"
            + sum(runs, RunSummary::reads),
        sum(runs, run -> run.count(Violation.Kind.FAMILY)),
        sum(
            runs,
            run -> run.count(Violation.Kind.COLLECTION, Violation.Kind.JOB, Violation.Kind.CUT)),
        sum(runs, run -> run.count(Violation.Kind.UNEQUAL)),
        range(runs, run -> run.withoutWrite / 1e9),
        range(runs, run -> run.withoutRead / 1e9),
        range(runs, run -> run.untilReady / 1e9),
        range(runs, RunSummary::load));
  }

  private static long sum(List<RunSummary> runs, ToLongFunction<RunSummary> value) {
    return runs.stream().mapToLong(value).sum();
  }

  /// The median and the greatest of some values.
  private static String range(List<RunSummary> runs, ToDoubleFunction<RunSummary> value) {
    double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
    double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    return String.format(Locale.ROOT, "%.2f, %.2f", median, sorted[sorted.length - 1]);
  }

  @Override
  public String toString() {
    return ("%d writes acknowledged, %d unknown, %d streams cut, longest %s s without a write; %d"
            + " reads, longest %s s without one; ready after %s s; violations: %s; load %.1f")
        .formatted(
            acknowledged,
            unknown,
            cut,
            seconds(withoutWrite),
            reads,
            seconds(withoutRead),
            seconds(untilReady),
            violations,
            load);
  }

  private static boolean isAcknowledged(Call call) {
    return call.result() == Result.DONE || call.result() == Result.SKIPPED;
  }

  /// The longest time without an answer, of those of the collections of documents.
  ///
  /// @param group of calls that are taken together
  private static long longestGap(List<Call> calls, long end, Function<Call, String> group) {
    Map<String, List<Long>> answered =
        calls.stream()
            .filter(RunSummary::isAcknowledged)
            .filter(call -> Workload.COLLECTIONS.contains(Call.collection(call.id())))
            .filter(call -> call.answered() <= end)
            .collect(
                Collectors.groupingBy(
                    group, Collectors.mapping(Call::answered, Collectors.toList())));
    long longest = answered.isEmpty() ? end : 0;
    for (List<Long> times : answered.values()) {
      times.sort(null);
      long last = times.getFirst();
      for (long time : times) {
        longest = Math.max(longest, time - last);
        last = time;
      }
      longest = Math.max(longest, end - last);
    }
    return longest;
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
