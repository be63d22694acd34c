package io.neardup.passage;

import io.neardup.profile.TextTokens;
import java.util.BitSet;
import java.util.stream.IntStream;

/// A text with its anchors, prepared for comparison with other texts. Immutable and thread-safe; 20
/// bytes per anchor beside the tokens.
public final class AnchoredText {

  private static final int BITS_PER_ANCHOR = 64;

  private final TextTokens tokens;
  private final Anchors anchors;
  private final MarkedRuns marked;
  private final BitSet ignored; // tokens in marked runs
  private final long[] bits; // a bit for the upper bits of the hash of each anchor
  private final int shift;
  private final int tokensOfOneAnchor;

  /// Selects the standard anchors of a text, except those in marked runs. O(tokens).
  ///
  /// @param marked runs that do not count, in this text or in others
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

  /// Its anchors, without marked runs.
  public Anchors anchors() {
    return anchors;
  }

  /// The tokens in marked runs; must not be modified.
  public BitSet ignored() {
    return ignored;
  }

  /// The tokens of another text in marked runs.
  BitSet ignoredIn(TextTokens other) {
    return marked.in(other);
  }

  /// The largest number of tokens that this text can share with another text if they share so many
  /// anchors and no words are edited; all tokens if there are marked runs.
  public long mostShared(int common) {
    return ignored.isEmpty() ? (long) common * tokensOfOneAnchor : tokens.size();
  }

  /// Where another text has the anchors of this one, with false positives at no more than one place
  /// in 64. O(tokens).
  Anchors in(TextTokens other) {
    return Winnowing.STANDARD.runs(other, this);
  }

  /// Whether a hash may belong to an anchor.
  boolean mayHave(long hash) {
    int bit = (int) (hash >>> shift);
    return (bits[bit >>> 6] & 1L << bit) != 0;
  }
}
