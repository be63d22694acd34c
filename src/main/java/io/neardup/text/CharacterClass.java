package io.neardup.text;

import java.lang.Character.UnicodeScript;

/// Classifies the code points of a normalised text for the tokeniser: by a table in the basic
/// multilingual plane, by the JDK's Unicode data beyond it.
public final class CharacterClass {

  /// A separator of tokens: white space, punctuation, symbols that are not pictographs.
  public static final byte SEPARATOR = 0;

  /// A letter or digit of a script that puts spaces between words.
  public static final byte WORD = 1;

  /// A letter of a script written without spaces, a token of its own.
  public static final byte SPACELESS = 2;

  /// A combining mark: part of the token it follows.
  public static final byte MARK = 3;

  /// A pictograph, a token of its own.
  public static final byte PICTOGRAPH = 4;

  private static final int KANA_LENGTH_MARK = 0x30FC;

  private static final byte[] PLANE_0 = new byte[0x10000];

  static {
    for (int codePoint = 0; codePoint < PLANE_0.length; codePoint++) {
      PLANE_0[codePoint] = classify(codePoint);
    }
  }

  private CharacterClass() {}

  /// The class of a code point.
  public static byte of(int codePoint) {
    return codePoint < PLANE_0.length ? PLANE_0[codePoint] : classify(codePoint);
  }

  /// Whether normalisation drops the code point: it has no width and no meaning (soft hyphen,
  /// zero-width space and joiners, byte order mark, variation selectors), so it must not
  /// distinguish two texts.
  static boolean isIgnorable(int codePoint) {
    return Character.getType(codePoint) == Character.FORMAT
        || (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
        || (codePoint >= 0xE0100 && codePoint <= 0xE01EF)
        || codePoint == 0x034F
        || codePoint == 0x3164;
  }

  private static byte classify(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          MARK;
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          isSpaceless(codePoint) ? SPACELESS : WORD;
      default -> isPictograph(codePoint) ? PICTOGRAPH : SEPARATOR;
    };
  }

  /* Emoji and other pictures, by ranges. The last two have unassigned code points, which become emoji
  in later versions of Unicode; a fingerprint must not change with the tables of the JDK. Arrows, most
  squares and triangles, bars, quotation marks, © and ® are excluded, even those that have an emoji
  form: pages repeat them as bullets and separators. NFKC has replaced others, such as ™ and ㊗. */
  private static boolean isPictograph(int codePoint) {
    if (codePoint < 0x2600) {
      return codePoint == 0x231A // watch
          || codePoint == 0x231B // hourglass
          || codePoint == 0x2328 // keyboard
          || codePoint == 0x23CF // eject
          || (codePoint >= 0x23E9 && codePoint <= 0x23FA) // buttons of players, clocks
          || codePoint == 0x25FD // small squares that are emoji by default
          || codePoint == 0x25FE;
    }
    return codePoint <= 0x2757 // weather, games, hands, stars, check marks
        || (codePoint >= 0x2763 && codePoint <= 0x2767) // hearts
        || (codePoint >= 0x2795 && codePoint <= 0x2797) // heavy arithmetic signs
        || codePoint == 0x27B0 // loops
        || codePoint == 0x27BF
        || codePoint == 0x2B1B // large squares
        || codePoint == 0x2B1C
        || codePoint == 0x2B50 // star
        || codePoint == 0x2B55 // circle
        || (codePoint >= 0x1F000 && codePoint <= 0x1FAFF)
        || (codePoint >= 0x1FC00 && codePoint <= 0x1FFFD);
  }

  private static boolean isSpaceless(int codePoint) {
    return switch (UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
      default -> codePoint == KANA_LENGTH_MARK;
    };
  }
}
