package io.neardup.profile;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What two contents share and what sets them apart.
///
/// @param a how the fingerprint of the one comes about
/// @param b how the fingerprint of the other comes about
/// @param differingBits the bits that differ, 0 being the least significant
/// @param shared features of both, heaviest in `a` first
/// @param onlyInA features of the one alone, heaviest first
/// @param onlyInB features of the other alone, heaviest first
public record Difference(
    Explanation a,
    Explanation b,
    List<Integer> differingBits,
    List<String> shared,
    List<String> onlyInA,
    List<String> onlyInB) {

  /// Compares two explanations of one profile. O(features).
  public static Difference between(Explanation a, Explanation b) {
    Set<String> inA = names(a);
    Set<String> inB = names(b);
    return new Difference(
        a,
        b,
        IntStream.range(0, a.fingerprint().bits())
            .filter(bit -> a.fingerprint().bit(bit) != b.fingerprint().bit(bit))
            .boxed()
            .toList(),
        heaviestFirst(a).filter(inB::contains).toList(),
        heaviestFirst(a).filter(feature -> !inB.contains(feature)).toList(),
        heaviestFirst(b).filter(feature -> !inA.contains(feature)).toList());
  }

  private static Set<String> names(Explanation explanation) {
    return new HashSet<>(heaviestFirst(explanation).toList());
  }

  private static Stream<String> heaviestFirst(Explanation explanation) {
    return explanation.features().stream().map(Explanation.Feature::feature);
  }
}
