package io.neardup.cluster.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Match;
import io.neardup.cluster.check.Call.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The checker detects planted faults, and accepts every legal outcome of concurrent calls.
class HistoryCheckerTests {

  private static final long END = 1_000;

  private final List<Call> calls = new ArrayList<>();

  /// Each history consists of calls, see [#call], and of the violations that it has up to there,
  /// after "=".
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one after the other    | store 1 10-20, lookup 1 30-40 doc=1, verdict off 50-60, \
          lookup 1 70-80, store 2 90-100, lookup 2 102-104 doc=2, verdict 106-108, \
          lookup 1 110-120, lookup 2 130-140 doc=2, delete 150-160, verdict 162-164 MISSING, \
          lookup 2 170-180, store 3 190-200, read 3, =
          lost write             | store 1 10-20, read 0, = LOST_WRITE
          lost replacement       | store 1 10-20, store 2 30-40, read 1, = LOST_WRITE
          refused verdict        | store 1 10-20, verdict off 30-40 MISSING, read 1, = LOST_WRITE
          missed in lookup       | store 1 10-20, lookup 1 30-40, read 1, = MISSED
          lookup during write    | store 1 10-40, lookup 1 20-30, lookup 1 20-30 doc=1, \
          lookup 1 30-50, read 1, =
          old texts in lookups   | store 1 10-20, store 2 30-40, lookup 1 50-60 doc=1, \
          delete 70-80, lookup 2 90-100 doc=2, read 0, = STALE STALE
          disabled in lookup     | store 1 10-20, verdict off 30-40, lookup 1 50-60 doc=1, \
          read 1 off, = STALE
          invented               | store 1 10-20, lookup 1 50-60 doc=1 other=7, read 1, = INVENTED
          resurrected            | store 1 10-20, delete 30-40, read 1, = RESURRECTED
          lost verdict           | store 1 10-20, verdict off 30-40, read 1, = WRONG_VERDICT
          verdicts are reset     | store 1 10-20, verdict off 30-40, store 2 50-60, read 2 65-65, \
          verdict off 66-68, delete 70-80, store 3 90-100, read 3, =, \
          read 3 off 1001-1001, = WRONG_VERDICT
          either of two writes   | store 1 10-40, store 2 20-30, read 2, =, read 0, = LOST_WRITE
          write without answer   | store 1 10-20, store 2 30-40 UNKNOWN, read 1 50-50, \
          lookup 1 60-70 doc=1, lookup 1 60-70, read 2, =, read 0, = LOST_WRITE
          refused write          | store 1 10-20, store 2 30-40 REFUSED, read 2, = LOST_WRITE
          not read at the end    | store 1 10-20, = NOT_READ, read 1 15-15, = NOT_READ, \
          read 1 25-25, =
          one of a family        | store:a 1 in=f 10-20, store:b 2 in=f 10-20 SKIPPED, \
          store:c 3 in=f 10-20 UNKNOWN, read:a 1, read:b 0, read:c 0, =
          unanswered of a family | store:a 1 in=f 10-20 UNKNOWN, store:b 2 in=f 10-20 SKIPPED, \
          read:a 1, read:b 0, =
          two of a family        | store:a 1 in=f 10-20, store:b 2 in=f 10-20 UNKNOWN, \
          read:a 1, read:b 2, = FAMILY
          none of a family       | store:a 1 in=f 10-20 SKIPPED, store:b 2 in=f 10-20 UNKNOWN, \
          read:a 0, read:b 0, = FAMILY
          settings               | change:settings/a 1 10-11 settings/a=1 settings/b=0, \
          change:settings/b 2 30-31 settings/a=1 settings/b=2, read:settings/a 1, \
          read:settings/b 2, =
          lost setting           | change:settings/a 1 10-11 settings/a=1 settings/b=0, \
          change:settings/b 2 30-31 settings/a=0 settings/b=2, read:settings/a 0, \
          read:settings/b 2, = LOST_WRITE LOST_WRITE
          collection again       | drop:c 1-2 MISSING, create:c 10-11, store:c/d 1 20-21, \
          drop:c 30-31, lookup:c/d 1 40-41 c/d=1, lookup:c/d 1 40-41 MISSING, \
          store:c/e 2 42-43 MISSING, create:c 50-51, lookup:c/d 1 60-61, read:c/d 0, =
          collection not there   | create:c 10-11, store:c/d 1 20-21 MISSING, \
          lookup:c/d 1 20-21 MISSING, drop:c 30-31 MISSING, create:c 40-41 MISSING, \
          = COLLECTION COLLECTION COLLECTION COLLECTION
          deleted while created  | create:c 10-40 MISSING, drop:c 20-21, drop:c 50-51 MISSING, =
          deleted collection     | create:c 10-11, drop:c 20-21, store:c/d 1 30-31, read:c/d 0, \
          = COLLECTION
          former collection      | create:c 10-11, store:c/d 1 20-21, drop:c 30-31, \
          create:c 40-41, lookup:c/d 1 50-51 c/d=1, read:c/d 1, = STALE RESURRECTED
          taken back             | store 1 10-20, store 2 30-90, read 2 40-40, read 2, =, \
          lookup 1 50-60 doc=1, = STALE
          two orders             | store 1 10-50, store 2 10-50, read 1 20-20, read 2 30-30, \
          read 2, =, read 1 40-40, = STALE
          missed in list         | store:c/d 1 10-20, store:c/e 2 10-60, list:c 30-31 c/d=1, \
          read:c/d 1, read:c/e 2, =, list:c 70-71 c/e=2, list:c 70-71 UNKNOWN c/e=2, = MISSED
          lost judgement         | keep:c/judgement:a_b 7 10-20, keep:c/judgement:a_b 8 30-40, \
          read:c/judgement:a_b 8, =, read:c/judgement:a_b 7, = LOST_WRITE
          jobs are done          | keep:c/job:job1 1 10-20, = NOT_READ, read:c/job:job1 1, =, \
          read:c/job:job1 2, read:c/job:job1 0, = JOB LOST_WRITE
          cut stream             | stream:c cut 10-20 UNKNOWN, stream:c 10-20, =, \
          stream:c cut 10-20, = CUT
          """)
  void violationsAreDetected(String name, String history) {
    for (String step : history.split(", ?")) {
      if (step.startsWith("=")) {
        String kinds =
            HistoryChecker.check(calls).stream()
                .map(violation -> violation.kind().name())
                .collect(Collectors.joining(" "));
        assertThat(kinds).as(name).isEqualTo(step.substring(1).strip());
      } else {
        calls.add(call(step));
      }
    }
  }

  @Test
  void historyReadsWhatItWrote(@TempDir Path folder) throws Exception {
    calls.add(call("store 1 10-20"));
    calls.add(call("lookup 1 30-40 doc=1 other=7"));
    calls.add(call("store:a 3 in=family 10-20 UNKNOWN"));
    Path file = folder.resolve("history.jsonl");
    try (History history = new History(file)) {
      calls.forEach(history::add);
      assertThat(history.calls()).isEqualTo(calls);
    }

    assertThat(History.read(file)).isEqualTo(calls);
  }

  /// A call such as `lookup:id 2 30-40 UNKNOWN id=2`: what was called, the revision, when it was
  /// begun and answered, the result, and matches. In ids, "_" is a space. By default, the id is
  /// `doc`, the time the end, and the result that it was done.
  private static Call call(String step) {
    String[] words = step.split(" ");
    String[] called = words[0].split(":", 2);
    Kind kind = Kind.valueOf(called[0].toUpperCase(Locale.ROOT));
    int revision = 0;
    boolean enabled = true;
    String family = null;
    long begun = END;
    long answered = END;
    Result result = Result.DONE;
    boolean whole = true;
    List<Match> matches = new ArrayList<>();
    for (String word : List.of(words).subList(1, words.length)) {
      String[] parts = word.split("[-=]");
      switch (word) {
        case "off" -> enabled = false;
        case "cut" -> whole = false;
        case String in when in.startsWith("in=") -> family = parts[1];
        case String match when match.contains("=") ->
            matches.add(new Match(parts[0], Integer.parseInt(parts[1])));
        case String times when times.contains("-") -> {
          begun = Long.parseLong(parts[0]);
          answered = Long.parseLong(parts[1]);
        }
        case String number when Character.isDigit(number.charAt(0)) ->
            revision = Integer.parseInt(number);
        default -> result = Result.valueOf(word);
      }
    }
    return new Call(
        0,
        kind,
        called.length > 1 ? called[1].replace('_', ' ') : "doc",
        revision,
        enabled,
        family,
        begun,
        answered,
        result,
        kind.isRead() || result != Result.DONE ? null : "7-1024",
        whole,
        matches);
  }
}
