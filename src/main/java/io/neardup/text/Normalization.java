package io.neardup.text;

import java.util.Arrays;

/// The forms of [NormalizedText].
public enum Normalization implements TextNormalizer {
  /// Like [NormalizedText#of(String)].
  MARKED,

  /// Like [NormalizedText#withoutMarks(String)].
  UNMARKED,

  /// Like [NormalizedText#withCase(String)].
  CASED;

  @Override
  public NormalizedText apply(String text) {
    return switch (this) {
      case MARKED -> NormalizedText.of(text);
      case UNMARKED -> NormalizedText.withoutMarks(text);
      case CASED -> NormalizedText.withCase(text);
    };
  }

  /* The normalised form of a text is the concatenation of its normalised units. A unit is a character that combines
  with nothing before it, plus the following characters that may combine with it or are dropped. UAX #15 calls
  such a place a normalisation boundary. */
  @Override
  public TracedText trace(String text) {
    if (isAscii(text)) {
      return new TracedText(text, apply(text), null);
    }
    NormalizedText.Utf8Buffer buffer = new NormalizedText.Utf8Buffer(text.length() + 16);
    int[] origins = new int[text.length() + 16];
    for (int start = 0; start < text.length(); ) {
      int end = unitEnd(text, start);
      int from = buffer.length();
      int folded = end == start + 1 ? fold(text.charAt(start)) : -1;
      if (folded >= 0) {
        buffer.append(folded);
      } else {
        buffer.append(apply(text.substring(start, end)));
      }
      if (buffer.length() > origins.length) {
        origins = Arrays.copyOf(origins, buffer.length() * 2);
      }
      Arrays.fill(origins, from, buffer.length(), start);
      start = end;
    }
    return new TracedText(text, buffer.text(), origins);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private int unitEnd(String text, int start) {
    int end = start + Character.charCount(text.codePointAt(start));
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      if (codePoint < 0x80 || !continuesUnit(codePoint)) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }

  private boolean continuesUnit(int codePoint) {
    if (codePoint > Character.MAX_VALUE) {
      return !FoldTable.isItself(codePoint)
          && (CharacterClass.isIgnorable(codePoint) || FoldTable.depends(codePoint));
    }
    int folded = table().of((char) codePoint);
    return folded == FoldTable.DEPENDS || folded == FoldTable.NOTHING;
  }

  /// The form of a character that becomes one code point; below 0 for others.
  private int fold(char c) {
    if (this == CASED) {
      return c < 0x80 || FoldTable.isItself(c) ? c : -1;
    }
    return table().of(c);
  }

  private FoldTable table() {
    return this == UNMARKED ? FoldTable.UNMARKED : FoldTable.MARKED;
  }
}
