package io.neardup.profile;

import io.neardup.profile.Difference.Bit;
import io.neardup.profile.Difference.Decider;
import io.neardup.profile.Difference.Deciders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Why bits of two MinHash fingerprints differ: which features decided them.
record DecidedBits(List<Bit> bits, Deciders overall) {

  private static final Comparator<Decider> MOST_BITS_FIRST =
      Comparator.comparingInt((Decider decider) -> decider.bitsA() + decider.bitsB()).reversed();

  /// @param bits those that differ
  static DecidedBits of(int[] bits, Explanation a, Explanation b) {
    List<String> decidersA = Objects.requireNonNull(a.deciders());
    List<String> decidersB = Objects.requireNonNull(b.deciders());
    Map<String, String> names = new HashMap<>();
    a.features().forEach(feature -> names.put(feature.hash(), feature.feature()));
    b.features().forEach(feature -> names.put(feature.hash(), feature.feature()));
    Map<String, Decider> overall = new LinkedHashMap<>();
    List<Bit> explained = new ArrayList<>(bits.length);
    for (int bit : bits) {
      String inA = decider(decidersA, bit, names);
      String inB = decider(decidersB, bit, names);
      explained.add(new Bit(bit, null, null, null, inA, inB));
      count(inA, 1, 0, overall);
      count(inB, 0, 1, overall);
    }
    List<Decider> all = overall.values().stream().sorted(MOST_BITS_FIRST).toList();
    List<Decider> listed = Difference.first(all);
    return new DecidedBits(explained, new Deciders(listed, all.size() - listed.size()));
  }

  private static @Nullable String decider(
      List<String> deciders, int bit, Map<String, String> names) {
    return deciders.isEmpty() ? null : names.get(deciders.get(deciders.size() - 1 - bit));
  }

  private static void count(
      @Nullable String feature, int inA, int inB, Map<String, Decider> overall) {
    if (feature != null) {
      overall.merge(
          feature,
          new Decider(feature, inA, inB),
          (x, y) -> new Decider(feature, x.bitsA() + y.bitsA(), x.bitsB() + y.bitsB()));
    }
  }
}
