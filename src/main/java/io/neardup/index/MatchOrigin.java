package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Where a lookup found a match. Bits are numbered from the least significant, 0.
///
/// @param table the number of the table, from 0; null for a scan
/// @param key the key bits of that table; empty without a table
/// @param flippedBits the key bits in which the match differs from the query, which the probe had
///   flipped; empty if the keys are equal
/// @param sketch the comparison of the two sketches; null if they were not compared
public record MatchOrigin(
    @Nullable Integer table,
    List<BitRun> key,
    List<Integer> flippedBits,
    @Nullable SketchMatch sketch) {

  /// A run of bits.
  ///
  /// @param first the least significant bit
  /// @param last the most significant bit
  public record BitRun(int first, int last) {}

  /// The comparison of two sketches, before the whole fingerprints are compared.
  ///
  /// @param distance the number of differing bits
  /// @param maxDistance the threshold
  public record SketchMatch(int distance, int maxDistance) {}

  /// A match found by a scan of all fingerprints.
  public static final MatchOrigin SCAN = new MatchOrigin(null, List.of(), List.of(), null);

  /// A match found in a table.
  ///
  /// @param bits the width of fingerprints
  /// @param isKey whether a bit is part of the key
  static MatchOrigin ofTable(
      int table,
      int bits,
      IntPredicate isKey,
      Fingerprint query,
      Fingerprint match,
      @Nullable SketchMatch sketch) {
    List<BitRun> key = new ArrayList<>();
    for (int bit = 0; bit < bits; bit++) {
      if (isKey.test(bit)) {
        boolean goesOn = !key.isEmpty() && key.getLast().last() == bit - 1;
        int first = goesOn ? key.removeLast().first() : bit;
        key.add(new BitRun(first, bit));
      }
    }
    List<Integer> flipped =
        Arrays.stream(query.differingBits(match)).filter(isKey).boxed().toList();
    return new MatchOrigin(table, key, flipped, sketch);
  }
}
