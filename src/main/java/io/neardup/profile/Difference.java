package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What two contents share and what sets them apart. Every list of features ends after
/// [#MAX_FEATURES], and has the count of all. Features stand in the order of [Explanation].
///
/// @param a how the fingerprint of the one is computed
/// @param b how the fingerprint of the other is computed
/// @param differingBits the bits that differ, and why
/// @param shared features of both, in the order of `a`
/// @param onlyInA features of the one alone
/// @param onlyInB features of the other alone
/// @param pulls the features that pull the sums of differing bits apart the most, all such bits
///   taken together
public record Difference(
    Side a,
    Side b,
    List<Bit> differingBits,
    Names shared,
    Names onlyInA,
    Names onlyInB,
    UnequalFeatures pulls) {

  /// The most features that one list has.
  public static final int MAX_FEATURES = 100;

  /// The explanation of one fingerprint, as in [Explanation].
  ///
  /// @param features the first of them
  /// @param count of all features
  /// @param truncated whether there are more than these
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
  /// @param truncated whether there are more than these
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
  /// @param pulls the three features that pull the two sums apart the most
  public record Bit(int bit, double sumA, double sumB, List<Unequal> pulls) {}

  /// Features that set the fingerprints apart.
  ///
  /// @param features the strongest first
  /// @param count of all of them
  /// @param truncated whether there are more than these
  public record UnequalFeatures(List<Unequal> features, int count, boolean truncated) {}

  /// A feature that does not pull alike in both contents.
  ///
  /// @param weightA its weight in `a`, 0 if it is not there
  /// @param weightB its weight in `b`, 0 if it is not there
  /// @param pull by how much it moves the sums of differing bits apart; below 0, together
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
        pulled.overall());
  }

  /// The features of `a` that are in `b` too, those left out that count nothing. O(features).
  public static Names shared(List<Explanation.Feature> a, List<Explanation.Feature> b) {
    return shared(a, byKey(b));
  }

  private static Names shared(List<Explanation.Feature> a, Map<Key, Explanation.Feature> inB) {
    return Names.of(
        a.stream()
            .filter(feature -> feature.weight() > 0)
            .filter(feature -> inB.containsKey(Key.of(feature))));
  }

  /// What makes two features the same one.
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
