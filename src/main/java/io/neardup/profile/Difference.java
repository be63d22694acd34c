package io.neardup.profile;

import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What two contents share and what sets them apart. Every list of features ends after
/// [#MAX_FEATURES] and says how many more there are.
///
/// @param a how the fingerprint of the one comes about
/// @param b how the fingerprint of the other comes about
/// @param differingBits the bits that differ, 0 being the least significant, and why
/// @param shared features of both, heaviest in `a` first
/// @param onlyInA features of the one alone, heaviest first
/// @param onlyInB features of the other alone, heaviest first
/// @param pulls the features that pull the differing bits apart the most, all bits taken together
public record Difference(
    Side a,
    Side b,
    List<Bit> differingBits,
    Names shared,
    Names onlyInA,
    Names onlyInB,
    Pulls pulls) {

  /// The most features that one list has.
  public static final int MAX_FEATURES = 100;

  /// The most features that a differing bit names.
  private static final int MAX_PULLS_OF_A_BIT = 3;

  /// The explanation of one fingerprint, as in [Explanation].
  ///
  /// @param features the heaviest first
  /// @param more how many features are not listed
  /// @param columns the sum of each bit, most significant bit first
  /// @param fingerprint 1 where a column is above 0
  public record Side(
      List<Explanation.Feature> features, int more, List<Double> columns, Fingerprint fingerprint) {

    private static Side of(Explanation explanation) {
      List<Explanation.Feature> features = first(explanation.features());
      return new Side(
          features,
          explanation.features().size() - features.size(),
          explanation.columns(),
          explanation.fingerprint());
    }
  }

  /// Features by their text.
  ///
  /// @param features the heaviest first
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
  /// @param columnA its sum in `a`
  /// @param columnB its sum in `b`
  /// @param pulls the three features that pull the two sums apart the most
  public record Bit(int bit, double columnA, double columnB, List<Pull> pulls) {}

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

  /// Compares two explanations of one profile. O(features * differing bits).
  public static Difference between(Explanation a, Explanation b) {
    Map<Key, Explanation.Feature> inA = byKey(a);
    Map<Key, Explanation.Feature> inB = byKey(b);
    int[] bits =
        IntStream.range(0, a.fingerprint().bits())
            .filter(bit -> a.fingerprint().bit(bit) != b.fingerprint().bit(bit))
            .toArray();
    Strongest[] ofBits = new Strongest[bits.length];
    Arrays.setAll(ofBits, i -> new Strongest(MAX_PULLS_OF_A_BIT));
    Strongest overall = new Strongest(MAX_FEATURES);
    for (Unequal feature : unequal(a, b, inA, inB)) {
      double pulls = 0;
      for (int i = 0; i < bits.length; i++) {
        double pull = feature.pull(bits[i], a.fingerprint());
        ofBits[i].offer(feature, pull);
        pulls += pull;
      }
      overall.offer(feature, pulls);
    }
    return new Difference(
        Side.of(a),
        Side.of(b),
        IntStream.range(0, bits.length)
            .mapToObj(i -> bit(bits[i], a, b, ofBits[i].list()))
            .toList(),
        Names.of(a.features().stream().filter(feature -> inB.containsKey(Key.of(feature)))),
        Names.of(a.features().stream().filter(feature -> !inB.containsKey(Key.of(feature)))),
        Names.of(b.features().stream().filter(feature -> !inA.containsKey(Key.of(feature)))),
        new Pulls(overall.list(), overall.more()));
  }

  /// What makes two features the same one.
  private record Key(String feature, String hash) {
    static Key of(Explanation.Feature feature) {
      return new Key(feature.feature(), feature.hash());
    }
  }

  /// A feature whose weights differ, and its bits.
  private record Unequal(String feature, Fingerprint hash, double weightA, double weightB) {

    /// By how much it moves the sum of `bit` towards what `a` has there and away from what `b` has.
    double pull(int bit, Fingerprint a) {
      double pull = weightA - weightB;
      return a.bit(bit) == hash.bit(bit) ? pull : -pull;
    }

    Pull pulling(double pull) {
      return new Pull(feature, weightA, weightB, pull);
    }
  }

  private static Map<Key, Explanation.Feature> byKey(Explanation explanation) {
    Map<Key, Explanation.Feature> features = HashMap.newHashMap(explanation.features().size());
    explanation.features().forEach(feature -> features.put(Key.of(feature), feature));
    return features;
  }

  private static List<Unequal> unequal(
      Explanation a,
      Explanation b,
      Map<Key, Explanation.Feature> inA,
      Map<Key, Explanation.Feature> inB) {
    int bits = a.fingerprint().bits();
    List<Unequal> unequal = new ArrayList<>();
    for (Explanation.Feature feature : a.features()) {
      Explanation.Feature other = inB.get(Key.of(feature));
      double otherWeight = other == null ? 0 : other.weight();
      if (otherWeight != feature.weight()) {
        unequal.add(unequal(feature, bits, feature.weight(), otherWeight));
      }
    }
    for (Explanation.Feature feature : b.features()) {
      if (!inA.containsKey(Key.of(feature))) {
        unequal.add(unequal(feature, bits, 0, feature.weight()));
      }
    }
    return unequal;
  }

  private static Unequal unequal(Explanation.Feature feature, int bits, double a, double b) {
    return new Unequal(feature.feature(), hash(feature.hash(), bits), a, b);
  }

  /// The bits that a feature adds to or takes from: its hash, expanded if that is too narrow.
  private static Fingerprint hash(String hex, int bits) {
    if (hex.length() * 4 >= bits) {
      return Fingerprint.parse(hex, bits);
    }
    long hash = Long.parseUnsignedLong(hex, 16);
    long[] words = new long[(bits + Long.SIZE - 1) / Long.SIZE];
    for (int word = 0; word < words.length; word++) {
      words[word] = Columns.expand(hash, word);
    }
    words[words.length - 1] &= -1L >>> (words.length * Long.SIZE - bits);
    return Fingerprint.of(bits, words);
  }

  private static Bit bit(int bit, Explanation a, Explanation b, List<Pull> pulls) {
    int column = a.columns().size() - 1 - bit;
    return new Bit(bit, a.columns().get(column), b.columns().get(column), pulls);
  }

  private static <T> List<T> first(List<T> all) {
    return all.size() <= MAX_FEATURES ? all : List.copyOf(all.subList(0, MAX_FEATURES));
  }

  /// Keeps the features that pull the most, without sorting the others.
  private static final class Strongest {

    private static final Comparator<Pull> FIRST =
        Comparator.comparingDouble(Pull::pull).reversed().thenComparing(Pull::feature);

    private final int count;
    private final PriorityQueue<Pull> kept = new PriorityQueue<>(FIRST.reversed());
    private int offered;

    Strongest(int count) {
      this.count = count;
    }

    void offer(Unequal feature, double pull) {
      offered++;
      if (kept.size() == count) {
        if (pull < kept.element().pull()) {
          return;
        }
        kept.add(feature.pulling(pull));
        kept.remove();
      } else {
        kept.add(feature.pulling(pull));
      }
    }

    List<Pull> list() {
      return kept.stream().sorted(FIRST).toList();
    }

    int more() {
      return offered - kept.size();
    }
  }
}
