package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import io.neardup.profile.Difference.Bit;
import io.neardup.profile.Difference.Unequal;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferenceTests {

  private static final Offset<Double> ROUNDING = within(1e-9);

  static Stream<Profile> profiles() {
    return new Profiles()
        .all().stream().filter(profile -> !profile.name().equals("mt19937-char-32"));
  }

  @Test
  void listsSharedAndUnsharedFeatures() {
    Difference difference =
        between(Profiles.PAPER_V1, "the cat sat on the mat", "the cat sat on a");

    assertThat(difference.shared().features()).containsExactly("the", "cat", "sat", "on");
    assertThat(difference.onlyInA().features()).containsExactly("mat");
    assertThat(difference.onlyInB().features()).containsExactly("a");
    assertThat(difference.shared().count()).isEqualTo(4);
    assertThat(difference.pulls().features())
        .extracting(Unequal::feature)
        .containsExactlyInAnyOrder("the", "mat", "a");
  }

  @Test
  void isEmptyForEqualTexts() {
    Difference difference = between(Profiles.SIMHASH_256_V1, "the cat sat", "The cat sat!");

    assertThat(difference.differingBits()).isEmpty();
    assertThat(difference.pulls().features()).isEmpty();
    assertThat(difference.onlyInA().features()).isEmpty();
    assertThat(difference.shared().features())
        .containsExactly("the", "cat", "sat", "the cat", "cat sat");
  }

  /// For every width and hash, the pulls of the features add up to the difference of the sums.
  @ParameterizedTest
  @MethodSource("profiles")
  void contributionsAddUpToTheDifferenceOfTheSums(Profile profile) {
    Explanation a = profile.explain(new Tokens(List.of("u", "v", "w", "x", "x", "y", "common")));
    Explanation b = profile.explain(new Tokens(List.of("k", "l", "m", "n", "x", "common")));
    Difference difference = Difference.between(a, b);

    double apart = 0;
    for (Bit bit : difference.differingBits()) {
      assertThat(a.fingerprint().bit(bit.bit())).isNotEqualTo(b.fingerprint().bit(bit.bit()));
      assertThat(bit.sumA()).isEqualTo(a.columns().get(bit.bit()).sum());
      assertThat(bit.sumB()).isEqualTo(b.columns().get(bit.bit()).sum());
      assertThat(bit.pulls()).isSortedAccordingTo((p, q) -> Double.compare(q.pull(), p.pull()));
      assertThat(bit.pulls()).hasSizeLessThanOrEqualTo(3);
      apart += Math.abs(bit.sumA() - bit.sumB());
    }
    assertThat(difference.differingBits())
        .hasSize(a.fingerprint().distance(b.fingerprint()))
        .isNotEmpty();
    assertThat(difference.pulls().features().stream().mapToDouble(Unequal::pull).sum())
        .isEqualTo(apart, ROUNDING);
    assertThat(difference.pulls().truncated()).isFalse();
  }

  @Test
  void unsharedFeaturesMostlyDecideDifferingBitsOfASparseProjection() {
    Explanation a = Profiles.SIMHASH_256_V1.explain(new Text("the cat sat on the mat"));
    Explanation b = Profiles.SIMHASH_256_V1.explain(new Text("the cat sat on a mat"));
    Difference difference = Difference.between(a, b);

    List<String> alone = List.of("on the", "the mat", "a", "on a", "a mat", "the");
    long explained =
        difference.differingBits().stream()
            .filter(bit -> alone.contains(bit.pulls().getFirst().feature()))
            .count();
    assertThat(explained).isGreaterThan(difference.differingBits().size() * 8L / 10);
    assertThat(difference.pulls().features().subList(0, 6))
        .extracting(Unequal::feature)
        .containsExactlyInAnyOrderElementsOf(alone);
  }

  @Test
  void textWithoutWordsContributesNothing() {
    Difference difference = between(Profiles.SIMHASH_256_V1, "the cat", "?!");

    assertThat(difference.differingBits()).isNotEmpty();
    assertThat(difference.differingBits()).extracting(Bit::sumB).containsOnly(0.0);
    assertThat(difference.pulls().features())
        .extracting(Unequal::feature)
        .containsExactlyInAnyOrder("the", "cat", "the cat");
  }

  @Test
  void singleDifferingFeatureContributesToEveryBit() {
    Difference difference =
        Difference.between(
            explanation("a", "cb1283631cf33d7d"), explanation("b", "cb1283631cf33d7e"));

    assertThat(difference.differingBits()).extracting(Bit::bit).containsExactly(0, 1);
    assertThat(difference.differingBits().getFirst().pulls())
        .containsExactly(new Unequal("a", 1, 0, 1), new Unequal("b", 0, 1, 1));
    assertThat(difference.pulls().features())
        .containsExactly(new Unequal("a", 1, 0, 2), new Unequal("b", 0, 1, 2));
  }

  @Test
  void listsHaveAtMostAHundredFeatures() {
    Difference difference =
        between(Profiles.PAPER_V1, numbers(0, 300_000), numbers(150_000, 450_000));

    assertThat(difference.a().features()).hasSize(100);
    assertThat(difference.a().count()).isEqualTo(300_000);
    assertThat(difference.b().count()).isEqualTo(300_000);
    assertThat(difference.shared().features()).hasSize(100);
    assertThat(difference.shared().count()).isEqualTo(150_000);
    assertThat(difference.onlyInA().count()).isEqualTo(150_000);
    assertThat(difference.onlyInB().count()).isEqualTo(150_000);
    assertThat(difference.pulls().features()).hasSize(100);
    assertThat(difference.pulls().count()).isEqualTo(300_000);
  }

  @Test
  void aComparisonOfLongTextsCanBeStopped() {
    Explanation a = Profiles.SIMHASH_256_V1.explain(new Text(numbers(0, 5_000)));
    Explanation b = Profiles.SIMHASH_256_V1.explain(new Text(numbers(2_500, 7_500)));
    AtomicInteger checks = new AtomicInteger();
    assertThat(Difference.between(a, b, checks::incrementAndGet).differingBits()).isNotEmpty();
    assertThat(checks).hasValueGreaterThan(10);
  }

  @Test
  void anExplanationOfALongTextCanBeStopped() {
    for (Profile profile : List.of(Profiles.PAPER_V1, Profiles.SIMHASH_256_V1)) {
      AtomicInteger checks = new AtomicInteger();
      Text text = new Text(numbers(0, 100_000));
      assertThat(profile.explain(text, checks::incrementAndGet).features()).isNotEmpty();
      assertThat(checks).as(profile.name()).hasValueGreaterThan(5);
    }
  }

  private static Difference between(Profile profile, String a, String b) {
    return Difference.between(profile.explain(new Text(a)), profile.explain(new Text(b)));
  }

  private static Explanation explanation(String feature, String hash) {
    Fingerprint fingerprint = Fingerprint.parse(hash, 64);
    return Explanation.of(
        Projection.DENSE,
        Features.of(List.of(new Explanation.Feature(feature, 1, 1, hash))),
        IntStream.range(0, 64).mapToDouble(bit -> fingerprint.bit(bit) ? 1 : -1).toArray(),
        fingerprint,
        () -> {});
  }

  private static String numbers(int from, int to) {
    StringBuilder text = new StringBuilder();
    IntStream.range(from, to).forEach(number -> text.append(number).append(' '));
    return text.toString();
  }
}
