package io.neardup.text;

/// The marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters that writers add or omit:
/// accents, vowel points, and the Arabic tatweel. In other scripts, marks are vowels and remain.
///
/// They are U+0640, and the nonspacing marks (category Mn) in these ranges: U+0300–036F, 0483–0487,
/// 0591–05C7, 0610–06ED, 0897–08FF, 1AB0–1AFF, 1DC0–1DFF, 2DE0–2DFF, A66F–A69F, FB1E and FE20–FE2F.
final class AlphabetMarks {

  private static final int TATWEEL = 0x0640;

  private AlphabetMarks() {}

  static boolean contains(int codePoint) {
    return codePoint == TATWEEL
        || (isInRange(codePoint) && Character.getType(codePoint) == Character.NON_SPACING_MARK);
  }

  /// The text, in a decomposed form, without these marks. O(length).
  static String remove(String decomposed) {
    StringBuilder kept = new StringBuilder(decomposed.length());
    for (int i = 0; i < decomposed.length(); i++) {
      if (!contains(decomposed.charAt(i))) { // all are in the basic multilingual plane
        kept.append(decomposed.charAt(i));
      }
    }
    return kept.toString();
  }

  private static boolean isInRange(int codePoint) {
    return (codePoint >= 0x0300 && codePoint <= 0x036F)
        || (codePoint >= 0x0483 && codePoint <= 0x0487)
        || (codePoint >= 0x0591 && codePoint <= 0x05C7)
        || (codePoint >= 0x0610 && codePoint <= 0x06ED)
        || (codePoint >= 0x0897 && codePoint <= 0x08FF)
        || (codePoint >= 0x1AB0 && codePoint <= 0x1AFF)
        || (codePoint >= 0x1DC0 && codePoint <= 0x1DFF)
        || (codePoint >= 0x2DE0 && codePoint <= 0x2DFF)
        || (codePoint >= 0xA66F && codePoint <= 0xA69F)
        || codePoint == 0xFB1E
        || (codePoint >= 0xFE20 && codePoint <= 0xFE2F);
  }
}
