package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What two contents share and what sets them apart. Every list of features ends after
/// [#MAX_FEATURES] and says how many more there are. Features stand in the order of [Explanation].
///
/// @param a how the fingerprint of the one comes about
/// @param b how the fingerprint of the other comes about
/// @param differingBits the bits that differ, 0 being the least significant, and why
/// @param shared features of both, in the order of `a`
/// @param onlyInA features of the one alone
/// @param onlyInB features of the other alone
/// @param pulls for SimHash, the features that pull the differing bits apart the most, all bits
///   taken together
/// @param deciders for MinHash, the features that decided the differing bits
public record Difference(
    Side a,
    Side b,
    List<Bit> differingBits,
    Names shared,
    Names onlyInA,
    Names onlyInB,
    @Nullable Pulls pulls,
    @Nullable Deciders deciders) {

  /// The most features that one list has.
  public static final int MAX_FEATURES = 100;

  /// The explanation of one fingerprint, as in [Explanation].
  ///
  /// @param features the first of them
  /// @param more how many features are not listed
  /// @param columns for SimHash, the sum of each bit, most significant bit first
  /// @param deciders for MinHash, the hash of the feature that decided each bit, most significant
  ///   bit first
  public record Side(
      List<Explanation.Feature> features,
      int more,
      @Nullable List<Double> columns,
      @Nullable List<String> deciders,
      Fingerprint fingerprint) {

    private static Side of(Explanation explanation) {
      List<Explanation.Feature> features = first(explanation.features());
      return new Side(
          features,
          explanation.features().size() - features.size(),
          explanation.columns(),
          explanation.deciders(),
          explanation.fingerprint());
    }
  }

  /// Features by their text.
  ///
  /// @param features the first of them
  /// @param more how many features are not listed
  public record Names(List<String> features, int more) {

    private static Names of(Stream<Explanation.Feature> features) {
      List<String> all = features.map(Explanation.Feature::feature).toList();
      List<String> listed = first(all);
      return new Names(listed, all.size() - listed.size());
    }
  }

  /// A bit that differs.
  ///
  /// @param bit 0 is the least significant
  /// @param columnA for SimHash, its sum in `a`
  /// @param columnB for SimHash, its sum in `b`
  /// @param pulls for SimHash, the three features that pull the two sums apart the most
  /// @param deciderA for MinHash, the feature that decided it in `a`; absent if there is none
  /// @param deciderB for MinHash, the feature that decided it in `b`; absent if there is none
  public record Bit(
      int bit,
      @Nullable Double columnA,
      @Nullable Double columnB,
      @Nullable List<Pull> pulls,
      @Nullable String deciderA,
      @Nullable String deciderB) {}

  /// Features that set the fingerprints apart.
  ///
  /// @param features the strongest first
  /// @param more how many features are not listed
  public record Pulls(List<Pull> features, int more) {}

  /// A feature whose weights differ.
  ///
  /// @param weightA its weight in `a`, 0 if it is not there
  /// @param weightB its weight in `b`, 0 if it is not there
  /// @param pull by how much it moves the sums of differing bits apart; below 0, together
  public record Pull(String feature, double weightA, double weightB, double pull) {}

  /// Features that decided differing bits.
  ///
  /// @param features those that decided the most first
  /// @param more how many features are not listed
  public record Deciders(List<Decider> features, int more) {}

  /// A feature that decided differing bits.
  ///
  /// @param bitsA how many of them in `a`
  /// @param bitsB how many of them in `b`
  public record Decider(String feature, int bitsA, int bitsB) {}

  /// Compares two explanations of one profile. O(features * differing bits).
  public static Difference between(Explanation a, Explanation b) {
    Map<Key, Explanation.Feature> inA = byKey(a);
    Map<Key, Explanation.Feature> inB = byKey(b);
    int[] bits =
        IntStream.range(0, a.fingerprint().bits())
            .filter(bit -> a.fingerprint().bit(bit) != b.fingerprint().bit(bit))
            .toArray();
    boolean simHash = a.columns() != null;
    PulledBits pulled = simHash ? PulledBits.of(bits, a, b, inA, inB) : null;
    DecidedBits decided = simHash ? null : DecidedBits.of(bits, a, b);
    return new Difference(
        Side.of(a),
        Side.of(b),
        pulled != null ? pulled.bits() : Objects.requireNonNull(decided).bits(),
        Names.of(a.features().stream().filter(feature -> inB.containsKey(Key.of(feature)))),
        Names.of(a.features().stream().filter(feature -> !inB.containsKey(Key.of(feature)))),
        Names.of(b.features().stream().filter(feature -> !inA.containsKey(Key.of(feature)))),
        pulled != null ? pulled.overall() : null,
        decided != null ? decided.overall() : null);
  }

  /// What makes two features the same one.
  record Key(String feature, String hash) {
    static Key of(Explanation.Feature feature) {
      return new Key(feature.feature(), feature.hash());
    }
  }

  private static Map<Key, Explanation.Feature> byKey(Explanation explanation) {
    Map<Key, Explanation.Feature> features = HashMap.newHashMap(explanation.features().size());
    explanation.features().forEach(feature -> features.put(Key.of(feature), feature));
    return features;
  }

  static <T> List<T> first(List<T> all) {
    return all.size() <= MAX_FEATURES ? all : List.copyOf(all.subList(0, MAX_FEATURES));
  }
}
