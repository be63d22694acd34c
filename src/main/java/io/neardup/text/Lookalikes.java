package io.neardup.text;

import com.ibm.icu.text.SpoofChecker;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Replaces characters that look alike by one of them, so that `paypal`, `pаypаl` with Cyrillic
/// letters and `PAYPA1` become equal. For text written to deceive.
///
/// Each code point of a word is replaced by the UTS #39 skeleton of its upper case, normalised, and
/// the skeleton of that, normalised again; it is not replaced if the result contains a character
/// that words do not contain. Upper case, because the capital letters of Latin, Greek and Cyrillic
/// look most alike, and to make the result independent of case: `I` looks like `l`, hence `i`
/// becomes `l`, too. Digits become the letters they stand for (leet): `v1agr4` is `viagra`. In
/// ASCII, `0` becomes `o`, `1` and `i` become `l`, `m` becomes `rn`, and `2345789` become
/// `zeastbg`, each another letter, so that numbers remain different.
///
/// The skeletons come from the ICU4J version in the build. Another version may have further
/// lookalikes, so a golden vector pins the result.
final class Lookalikes {

  private static final SpoofChecker SKELETONS = new SpoofChecker.Builder().build();

  /// The letters that digits stand for. `6` stays: it is used for both `b` and `g`.
  private static final String LEET = "OLZEAS6TBG";

  private static final @Nullable String[] PLANE_0 =
      new @Nullable String[0x10000]; // filled on demand

  private Lookalikes() {}

  /// The text with lookalikes replaced, normalised. O(bytes); its UTF-8 is at most six times as
  /// long.
  ///
  /// @param normalizer of the result
  static NormalizedText fold(NormalizedText text, Function<String, NormalizedText> normalizer) {
    byte[] bytes = text.bytes();
    StringBuilder folded = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); ) {
      int size = WordTokenizer.sequenceLength(bytes[at]);
      folded.append(of(WordTokenizer.decode(bytes, at, size)));
      at += size;
    }
    return normalizer.apply(folded.toString());
  }

  /// Folds as [#fold] does, with origins.
  static TracedText trace(TracedText text, TextNormalizer normalizer) {
    byte[] bytes = text.normalized().bytes();
    int length = text.normalized().length();
    StringBuilder folded = new StringBuilder(length);
    int[] places = new int[length * 2 + 1];
    for (int at = 0; at < length; ) {
      int size = WordTokenizer.sequenceLength(bytes[at]);
      int from = folded.length();
      folded.append(of(WordTokenizer.decode(bytes, at, size)));
      if (folded.length() >= places.length) {
        places = Arrays.copyOf(places, folded.length() * 2);
      }
      Arrays.fill(places, from, folded.length(), at);
      at += size;
    }
    TracedText again = normalizer.trace(folded.toString());
    int[] composed = new int[again.normalized().length()];
    for (int i = 0; i < composed.length; i++) {
      composed[i] = places[again.start(i)];
    }
    return text.then(again.normalized(), composed);
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
    boolean digit = codePoint >= '0' && codePoint <= '9';
    int capital = digit ? LEET.charAt(codePoint - '0') : Character.toUpperCase(codePoint);
    String skeleton = skeleton(skeleton(Character.toString(capital)));
    boolean word = !skeleton.isEmpty() && skeleton.codePoints().allMatch(Lookalikes::isOfWord);
    return word ? skeleton : itself;
  }

  private static String skeleton(String text) {
    return NormalizedText.of(SKELETONS.getSkeleton(text)).toString();
  }

  private static boolean isOfWord(int codePoint) {
    byte kind = CharacterClass.of(codePoint);
    return kind != CharacterClass.SEPARATOR && kind != CharacterClass.PICTOGRAPH;
  }
}
