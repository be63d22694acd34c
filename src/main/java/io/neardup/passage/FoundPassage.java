package io.neardup.passage;

import io.neardup.passage.Passage.PassageGap;
import io.neardup.passage.Passage.TextRange;
import io.neardup.profile.TextTokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/// A passage under construction: runs of equal tokens in the order of both texts, with gaps of one
/// or two tokens between them.
///
/// @param runs at least one
record FoundPassage(Deque<Run> runs) {

  /// Equal tokens of two texts.
  ///
  /// @param a the first token in the first text
  /// @param b the first token in the second text
  /// @param length the number of tokens
  record Run(int a, int b, int length) {

    int endA() {
      return a + length;
    }

    int endB() {
      return b + length;
    }
  }

  /// The passage with the texts swapped.
  FoundPassage swapped() {
    Deque<Run> swapped = new ArrayDeque<>(runs.size());
    runs.forEach(run -> swapped.add(new Run(run.b, run.a, run.length)));
    return new FoundPassage(swapped);
  }

  /// The number of common words.
  int words() {
    return runs.stream().mapToInt(Run::length).sum();
  }

  /// Marks its tokens in both texts.
  void mark(BitSet ofA, BitSet ofB) {
    for (Run run : runs) {
      ofA.set(run.a, run.endA());
      ofB.set(run.b, run.endB());
    }
  }

  /// The passage with its places in both texts.
  Passage passage(TextTokens a, TextTokens b) {
    List<PassageGap> gaps = new ArrayList<>(runs.size() - 1);
    int longest = 0;
    Run before = null;
    for (Run run : runs) {
      if (before != null) {
        gaps.add(new PassageGap(range(a, before.endA(), run.a), range(b, before.endB(), run.b)));
      }
      longest = Math.max(longest, run.length);
      before = run;
    }
    Run first = runs.getFirst();
    Run last = runs.getLast();
    return new Passage(
        range(a, first.a, last.endA()), range(b, first.b, last.endB()), words(), longest, gaps);
  }

  /// The place of some tokens; if there are none, the end of the previous token.
  private static TextRange range(TextTokens tokens, int from, int to) {
    int end = tokens.end(to - 1);
    return new TextRange(from == to ? end : tokens.start(from), end);
  }
}
