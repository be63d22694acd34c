package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The features that two contents share, and the features in which they differ. Lists of features
/// end after [#MAX_FEATURES] and state the total count. Features are in the order of [Explanation].
///
/// @param a explanation of the first fingerprint
/// @param b explanation of the second fingerprint
/// @param differingBits the bits that differ, with the features responsible
/// @param shared features of both, in the order of `a`, without ignored ones
/// @param onlyInA features of the first content alone
/// @param onlyInB features of the second content alone
/// @param pulls the features with the largest contributions to the differences of sums, over all
///   differing bits
public record Difference(
    Side a,
    Side b,
    List<Bit> differingBits,
    Names shared,
    Names onlyInA,
    Names onlyInB,
    UnequalFeatures pulls) {

  /// The maximum number of features in one list.
  public static final int MAX_FEATURES = 100;

  /// The explanation of one fingerprint, as in [Explanation].
  ///
  /// @param features the first ones
  /// @param count of all features
  /// @param truncated whether the list ends before the last one
  /// @param columns one for each bit, bit 0 first
  public record Side(
      List<Explanation.Feature> features,
      int count,
      boolean truncated,
      List<Explanation.Column> columns,
      Fingerprint fingerprint) {

    private static Side of(Explanation explanation) {
      List<Explanation.Feature> features = first(explanation.features());
      return new Side(
          features,
          explanation.features().size(),
          explanation.features().size() > features.size(),
          explanation.columns(),
          explanation.fingerprint());
    }
  }

  /// Features by their text.
  ///
  /// @param features the first ones
  /// @param count the total number
  /// @param truncated whether the list ends before the last one
  public record Names(List<String> features, int count, boolean truncated) {

    private static Names of(Features features, IntPredicate isListed) {
      int[] all = IntStream.range(0, features.size()).filter(isListed).toArray();
      List<String> listed =
          Arrays.stream(all).limit(MAX_FEATURES).mapToObj(features::name).toList();
      return new Names(listed, all.length, all.length > listed.size());
    }
  }

  /// A bit that differs.
  ///
  /// @param bit 0 is the least significant
  /// @param sumA the sum of its column in `a`
  /// @param sumB the sum of its column in `b`
  /// @param pulls the three features with the largest contributions to the difference of the sums
  public record Bit(int bit, double sumA, double sumB, List<Unequal> pulls) {}

  /// Features that cause differences of the fingerprints.
  ///
  /// @param features the strongest first
  /// @param count the total number
  /// @param truncated whether the list ends before the last one
  public record UnequalFeatures(List<Unequal> features, int count, boolean truncated) {}

  /// A feature with different contributions in the two contents.
  ///
  /// @param weightA its weight in `a`, 0 if absent
  /// @param weightB its weight in `b`, 0 if absent
  /// @param pull its contribution to the differences between the sums of differing bits; below 0 if
  ///   it reduces them
  public record Unequal(String feature, double weightA, double weightB, double pull) {}

  /// Compares two explanations of one profile. O(features * bits).
  public static Difference between(Explanation a, Explanation b) {
    return between(a, b, () -> {});
  }

  /// Compares like [#between(Explanation, Explanation)].
  ///
  /// @param check called periodically, and may throw
  public static Difference between(Explanation a, Explanation b, Runnable check) {
    Features inA = a.features();
    Features inB = b.features();
    PulledBits pulled = PulledBits.of(a.fingerprint().differingBits(b.fingerprint()), a, b, check);
    return new Difference(
        Side.of(a),
        Side.of(b),
        pulled.bits(),
        Names.of(inA, feature -> inA.weight(feature) > 0 && inB.find(inA.key(feature)) >= 0),
        Names.of(inA, feature -> inB.find(inA.key(feature)) < 0),
        Names.of(inB, feature -> inA.find(inB.key(feature)) < 0),
        pulled.overallFeatures());
  }

  private static List<Explanation.Feature> first(Features all) {
    return List.copyOf(all.subList(0, Math.min(MAX_FEATURES, all.size())));
  }
}
