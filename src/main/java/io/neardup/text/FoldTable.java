package io.neardup.text;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/// The normalised form of each character of the basic multilingual plane, unless it depends on its
/// neighbours.
///
/// A character depends on its neighbours if its decomposition begins with a mark or with a Korean
/// vowel or final consonant: only those can combine with the preceding character. A text without
/// such characters can be normalised character by character.
final class FoldTable {

  /// The character may combine with the preceding one.
  static final int DEPENDS = -1;

  /// The character is dropped.
  static final int NOTHING = -2;

  private static final int FIRST_STRING = -3; // this and below: index into STRINGS, counted down
  private static final List<byte[]> STRINGS = new ArrayList<>();
  private static final int[] TABLE = new int[0x10000];

  static {
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      TABLE[c] = compute(c);
    }
    TABLE[Character.MAX_VALUE] = Character.MAX_VALUE;
  }

  private FoldTable() {}

  /// The code point that the character becomes, or [#DEPENDS], [#NOTHING], or an argument for
  /// [#string(int)].
  static int of(char c) {
    return TABLE[c];
  }

  /// The UTF-8 of a character that becomes several code points.
  ///
  /// @param folded returned by [#of(char)]
  static byte[] string(int folded) {
    return STRINGS.get(FIRST_STRING - folded);
  }

  /// Whether the normalised form of a code point depends on the preceding one.
  static boolean depends(int codePoint) {
    String decomposed = Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKD);
    int first = decomposed.codePointAt(0);
    return CharacterClass.of(first) == CharacterClass.MARK
        || (first >= 0x1160 && first <= 0x11FF)
        || (first >= 0x16D63 && first <= 0x16D6A);
  }

  private static int compute(char c) {
    if (Character.isSurrogate(c)) {
      return 0xFFFD;
    }
    if (isItself(c)) {
      return c;
    }
    if (CharacterClass.isIgnorable(c)) {
      return NOTHING;
    }
    if (depends(c)) {
      return DEPENDS;
    }
    NormalizedText folded = NormalizedText.compose(String.valueOf(c));
    String text = new String(folded.bytes(), 0, folded.length(), StandardCharsets.UTF_8);
    if (text.codePointCount(0, text.length()) == 1) {
      return text.codePointAt(0);
    }
    STRINGS.add(text.getBytes(StandardCharsets.UTF_8));
    return FIRST_STRING + 1 - STRINGS.size();
  }

  /// Large blocks of characters that normalisation does not change, so that the table is built in
  /// milliseconds, and emoji.
  static boolean isItself(int c) {
    return (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xE000 && c <= 0xF8FF)
        || (c >= 0x1F300 && c <= 0x1FAFF);
  }
}
