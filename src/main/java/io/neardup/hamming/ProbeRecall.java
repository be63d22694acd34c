package io.neardup.hamming;

import java.util.function.IntUnaryOperator;

/// The share of fingerprints that probes find.
public final class ProbeRecall {

  private ProbeRecall() {}

  /// The probability of finding a fingerprint at a distance whose differing bits are distributed at
  /// random: at least one key must have no more of them than its probe radius.
  ///
  /// Computed exactly: of the C(bits, distance) placements of the differing bits, a search misses
  /// the placements with more than the radius in every key. Their number is a coefficient of a
  /// product of polynomials: one per key, with C(width, i) at every i above the radius, and one for
  /// the bits in no key, with C(width, i) at every i. O(distance * bits).
  ///
  /// @param radii of each key; -1 if it is not probed
  /// @param distance 0 to bits
  public static double of(Blocks blocks, IntUnaryOperator radii, int distance) {
    double[] missed = new double[distance + 1]; // placements of that many bits in the keys so far
    missed[0] = 1;
    int outside = blocks.bits();
    for (int key = 0; key < blocks.keys(); key++) {
      missed = times(missed, blocks.width(key), Math.max(0, radii.applyAsInt(key) + 1));
      outside -= blocks.width(key);
    }
    missed = times(missed, outside, 0);
    return Math.clamp(1 - missed[distance] / Binomial.of(blocks.bits(), distance), 0, 1);
  }

  /// Multiplies by the polynomial that has C(width, i) at every i from `least` on.
  private static double[] times(double[] ways, int width, int least) {
    double[] product = new double[ways.length];
    for (int here = least; here <= Math.min(width, ways.length - 1); here++) {
      double waysHere = Binomial.of(width, here);
      for (int before = 0; before + here < ways.length; before++) {
        product[before + here] += waysHere * ways[before];
      }
    }
    return product;
  }
}
