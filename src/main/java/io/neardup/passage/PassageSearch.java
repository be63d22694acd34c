package io.neardup.passage;

import io.neardup.index.StopSignal;
import io.neardup.passage.FoundPassage.Run;
import io.neardup.profile.TextTokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds passages of a first text that cover as much as possible of a second text. Single use.
final class PassageSearch {

  /* The anchors of the second text are visited in order. Each is compared with its places in the first
  text: of all common runs through it, the one that reaches furthest and the one that begins earliest
  are kept, if they cover a token that is not covered yet.

                     first ……aaaaaaaaaaaaaa………………bbbbbbbbbbb… places of an anchor ^ ^ ^ second
                     ………………bbbbbaaaaaaaaaaaa…… ^ A run that covers no further token is rejected after two
                     comparisons: of the uncovered tokens next to the anchor. So each token of a common run with
                     an anchor is covered in the end, and the time does not depend on the number of runs, which
                     is quadratic for repetitive texts.

  From the ends of a kept run, the search continues across gaps of up to two tokens in either text, as long as
  an uncovered run of some tokens follows.

  Texts that repeat a few words throughout have an anchor at each token, and each has many places. Once they
  have used up their number of comparisons, further anchors are compared only with their first place. */

  private static final int MAX_GAP = 2;

  /// Far more than in texts that do not repeat themselves: these have an anchor per six words, with
  /// few places.
  private static final int PLACES_PER_TOKEN = 4;

  /// Anchors between two checks; each takes up to 30 µs.
  private static final int STOP_EVERY = 64;

  /// The length of a run behind a gap, in quarters of words: 4 words, or 6 characters.
  private static final int MIN_REJOINED = 16;

  private final TextTokens b;
  private final Anchors anchorsB;
  private final Coverage coverageA;
  private final Coverage coverageB;
  private final CommonRuns runs;
  private final AnchorPlaces places;
  private final StopSignal stop;
  private long placesLeft; // to compare beside each anchor's first
  private final List<FoundPassage> found = new ArrayList<>();
  private int cutAnchors;

  PassageSearch(
      TextTokens a,
      Anchors anchorsA,
      Coverage coverageA,
      TextTokens b,
      Anchors anchorsB,
      Coverage coverageB,
      StopSignal stop) {
    this.stop = stop;
    this.placesLeft = (long) PLACES_PER_TOKEN * (a.size() + b.size());
    this.b = b;
    this.anchorsB = anchorsB;
    this.coverageA = coverageA;
    this.coverageB = coverageB;
    this.runs = new CommonRuns(a, b);
    this.places = new AnchorPlaces(anchorsA);
  }

  /// Visits all anchors of the second text.
  void search() {
    for (int anchor = 0; anchor < anchorsB.size(); anchor++) {
      if (anchor % STOP_EVERY == 0) {
        stop.check();
      }
      int token = anchorsB.token(anchor);
      if (coverageB.next(token) < b.size() || coverageB.previous(token) >= 0) {
        visit(token, anchorsB.hash(anchor));
      }
    }
  }

  /// The found passages, ordered by last token.
  List<FoundPassage> found() {
    return found;
  }

  /// The number of the second text's anchors whose places were not all compared.
  int cutAnchors() {
    return cutAnchors;
  }

  private void visit(int token, long hash) {
    int from = places.first(hash);
    int to = places.end(from, hash, placesLeft > 0 ? CommonPassages.MAX_PLACES : 1);
    placesLeft -= Math.max(0, to - from - 1);
    if (places.has(to, hash)) {
      cutAnchors++;
    }
    Run furthest = null;
    Run earliest = null;
    for (int i = from; i < to; i++) {
      int place = places.token(i);
      if (covers(place, token)) {
        int behind = runs.behind(place, token);
        int length = behind + runs.ahead(place, token);
        Run run = new Run(place - behind, token - behind, length);
        if (furthest == null || run.endB() > furthest.endB()) {
          furthest = run;
        }
        if (earliest == null || run.b() < earliest.b()) {
          earliest = run;
        }
      }
    }
    keep(furthest, token);
    keep(earliest, token);
  }

