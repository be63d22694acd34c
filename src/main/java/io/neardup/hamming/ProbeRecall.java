package io.neardup.hamming;

/// The probability that two fingerprints differ in few bits of at least one block.
public final class ProbeRecall {

  private ProbeRecall() {}

  /// The probability that a pair at exactly `distance` differs in at most `radius` bits of at least
  /// one block, if all placements of the differing bits are equally likely: 1 minus the share of
  /// placements with more than `radius` of them in every block.
  ///
  /// @param blocks at most `bits`; widths differ by at most one
  public static double of(int bits, int blocks, int radius, int distance) {
    double[] ways = new double[distance + 1]; // placements of i bits in the blocks so far
    ways[0] = 1;
    for (int block = 0; block < blocks; block++) {
      int width = bits / blocks + (block < bits % blocks ? 1 : 0);
      double[] next = new double[distance + 1];
      for (int before = 0; before <= distance; before++) {
        for (int here = radius + 1; here <= width && before + here <= distance; here++) {
          next[before + here] += ways[before] * choose(width, here);
        }
      }
      ways = next;
    }
    return 1 - ways[distance] / choose(bits, distance);
  }

  /// The number of values of `width` bits within `radius` of one.
  public static long probes(int width, int radius) {
    double probes = 0;
    for (int i = 0; i <= Math.min(radius, width); i++) {
      probes += choose(width, i);
    }
    return Math.round(probes);
  }

  private static double choose(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= k; i++) {
      ways = ways * (n - k + i) / i;
    }
    return ways;
  }
}
