package io.neardup.passage;

import io.neardup.profile.TextTokens;
import java.util.BitSet;
import java.util.stream.IntStream;

/// A text and its anchors, prepared to find what other texts have in common with it. Immutable and
/// thread-safe; 20 bytes per anchor beside the tokens.
public final class AnchoredText {

  private static final int BITS_PER_ANCHOR = 64;

  private final TextTokens tokens;
  private final Anchors anchors;
  private final MarkedRuns marked;
  private final BitSet ignored; // tokens in marked runs
  private final long[] bits; // a bit for the upper bits of the hash of each anchor
  private final int shift;
  private final int tokensOfOneAnchor;

  /// Selects the usual anchors of a text that are not among marked runs. O(tokens).
  ///
  /// @param marked runs that do not count, neither in this text nor in others
  public AnchoredText(TextTokens tokens, MarkedRuns marked) {
    this.tokens = tokens;
    this.anchors = marked.without(Winnowing.STANDARD.anchors(tokens));
    this.marked = marked;
    this.ignored = marked.in(tokens);
    boolean spaceless = IntStream.range(0, tokens.size()).anyMatch(tokens::isSpaceless);
    this.tokensOfOneAnchor = Winnowing.STANDARD.tokensOfOneAnchor(spaceless);
    int count = Integer.highestOneBit(Math.max(Long.SIZE, anchors.size() * BITS_PER_ANCHOR));
    this.bits = new long[count / Long.SIZE];
    this.shift = Long.numberOfLeadingZeros(count - 1L);
    for (int i = 0; i < anchors.size(); i++) {
      int bit = (int) (anchors.hash(i) >>> shift);
      bits[bit >>> 6] |= 1L << bit;
    }
  }

  /// The tokens.
  public TextTokens tokens() {
    return tokens;
  }

  /// Its anchors that are not among the marked runs.
  public Anchors anchors() {
    return anchors;
  }

  /// The tokens in marked runs, not to be changed.
  public BitSet ignored() {
    return ignored;
  }

  /// The tokens of another text in marked runs.
  BitSet ignoredIn(TextTokens other) {
    return marked.in(other);
  }

  /// The largest number of tokens that runs with so many of the anchors can have in common with
  /// another text, if no words are edited; all tokens if there are marked runs.
  public long mostShared(int common) {
    return ignored.isEmpty() ? (long) common * tokensOfOneAnchor : tokens.size();
  }

  /// Where another text has the anchors of this one, with some other places of it: one of 64 at
  /// most. O(tokens).
  Anchors in(TextTokens other) {
    return Winnowing.STANDARD.runs(other, this);
  }

  /// Whether a hash may be that of an anchor.
  boolean mayHave(long hash) {
    int bit = (int) (hash >>> shift);
    return (bits[bit >>> 6] & 1L << bit) != 0;
  }
}
