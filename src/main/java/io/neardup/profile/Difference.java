package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The features that two contents share, and those in which they differ. Lists of features end
/// after [#MAX_FEATURES], and have the count of all. Features are in the order of [Explanation].
///
/// @param a explanation of the first fingerprint
/// @param b explanation of the second fingerprint
/// @param differingBits the bits that differ, with the features responsible
/// @param shared features of both, in the order of `a`
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
  /// @param features the first of them
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
  /// @param features the first of them
  /// @param count of all of them
  /// @param truncated whether the list ends before the last one
  public record Names(List<String> features, int count, boolean truncated) {

    private static Names of(Stream<Explanation.Feature> features) {
      List<String> all = features.map(Explanation.Feature::feature).toList();
      List<String> listed = first(all);
      return new Names(listed, all.size(), all.size() > listed.size());
    }
  }

  /// A bit that differs.
  ///
  /// @param bit 0 is the least significant
  /// @param sumA of its column in `a`
  /// @param sumB of its column in `b`
  /// @param pulls the three features with the largest contributions to the difference of the sums
  public record Bit(int bit, double sumA, double sumB, List<Unequal> pulls) {}

  /// Features that cause differences of the fingerprints.
  ///
  /// @param features the strongest first
  /// @param count of all of them
  /// @param truncated whether the list ends before the last one
  public record UnequalFeatures(List<Unequal> features, int count, boolean truncated) {}

  /// A feature with different contributions in the two contents.
  ///
  /// @param weightA its weight in `a`, 0 if absent
  /// @param weightB its weight in `b`, 0 if absent
  /// @param pull its contribution to the differences of the sums of differing bits; below 0 if it
  ///   reduces them
  public record Unequal(String feature, double weightA, double weightB, double pull) {}

  /// Compares two explanations of one profile. O(features * bits).
  public static Difference between(Explanation a, Explanation b) {
    Map<Key, Explanation.Feature> inA = byKey(a.features());
    Map<Key, Explanation.Feature> inB = byKey(b.features());
    int[] bits = a.fingerprint().differingBits(b.fingerprint());
    PulledBits pulled = PulledBits.of(bits, a, b, inA, inB);
    return new Difference(
        Side.of(a),
        Side.of(b),
        pulled.bits(),
        shared(a.features(), inB),
        Names.of(a.features().stream().filter(feature -> !inB.containsKey(Key.of(feature)))),
        Names.of(b.features().stream().filter(feature -> !inA.containsKey(Key.of(feature)))),
        pulled.overallFeatures());
  }

  /// The features of `a` that are also in `b`, without ignored ones.
  private static Names shared(List<Explanation.Feature> a, Map<Key, Explanation.Feature> inB) {
    return Names.of(
        a.stream()
            .filter(feature -> feature.weight() > 0)
            .filter(feature -> inB.containsKey(Key.of(feature))));
  }

  /// The identity of a feature.
  record Key(String feature, String hash) {
    static Key of(Explanation.Feature feature) {
      return new Key(feature.feature(), feature.hash());
    }
  }

  private static Map<Key, Explanation.Feature> byKey(List<Explanation.Feature> features) {
    Map<Key, Explanation.Feature> byKey = HashMap.newHashMap(features.size());
    features.forEach(feature -> byKey.put(Key.of(feature), feature));
    return byKey;
  }

  static <T> List<T> first(List<T> all) {
    return all.size() <= MAX_FEATURES ? all : List.copyOf(all.subList(0, MAX_FEATURES));
  }
}
