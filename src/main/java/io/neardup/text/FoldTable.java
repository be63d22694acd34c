package io.neardup.text;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/// The normalised form of each character of the basic multilingual plane that does not depend on
/// its neighbours: one table keeps [AlphabetMarks], the other drops them.
///
/// A character depends on its neighbours if its decomposition begins with a mark or with a Korean
/// vowel or final consonant: only those can combine with the preceding character. A text without
/// such characters can be normalised character by character.
final class FoldTable {

  /// The character may combine with the preceding one.
  static final int DEPENDS = -1;

  /// The character is dropped.
  static final int NOTHING = -2;

  private static final int FIRST_STRING = -3; // this and below: index into strings, counted down

  /// Keeps all marks.
  static final FoldTable MARKED = new FoldTable(true);

  /// Drops the marks of alphabets.
  static final FoldTable UNMARKED = new FoldTable(false);

  private final boolean keepsMarks;
  private final List<byte[]> strings = new ArrayList<>();
  private final int[] table = new int[0x10000];

  private FoldTable(boolean keepsMarks) {
    this.keepsMarks = keepsMarks;
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      table[c] = compute(c);
    }
    table[Character.MAX_VALUE] = Character.MAX_VALUE;
  }

  /// The code point that the character becomes, or [#DEPENDS], [#NOTHING], or an argument for
  /// [#string(int)].
  int of(char c) {
    return table[c];
  }

  /// The UTF-8 of a character that becomes several code points.
  ///
  /// @param folded returned by [#of(char)]
  byte[] string(int folded) {
    return strings.get(FIRST_STRING - folded);
  }

  /// The compatibility form of a text, with case.
  String composed(String text) {
    String composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
    if (keepsMarks || isWithoutMarks(composed)) {
      return composed;
    }
    String decomposed = Normalizer.normalize(text, Normalizer.Form.NFKD);
    return Normalizer.normalize(AlphabetMarks.remove(decomposed), Normalizer.Form.NFC);
  }

  /// Whether no character has marks to drop: both tables have the same entries.
  private boolean isWithoutMarks(String composed) {
    for (int i = 0; i < composed.length(); i++) {
      char c = composed.charAt(i);
      boolean never = c < 0xC0 || (c >= 0x0900 && c < 0x1AB0); // many scripts, and no such marks
      // Entries that are not computed yet differ. Few characters beyond this plane have marks.
      if (!never && (table[c] != MARKED.table[c] || Character.isSurrogate(c))) {
        return false;
      }
    }
    return true;
  }

  /// Whether the normalised form of a code point depends on the preceding one.
  static boolean depends(int codePoint) {
    String decomposed = Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKD);
    int first = decomposed.codePointAt(0);
    return CharacterClass.of(first) == CharacterClass.MARK
        || (first >= 0x1160 && first <= 0x11FF)
        || (first >= 0x16D63 && first <= 0x16D6A);
  }

  private int compute(char c) {
    if (Character.isSurrogate(c)) {
      return 0xFFFD;
    }
    if (isItself(c)) {
      return c;
    }
    if (CharacterClass.isIgnorable(c)) {
      return NOTHING;
    }
    String text = NormalizedText.compose(String.valueOf(c), this).toString();
    if (text.isEmpty()) {
      return NOTHING;
    }
    if (depends(c)) {
      return DEPENDS;
    }
    if (text.codePointCount(0, text.length()) == 1) {
      return text.codePointAt(0);
    }
    strings.add(text.getBytes(StandardCharsets.UTF_8));
    return FIRST_STRING + 1 - strings.size();
  }

  /// Large blocks of characters that normalisation does not change, and emoji: a shortcut that
  /// builds the table in milliseconds.
  static boolean isItself(int c) {
    return (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xE000 && c <= 0xF8FF)
        || (c >= 0x1F300 && c <= 0x1FAFF);
  }
}
