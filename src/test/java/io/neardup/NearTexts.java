package io.neardup;

import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Pairs of texts that the default distance of `simhash-256-v1` decides wrongly, and its features
/// rightly.
///
/// @param text of about 60 words
/// @param other an edited copy
/// @param distance of their fingerprints
/// @param similarity of their features
public record NearTexts(String text, String other, int distance, double similarity) {

  private static final Profile PROFILE = Profiles.SIMHASH_256_V1;

  /// Texts whose similarity is above the threshold, and whose distance is above the default.
  ///
  /// @param number of the pair
  public static NearTexts missed(int number) {
    return find(
        number, 7, pair -> pair.distance > 54 && pair.distance <= 64 && pair.similarity > 0.55);
  }

  /// Texts whose similarity is below the threshold, and whose distance is within the default.
  ///
  /// @param number of the pair
  public static NearTexts wrong(int number) {
    return find(
        number, 5, pair -> pair.distance > 42 && pair.distance <= 54 && pair.similarity < 0.53);
  }

  private static NearTexts find(int number, int everyWord, Predicate<NearTexts> sought) {
    SplittableRandom random = new SplittableRandom(number);
    while (true) {
      String text =
          IntStream.range(0, 60)
              .mapToObj(i -> "w" + random.nextInt(100_000))
              .collect(Collectors.joining(" "));
      String other =
          Arrays.stream(text.split(" "))
              .map(word -> random.nextInt(everyWord) == 0 ? "x" + random.nextInt(100_000) : word)
              .collect(Collectors.joining(" "));
      Content a = new Content.Text(text);
      Content b = new Content.Text(other);
      NearTexts pair =
          new NearTexts(
              text,
              other,
              PROFILE.sketch(a).fingerprint().distance(PROFILE.sketch(b).fingerprint()),
              WeightedJaccard.of(PROFILE.vector(a), PROFILE.vector(b)));
      if (sought.test(pair)) {
        return pair;
      }
    }
  }
}
