package io.neardup.index;

import java.util.Arrays;

/// The cost model of lookups among wide fingerprints, in nanoseconds.
///
/// @param probe cost of probing one key
/// @param entry cost of a sketch in a bucket
/// @param row cost of comparing a row in full that its sketch in a bucket selected
/// @param word cost of a row's word in a scan
/// @param sketch cost of a row's first word in a scan of sketches
/// @param place cost of comparing a row in full that its sketch in such a scan selected
public record LookupCost(
    double probe, double entry, double row, double word, double sketch, double place) {

  // From LookupCostHarness: uniform fingerprints of 256 bits, one thread. The costs depend on the
  // cache level that holds them; the cost of an entry also depends on how many share a cache line.
  private static final double[] FINGERPRINTS = {1e5, 1e6, 1e7};
  private static final LookupCost[] COSTS = {
    new LookupCost(71, 8.2, 133, 0.44, 0.71, 25),
    new LookupCost(123, 3.2, 222, 0.49, 0.87, 75),
    new LookupCost(224, 2.2, 225, 0.49, 0.95, 90),
  };

  /// The costs with that many fingerprints.
  public static LookupCost among(double fingerprints) {
    int above = Arrays.binarySearch(FINGERPRINTS, fingerprints);
    int next = Math.clamp(above < 0 ? -1 - above : above, 1, COSTS.length - 1);
    double share =
        Math.log(Math.max(1, fingerprints) / FINGERPRINTS[next - 1])
            / Math.log(FINGERPRINTS[next] / FINGERPRINTS[next - 1]);
    return COSTS[next - 1].towards(COSTS[next], Math.clamp(share, 0, 1));
  }

  private LookupCost towards(LookupCost otherCost, double share) {
    return new LookupCost(
        probe + (otherCost.probe - probe) * share,
        entry + (otherCost.entry - entry) * share,
        row + (otherCost.row - row) * share,
        word + (otherCost.word - word) * share,
        sketch + (otherCost.sketch - sketch) * share,
        place + (otherCost.place - place) * share);
  }
}
