package io.neardup.text;

import com.ibm.icu.text.Transliterator;

/// Replaces traditional Chinese characters by simplified ones, one by one: `臺灣` becomes `台湾`.
/// Characters with several simplified forms, as in `乾隆`, become the most common one.
///
/// Source: ICU's Traditional-Simplified transform, which follows Unihan.
final class SimplifiedChinese {

  private static final char FIRST = 0x3400;
  private static final char LAST = 0x9FFF;

  private SimplifiedChinese() {}

  /// The text with simplified characters, of the same length in bytes. O(bytes).
  static NormalizedText fold(NormalizedText text) {
    byte[] folded = null;
    byte[] bytes = text.bytes();
    for (int at = 0; at < text.length(); ) {
      int size = WordTokenizer.sequenceLength(bytes[at]);
      if (size == 3) {
        int codePoint = WordTokenizer.decode(bytes, at, size);
        if (codePoint >= FIRST && codePoint <= LAST) {
          char simplified = Table.CHARACTERS.charAt(codePoint - FIRST);
          if (simplified != codePoint) {
            folded = folded == null ? bytes.clone() : folded;
            folded[at] = (byte) (0xE0 | simplified >> 12);
            folded[at + 1] = (byte) (0x80 | simplified >> 6 & 0x3F);
            folded[at + 2] = (byte) (0x80 | simplified & 0x3F);
          }
        }
      }
      at += size;
    }
    return folded == null ? text : new NormalizedText(folded, text.length());
  }

  /// The simplified form of each character of the range; built by the first text with one.
  private static final class Table {
    static final String CHARACTERS = characters();

    private static String characters() {
      Transliterator transform = Transliterator.getInstance("Traditional-Simplified");
      StringBuilder simplified = new StringBuilder();
      for (char c = FIRST; c <= LAST; c++) {
        String form = transform.transliterate(String.valueOf(c));
        boolean isOne = form.length() == 1 && form.charAt(0) >= FIRST && form.charAt(0) <= LAST;
        simplified.append(isOne ? form.charAt(0) : c);
      }
      return simplified.toString();
    }
  }
}