  /// Whether the run through a place may cover further tokens.
  private boolean covers(int place, int token) {
    int next = coverageB.next(token);
    int previous = coverageB.previous(token);
    return runs.equal(place, token)
        && (runs.equal(place + next - token, next)
            || runs.equal(place + previous - token, previous));
  }

  private void keep(@Nullable Run run, int token) {
    if (run == null || coverageB.next(token) >= run.endB() && coverageB.previous(token) < run.b()) {
      return;
    }
    ArrayDeque<Run> all = new ArrayDeque<>();
    all.add(run);
    for (Run next = after(run); next != null; next = after(next)) {
      all.addLast(next);
    }
    for (Run next = before(run); next != null; next = before(next)) {
      all.addFirst(next);
    }
    for (Run each : all) {
      coverageA.add(each.a(), each.endA());
      coverageB.add(each.b(), each.endB());
    }
    found.add(new FoundPassage(all));
  }

  /// The longest run behind a gap after `run`.
  private @Nullable Run after(Run run) {
    Run best = null;
    for (int gapA = 0; gapA <= MAX_GAP; gapA++) {
      for (int gapB = 0; gapB <= MAX_GAP; gapB++) {
        int p = run.endA() + gapA;
        int q = run.endB() + gapB;
        if (runs.equal(p, q) && coverageB.next(q) == q) {
          best = longer(best, new Run(p, q, runs.ahead(p, q)));
        }
      }
    }
    return best;
  }

  /// The longest run before a gap before `run`.
  private @Nullable Run before(Run run) {
    Run best = null;
    for (int gapA = 0; gapA <= MAX_GAP; gapA++) {
      for (int gapB = 0; gapB <= MAX_GAP; gapB++) {
        int p = run.a() - gapA;
        int q = run.b() - gapB;
        if (runs.equal(p - 1, q - 1) && coverageB.previous(q - 1) == q - 1) {
          int length = runs.behind(p, q);
          best = longer(best, new Run(p - length, q - length, length));
        }
      }
    }
    return best;
  }

  private @Nullable Run longer(@Nullable Run best, Run run) {
    return best != null && best.length() >= run.length() || !isLong(run) ? best : run;
  }

  private boolean isLong(Run run) {
    int length = 0;
    for (int i = 0; i < run.length() && length < MIN_REJOINED; i++) {
      length += Winnowing.length(b, run.b() + i);
    }
    return length >= MIN_REJOINED;
  }

  /// The places of the anchors of a text, by hash.
  private static final class AnchorPlaces {

    private final Anchors anchors;
    private final long[] entries; // upper hash bits and anchor number
    private final long numberMask;

    AnchorPlaces(Anchors anchors) {
      this.anchors = anchors;
      this.numberMask = Long.highestOneBit(Math.max(1, anchors.size())) * 2 - 1;
      this.entries = new long[anchors.size()];
      for (int i = 0; i < entries.length; i++) {
        entries[i] = anchors.hash(i) & ~numberMask | i;
      }
      Arrays.sort(entries);
    }

    /// The first entry that may have the hash.
    int first(long hash) {
      int at = Arrays.binarySearch(entries, hash & ~numberMask);
      return at < 0 ? -at - 1 : at;
    }

    /// The end of the entries that may have the hash, among at most `most`.
    int end(int from, long hash, int most) {
      int end = from;
      while (end - from < most && has(end, hash)) {
        end++;
      }
      return end;
    }

    /// Whether an entry may have the hash.
    boolean has(int entry, long hash) {
      return entry < entries.length && ((entries[entry] ^ hash) & ~numberMask) == 0;
    }

    int token(int entry) {
      return anchors.token((int) (entries[entry] & numberMask));
    }
  }
}
