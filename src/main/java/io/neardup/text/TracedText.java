package io.neardup.text;

import org.jspecify.annotations.Nullable;

/// A normalised text that maps each byte to its place in the original. Immutable.
///
/// Characters that normalisation combines, such as `e` and an accent after it, are one unit: all
/// bytes of its normalised form come from the whole unit. The same holds for one character that
/// becomes several, such as `㎏`. Places are char indexes (UTF-16), as in [String#charAt].
public final class TracedText {

  private final String source;
  private final NormalizedText normalized;
  private final int @Nullable [] origins; // the start of the unit of each byte; null if equal

  /// @param origins of each byte, ascending; null if byte i comes from char i
  TracedText(String source, NormalizedText normalized, int @Nullable [] origins) {
    this.source = source;
    this.normalized = normalized;
    this.origins = origins;
  }

  /// The normalised text.
  public NormalizedText normalized() {
    return normalized;
  }

  /// Where the unit of a byte begins in the original.
  ///
  /// @param at a byte of the normalised text, or its length
  public int start(int at) {
    if (at == normalized.length()) {
      return source.length();
    }
    return origins == null ? at : origins[at];
  }

  /// Where the unit of the last byte before `at` ends in the original, without code points that
  /// have no width.
  ///
  /// @param at the end of a range of bytes, at least 1
  public int end(int at) {
    if (origins == null) {
      return at;
    }
    int next = at;
    while (next < normalized.length() && origins[next] == origins[at - 1]) {
      next++;
    }
    int end = start(next);
    while (end > origins[at - 1] + 1 && CharacterClass.isIgnorable(source.codePointBefore(end))) {
      end -= Character.charCount(source.codePointBefore(end));
    }
    return end;
  }

  /// The text with other bytes; each comes from the byte of this text at the same index.
  TracedText with(NormalizedText made) {
    return new TracedText(source, made, origins);
  }

  /// A text made from this one.
  ///
  /// @param made its bytes
  /// @param places for each of its bytes, the byte of this text it comes from; ascending
  TracedText then(NormalizedText made, int[] places) {
    int[] composed = new int[made.length()];
    for (int i = 0; i < composed.length; i++) {
      composed[i] = start(places[i]);
    }
    return new TracedText(source, made, composed);
  }
}
