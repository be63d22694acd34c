package io.neardup.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifiedChanceTests {

  private static final Profile PROFILE = Profiles.SIMHASH_256_V1;
  private static final Pattern VERIFIED =
      Pattern.compile(
          "Among ([\\d,]+) documents of this kind, a lookup would have (\\S+) false matches, and"
              + " [^.]+0\\.01[^.]+\\. Verified from a similarity of 0\\.(\\d\\d) on, it would have"
              + " (\\S+)\\.");

  /// So few words that unrelated texts share many.
  private static final List<String> TEXTS = texts(1_500);

  private static List<String> texts(int count) {
    SplittableRandom random = new SplittableRandom(3);
    return IntStream.range(0, count)
        .mapToObj(text ->
            String.join(
                " ", IntStream.range(0, 30).mapToObj(i -> "w" + random.nextInt(60)).toList()))
        .toList();
  }

  private static VerifiedChance chance(List<String> texts) {
    ComparedDocuments compared = new ComparedDocuments(texts, TEXTS.size(), EditLimits.of(0.2));
    UnlabelledPairs pairs =
        compared.unlabelled(
            compared.sketch(new TextSketcher(PROFILE), CalibrationProgress.NONE),
            PROFILE.bits(),
            Selection.ALL,
            row -> false,
            new SplittableRandom(1),
            CalibrationProgress.NONE);
    return VerifiedChance.of(PROFILE, compared, pairs);
  }

  /// False matches of similarities that no pair of a sample has, against all pairs.
  @Test
  void falseMatchesAreExtrapolatedFromASmallSample() {
    List<FeatureVector> features =
        TEXTS.stream().map(text -> PROFILE.vector(new Content.Text(text))).toList();
    long[] within = new long[101];
    for (int a = 1; a < features.size(); a++) {
      for (int b = 0; b < a; b++) {
        double similarity = WeightedJaccard.of(features.get(a), features.get(b));
        for (int step = 100; step >= 100 * (1 - similarity); step--) {
          within[step]++;
        }
      }
    }
    int step = 0;
    while (within[step] < 30) { // of 1,124,250 pairs; the sample has 19,900
      step++;
    }
    double all = 2.0 * within[step] / TEXTS.size();
    double estimate = chance(TEXTS.subList(0, 200)).falseMatches(1 - step / 100.0);
    assertThat(estimate / all).isBetween(0.1, 10.0);
    assertThat(chance(TEXTS).falseMatches(1 - step / 100.0) / all).isBetween(0.2, 5.0);
  }

  @Test
  void theReasonStatesWhatAVerifiedLookupMatchesByChance() {
    String reason = reason(PROFILE);
    Matcher sizes = VERIFIED.matcher(reason);
    for (String size : List.of("1,000,000", "1,000,000,000")) {
      assertThat(sizes.find()).as(reason).isTrue();
      assertThat(sizes.group(1)).isEqualTo(size);
      assertThat(number(sizes.group(4))).isPositive().isLessThan(number(sizes.group(2)));
      double expected =
          chance(TEXTS).falseMatches(number(sizes.group(3)) / 100)
              * (number(size) - 1)
              / (TEXTS.size() - 1);
      assertThat(number(sizes.group(4)) / expected).isBetween(0.2, 5.0);
    }
    assertThat(reason(Profiles.PAPER_V1)).contains("Among 1,000,000").doesNotContain("Verified");
  }

  private static double number(String printed) {
    return Double.parseDouble(printed.replace(",", ""));
  }

  private static String reason(Profile profile) {
    return new DocumentCalibration(
            List.of(profile), CalibrationOptions.DEFAULTS, CalibrationProgress.NONE)
        .of(TEXTS, TEXTS.size())
        .profiles()
        .getFirst()
        .reason();
  }
}
