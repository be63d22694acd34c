package io.neardup.index;

import java.util.Arrays;

/// The cost model of lookups among wide fingerprints, in nanoseconds.
///
/// @param probe of one key
/// @param entry of a sketch in a bucket
/// @param row of a row at a random address, compared in full
/// @param word of a word of a row in a scan
public record LookupCost(double probe, double entry, double row, double word) {

  // From WideLookupHarness: uniform fingerprints of 256 bits, one thread. The costs depend on the
  // cache level that holds them.
  private static final double[] FINGERPRINTS = {1e5, 1e6, 1e7, 1e8};
  private static final LookupCost[] COSTS = {
    new LookupCost(35, 0.6, 30, 0.3),
    new LookupCost(72, 0.6, 68, 0.4),
    new LookupCost(78, 1, 70, 0.45),
    new LookupCost(124, 1, 80, 0.45),
  };

  /// The costs among that many fingerprints.
  public static LookupCost among(double fingerprints) {
    int above = Arrays.binarySearch(FINGERPRINTS, fingerprints);
    int next = Math.clamp(above < 0 ? -1 - above : above, 1, COSTS.length - 1);
    double share =
        Math.log(Math.max(1, fingerprints) / FINGERPRINTS[next - 1])
            / Math.log(FINGERPRINTS[next] / FINGERPRINTS[next - 1]);
    return COSTS[next - 1].towards(COSTS[next], Math.clamp(share, 0, 1));
  }

  private LookupCost towards(LookupCost other, double share) {
    return new LookupCost(
        probe + (other.probe - probe) * share,
        entry + (other.entry - entry) * share,
        row + (other.row - row) * share,
        word + (other.word - word) * share);
  }
}
