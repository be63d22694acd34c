package io.neardup.cluster.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A summary counts the calls under load, and measures from the answers of clients how long a fault
/// disturbed them.
class RunSummaryTests {

  private static final long SECOND = 1_000_000_000;
  private static final long END = 20 * SECOND;

  private final List<Call> calls = new ArrayList<>();

  @Test
  void countsWritesAndTheLongestTimeWithoutOne() {
    call("a", 0, Kind.STORE, 1, Result.DONE);
    call("a", 0, Kind.STORE, 4, Result.SKIPPED);
    call("a", 0, Kind.DELETE, 6, Result.UNKNOWN);
    call("a", 0, Kind.VERDICT, 8, Result.MISSING);
    call("a", 0, Kind.VERDICT, 13, Result.DONE);
    call("b", 0, Kind.STORE, 8, Result.DONE);
    call("b", 0, Kind.STORE, 19, Result.DONE);
    call("a", 0, Kind.STORE, 15, Result.DONE);
    call("a", 0, Kind.STREAM, 15, Result.UNKNOWN);
    call("a", 0, Kind.STORE, 21, Result.DONE);

    RunSummary summary = summary();

    assertThat(summary.acknowledged()).isEqualTo(6);
    assertThat(summary.unknown()).isEqualTo(1);
    assertThat(summary.cut()).isEqualTo(1);
    assertThat(summary.withoutWrite()).isEqualTo(11 * SECOND);
    assertThat(summary.reads()).isZero();
  }

  @Test
  void measuresTheLongestTimeWithoutAReadAtAnInstance() {
    call("a", 0, Kind.LOOKUP, 4, Result.DONE);
    call("a", 1, Kind.LOOKUP, 4, Result.DONE);
    call("a", 0, Kind.READ, 9, Result.DONE);
    call("a", 0, Kind.LOOKUP, 14, Result.UNKNOWN);
    call("a", 0, Kind.LIST, 16, Result.DONE);
    call("a", 1, Kind.LOOKUP, 19, Result.DONE);

    assertThat(summary(1).withoutRead()).isEqualTo(7 * SECOND);
    assertThat(summary().withoutRead()).isEqualTo(15 * SECOND);
    assertThat(summary().reads()).isEqualTo(5);
  }

  @Test
  void addsRunsAndShowsTheMedianAndTheGreatestOfTimes() {
    RunSummary one =
        new RunSummary(
            11,
            22,
            33,
            3,
            4 * SECOND,
            5 * SECOND,
            6 * SECOND,
            Map.of(
                Violation.Kind.LOST_WRITE, 1,
                Violation.Kind.NOT_READ, 1,
                Violation.Kind.WRONG_VERDICT, 3,
                Violation.Kind.STALE, 4,
                Violation.Kind.FAMILY, 5,
                Violation.Kind.COLLECTION, 4,
                Violation.Kind.JOB, 1,
                Violation.Kind.CUT, 1,
                Violation.Kind.UNEQUAL, 7),
            1.5);
    RunSummary two =
        new RunSummary(
            100,
            200,
            300,
            4,
            8 * SECOND,
            SECOND,
            7 * SECOND,
            Map.of(Violation.Kind.MISSED, 2, Violation.Kind.FAMILY, 7),
            2.5);

    assertThat(RunSummary.row("BROKER_KILLED", "2", List.of(one, two)))
        .isEqualTo(
            "| BROKER_KILLED | 2 | 111 | 222 | 2 | 3 | 6/333 | 12 | 6 | 7 | 6.00, 8.00"
                + " | 3.00, 5.00 | 6.50, 7.00 | 2.00, 2.50 |");
    assertThat(RunSummary.row("BROKER_KILLED", "3", List.of(one, two, one)))
        .contains(" | 4.00, 8.00 | 5.00, 5.00 | 6.00, 7.00 | 1.50, 2.50 |");
    assertThat(RunSummary.HEADER.lines().map(line -> line.chars().filter(c -> c == '|').count()))
        .containsExactly(15L, 15L);
  }

  private RunSummary summary(Integer... silenced) {
    return RunSummary.of(calls, END, 0, Set.of(silenced), List.of(), 0);
  }

  private void call(String collection, int server, Kind kind, int second, Result result) {
    long time = second * SECOND;
    calls.add(
        new Call(
            server,
            kind,
            collection + "/doc",
            1,
            true,
            null,
            time,
            time,
            result,
            null,
            true,
            List.of()));
  }
}
