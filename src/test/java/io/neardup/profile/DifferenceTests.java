package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import io.neardup.profile.Difference.Bit;
import io.neardup.profile.Difference.Pull;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferenceTests {

  private static final Offset<Double> ROUNDING = within(1e-9);

  static Stream<Profile> profiles() {
    return new Profiles()
        .all().stream()
            .filter(profile -> profile.kind() == SketchKind.SIMHASH)
            .filter(profile -> !profile.name().equals("mt19937-char-32"));
  }

  @Test
  void tellsWhatIsSharedAndWhatIsNot() {
    Difference difference =
        between(Profiles.PAPER_V1, "the cat sat on the mat", "the cat sat on a");

    assertThat(difference.shared().features()).containsExactly("the", "cat", "sat", "on");
    assertThat(difference.onlyInA().features()).containsExactly("mat");
    assertThat(difference.onlyInB().features()).containsExactly("a");
    assertThat(difference.shared().more()).isZero();
    assertThat(difference.pulls().features())
        .extracting(Pull::feature)
        .containsExactlyInAnyOrder("the", "mat", "a");
  }

  @Test
  void hasNothingToTellOfEqualTexts() {
    Difference difference = between(Profiles.WIDE_V1, "the cat sat", "The cat sat!");

    assertThat(difference.differingBits()).isEmpty();
    assertThat(difference.pulls().features()).isEmpty();
    assertThat(difference.onlyInA().features()).isEmpty();
    assertThat(difference.shared().features()).containsExactly("the cat", "cat sat");
  }

  /// Whatever the width and the hash: what features pull is what the sums differ by.
  @ParameterizedTest
  @MethodSource("profiles")
  void pullsAddUpToTheDifferenceOfTheSums(Profile profile) {
    Explanation a = profile.explain(new Tokens(List.of("u", "v", "w", "x", "x", "y", "common")));
    Explanation b = profile.explain(new Tokens(List.of("k", "l", "m", "n", "x", "common")));
    Difference difference = Difference.between(a, b);

    double apart = 0;
    for (Bit bit : difference.differingBits()) {
      assertThat(a.fingerprint().bit(bit.bit())).isNotEqualTo(b.fingerprint().bit(bit.bit()));
      assertThat(bit.columnA()).isEqualTo(a.columns().get(profile.bits() - 1 - bit.bit()));
      assertThat(bit.columnB()).isEqualTo(b.columns().get(profile.bits() - 1 - bit.bit()));
      assertThat(bit.pulls()).isSortedAccordingTo((p, q) -> Double.compare(q.pull(), p.pull()));
      assertThat(bit.pulls()).hasSizeLessThanOrEqualTo(3);
      apart += Math.abs(bit.columnA() - bit.columnB());
    }
    assertThat(difference.differingBits())
        .hasSize(a.fingerprint().distance(b.fingerprint()))
        .isNotEmpty();
    assertThat(difference.pulls().features().stream().mapToDouble(Pull::pull).sum())
        .isEqualTo(apart, ROUNDING);
    assertThat(difference.pulls().more()).isZero();
  }

  @Test
  void ofMinHashItNamesWhoDecidedTheBitsThatDiffer() {
    Explanation a = Profiles.MINHASH_256_V1.explain(new Text("the cat sat on the mat"));
    Explanation b = Profiles.MINHASH_256_V1.explain(new Text("the cat sat on a mat"));
    Difference difference = Difference.between(a, b);

    assertThat(difference.pulls()).isNull();
    assertThat(difference.differingBits()).hasSize(a.fingerprint().distance(b.fingerprint()));
    List<String> alone = List.of("on the", "the mat", "on a", "a mat");
    for (Bit bit : difference.differingBits()) {
      assertThat(bit.columnA()).isNull();
      assertThat(bit.pulls()).isNull();
      assertThat(bit.deciderA()).isEqualTo(decider(a, bit.bit()));
      assertThat(bit.deciderB()).isEqualTo(decider(b, bit.bit()));
      assertThat(Stream.of(bit.deciderA(), bit.deciderB())).containsAnyElementsOf(alone);
    }
    Difference.Deciders deciders = Objects.requireNonNull(difference.deciders());
    assertThat(deciders.features()).extracting(Difference.Decider::feature).containsAll(alone);
    assertThat(deciders.features().stream().mapToInt(Difference.Decider::bitsA).sum())
        .isEqualTo(difference.differingBits().size());
    assertThat(deciders.features())
        .isSortedAccordingTo(
            (p, q) -> Integer.compare(q.bitsA() + q.bitsB(), p.bitsA() + p.bitsB()));
    assertThat(deciders.more()).isZero();
  }

  @Test
  void nobodyDecidesTheBitsOfATextWithoutWords() {
    Difference difference = between(Profiles.MINHASH_256_V1, "the cat", "?!");

    assertThat(difference.differingBits()).isNotEmpty();
    assertThat(difference.differingBits()).extracting(Bit::deciderA).containsOnly("the cat");
    assertThat(difference.differingBits()).extracting(Bit::deciderB).containsOnlyNulls();
  }

  private static String decider(Explanation explanation, int bit) {
    List<String> deciders = Objects.requireNonNull(explanation.deciders());
    String hash = deciders.get(deciders.size() - 1 - bit);
    return explanation.features().stream()
        .filter(feature -> feature.hash().equals(hash))
        .map(Explanation.Feature::feature)
        .findAny()
        .orElseThrow();
  }

  @Test
  void theOneFeatureThatDiffersPullsInEveryBit() {
    Difference difference =
        Difference.between(
            explanation("a", "cb1283631cf33d7d"), explanation("b", "cb1283631cf33d7e"));

    assertThat(difference.differingBits()).extracting(Bit::bit).containsExactly(0, 1);
    assertThat(difference.differingBits().getFirst().pulls())
        .containsExactly(new Pull("a", 1, 0, 1), new Pull("b", 0, 1, 1));
    assertThat(difference.pulls().features())
        .containsExactly(new Pull("a", 1, 0, 2), new Pull("b", 0, 1, 2));
  }

  @Test
  @Timeout(60)
  void listsOfLongTextsEndAfterAHundredFeatures() {
    Difference difference =
        between(Profiles.WIDE_V1, numbers(0, 300_000), numbers(150_000, 450_000));

    assertThat(difference.a().features()).hasSize(100);
    assertThat(difference.a().more()).isEqualTo(299_999 - 100);
    assertThat(difference.b().more()).isEqualTo(299_999 - 100);
    assertThat(difference.shared().features()).hasSize(100);
    assertThat(difference.shared().more()).isEqualTo(149_999 - 100);
    assertThat(difference.onlyInA().more()).isEqualTo(150_000 - 100);
    assertThat(difference.onlyInB().more()).isEqualTo(150_000 - 100);
    assertThat(difference.pulls().features()).hasSize(100);
    assertThat(difference.pulls().more()).isEqualTo(300_000 - 100);
  }

  private static Difference between(Profile profile, String a, String b) {
    return Difference.between(profile.explain(new Text(a)), profile.explain(new Text(b)));
  }

  private static Explanation explanation(String feature, String hash) {
    Fingerprint fingerprint = Fingerprint.parse(hash, 64);
    return Explanation.ofSums(
        List.of(new Explanation.Feature(feature, 1, 1, hash)),
        IntStream.range(0, 64).mapToObj(i -> fingerprint.bit(63 - i) ? 1.0 : -1.0).toList(),
        fingerprint);
  }

  private static String numbers(int from, int to) {
    StringBuilder text = new StringBuilder();
    IntStream.range(from, to).forEach(number -> text.append(number).append(' '));
    return text.toString();
  }
}
