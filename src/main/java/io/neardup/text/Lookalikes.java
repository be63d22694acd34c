package io.neardup.text;

import com.ibm.icu.text.SpoofChecker;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Replaces characters that look alike by one of them, so that `paypal`, `pаypаl` with Cyrillic
/// letters and `PAYPA1` become equal. For text that is written to deceive.
///
/// Each code point of a word is replaced by the UTS #39 skeleton of its upper case, normalised, and
/// the skeleton of that, normalised again; it is not replaced if the result contains a character
/// that words do not contain. Upper case is used because the capital letters of Latin, Greek and
/// Cyrillic look most alike, and to make the result independent of case: `I` looks like `l`, hence
/// `i` becomes `l`, too. In ASCII, `0` becomes `o`, `1` and `i` become `l`, `m` becomes `rn`.
///
/// The table of skeletons is that of the ICU4J version in the build. Another version may have
/// further lookalikes, so a golden vector fixes the result.
final class Lookalikes {

  private static final SpoofChecker SKELETONS = new SpoofChecker.Builder().build();

  private static final @Nullable String[] PLANE_0 =
      new @Nullable String[0x10000]; // filled on demand

  private Lookalikes() {}

  /// The text with lookalikes replaced, normalised. O(bytes); its UTF-8 is at most six times as
  /// long.
  static NormalizedText fold(NormalizedText text) {
    byte[] bytes = text.bytes();
    StringBuilder folded = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); ) {
      int size = WordTokenizer.sequenceLength(bytes[at]);
      folded.append(of(WordTokenizer.decode(bytes, at, size)));
      at += size;
    }
    return NormalizedText.of(folded.toString());
  }

  private static String of(int codePoint) {
    if (codePoint >= PLANE_0.length) {
      return compute(codePoint);
    }
    String known = PLANE_0[codePoint];
    if (known == null) {
      known = compute(codePoint);
      PLANE_0[codePoint] = known; // two threads may compute the same
    }
    return known;
  }

  private static String compute(int codePoint) {
    String itself = Character.toString(codePoint);
    if (!isOfWord(codePoint)) {
      return itself;
    }
    String skeleton = skeleton(skeleton(Character.toString(Character.toUpperCase(codePoint))));
    boolean word = !skeleton.isEmpty() && skeleton.codePoints().allMatch(Lookalikes::isOfWord);
    return word ? skeleton : itself;
  }

  private static String skeleton(String text) {
    NormalizedText skeleton = NormalizedText.of(SKELETONS.getSkeleton(text));
    return new String(skeleton.bytes(), 0, skeleton.length(), StandardCharsets.UTF_8);
  }

  private static boolean isOfWord(int codePoint) {
    byte kind = CharacterClass.of(codePoint);
    return kind != CharacterClass.SEPARATOR && kind != CharacterClass.PICTOGRAPH;
  }
}
