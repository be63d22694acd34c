package io.neardup.profile;

import io.neardup.profile.Difference.Bit;
import io.neardup.profile.Difference.Pull;
import io.neardup.profile.Difference.Pulls;
import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/// Why bits of two SimHash fingerprints differ: which features pull their sums apart.
record PulledBits(List<Bit> bits, Pulls overall) {

  /// The most features that a differing bit names.
  private static final int MAX_PULLS_OF_A_BIT = 3;

  /// @param bits those that differ
  /// @param inA the features of `a`
  /// @param inB the features of `b`
  static PulledBits of(
      int[] bits,
      Explanation a,
      Explanation b,
      Map<Difference.Key, Explanation.Feature> inA,
      Map<Difference.Key, Explanation.Feature> inB) {
    List<Double> columnsA = Objects.requireNonNull(a.columns());
    List<Double> columnsB = Objects.requireNonNull(b.columns());
    Strongest[] ofBits = new Strongest[bits.length];
    Arrays.setAll(ofBits, i -> new Strongest(MAX_PULLS_OF_A_BIT));
    Strongest overall = new Strongest(Difference.MAX_FEATURES);
    for (Unequal feature : unequal(a, b, inA, inB)) {
      double pulls = 0;
      for (int i = 0; i < bits.length; i++) {
        double pull = feature.pull(bits[i], a.fingerprint());
        ofBits[i].offer(feature, pull);
        pulls += pull;
      }
      overall.offer(feature, pulls);
    }
    return new PulledBits(
        IntStream.range(0, bits.length)
            .mapToObj(i -> bit(bits[i], columnsA, columnsB, ofBits[i].list()))
            .toList(),
        new Pulls(overall.list(), overall.more()));
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

  private static List<Unequal> unequal(
      Explanation a,
      Explanation b,
      Map<Difference.Key, Explanation.Feature> inA,
      Map<Difference.Key, Explanation.Feature> inB) {
    int bits = a.fingerprint().bits();
    List<Unequal> unequal = new ArrayList<>();
    for (Explanation.Feature feature : a.features()) {
      Explanation.Feature other = inB.get(Difference.Key.of(feature));
      double otherWeight = other == null ? 0 : other.weight();
      if (otherWeight != feature.weight()) {
        unequal.add(unequal(feature, bits, feature.weight(), otherWeight));
      }
    }
    for (Explanation.Feature feature : b.features()) {
      if (!inA.containsKey(Difference.Key.of(feature))) {
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

  private static Bit bit(int bit, List<Double> a, List<Double> b, List<Pull> pulls) {
    int column = a.size() - 1 - bit;
    return new Bit(bit, a.get(column), b.get(column), pulls, null, null);
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
        if (!isBefore(feature, pull, kept.element())) {
          return;
        }
        kept.remove();
      }
      kept.add(feature.pulling(pull));
    }

    /// As FIRST has it, without an object for the feature: most of them are not kept, and of texts
    /// in which most words come once, most pull alike.
    private static boolean isBefore(Unequal feature, double pull, Pull weakest) {
      int order = Double.compare(pull, weakest.pull());
      return order > 0 || order == 0 && feature.feature().compareTo(weakest.feature()) < 0;
    }

    List<Pull> list() {
      return kept.stream().sorted(FIRST).toList();
    }

    int more() {
      return offered - kept.size();
    }
  }
}
