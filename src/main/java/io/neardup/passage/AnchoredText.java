package io.neardup.passage;

import io.neardup.profile.TextTokens;

/// A text and its anchors, prepared to find what other texts have in common with it. Immutable and
/// thread-safe; 14 bytes per anchor beside the tokens.
public final class AnchoredText {

  private static final int BITS_PER_ANCHOR = 16;

  private final TextTokens tokens;
  private final Anchors anchors;
  private final long[] bits; // a bit for the upper bits of the hash of each anchor
  private final int shift;

  private AnchoredText(TextTokens tokens) {
    this.tokens = tokens;
    this.anchors = Winnowing.STANDARD.anchors(tokens);
    int count = Integer.highestOneBit(Math.max(Long.SIZE, anchors.size() * BITS_PER_ANCHOR));
    this.bits = new long[count / Long.SIZE];
    this.shift = Long.numberOfLeadingZeros(count - 1L);
    for (int i = 0; i < anchors.size(); i++) {
      int bit = (int) (anchors.hash(i) >>> shift);
      bits[bit >>> 6] |= 1L << bit;
    }
  }

  /// Selects the usual anchors of a text. O(tokens).
  public static AnchoredText of(TextTokens tokens) {
    return new AnchoredText(tokens);
  }

  /// The tokens.
  public TextTokens tokens() {
    return tokens;
  }

  /// Its anchors.
  public Anchors anchors() {
    return anchors;
  }

  /// Where another text has the anchors of this one, with some other places of it: one of 16 at
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
