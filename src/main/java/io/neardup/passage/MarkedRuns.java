package io.neardup.passage;

import io.neardup.profile.TextTokens;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Runs of 6 words (8 characters) that do not count as shared, such as boilerplate. Immutable; 8
/// bytes each.
public final class MarkedRuns {

  /// No runs.
  public static final MarkedRuns NONE = new MarkedRuns(new long[0]);

  /// Selects all runs of words, and at least every other run of characters: the standard anchors
  /// are among them.
  private static final Winnowing ALL = new Winnowing(Winnowing.STANDARD.run(), 1);

  private final long[] hashes; // distinct, ascending

  private MarkedRuns(long[] hashes) {
    this.hashes = hashes;
  }

  /// The runs in some texts. O(n log n) in their tokens.
  public static MarkedRuns of(Stream<TextTokens> texts) {
    return new MarkedRuns(
        texts
            .flatMapToLong(text -> LongStream.of(ALL.anchors(text).distinct()))
            .sorted()
            .distinct()
            .toArray());
  }

  /// Whether there are none.
  public boolean isEmpty() {
    return hashes.length == 0;
  }

  private boolean has(long hash) {
    return Arrays.binarySearch(hashes, hash) >= 0;
  }

  /// The tokens of a text in these runs. O(tokens · log runs).
  public BitSet in(TextTokens text) {
    BitSet marked = new BitSet();
    if (!isEmpty()) {
      Anchors runs = ALL.anchors(text);
      for (int i = 0; i < runs.size(); i++) {
        if (has(runs.hash(i))) {
          marked.set(runs.token(i), ALL.runEnd(text, runs.token(i)));
        }
      }
    }
    return marked;
  }

  /// The anchors that are not in these runs.
  public Anchors without(Anchors anchors) {
    if (isEmpty()) {
      return anchors;
    }
    long[] kept = new long[anchors.size()];
    int[] tokens = new int[anchors.size()];
    int size = 0;
    for (int i = 0; i < anchors.size(); i++) {
      if (!has(anchors.hash(i))) {
        kept[size] = anchors.hash(i);
        tokens[size++] = anchors.token(i);
      }
    }
    return new Anchors(kept, tokens, size);
  }
}
