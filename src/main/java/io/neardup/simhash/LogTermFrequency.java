package io.neardup.simhash;

/// The weighting 1 + ln(tf): a word that occurs often counts more, but not in proportion.
public final class LogTermFrequency {

  private static final long[] WEIGHTS = new long[256];

  static {
    for (int tf = 1; tf < WEIGHTS.length; tf++) {
      WEIGHTS[tf] = compute(tf);
    }
  }

  /// Frequencies below this share their weight with enough other features to be added as a run.
  private static final int RUNS = 16;

  private LogTermFrequency() {}

  /// The fixed-point weight of a feature that occurs `tf` times, see [Columns#ONE].
  ///
  /// @param tf 1 or more
  public static long weight(int tf) {
    return tf < WEIGHTS.length ? WEIGHTS[tf] : compute(tf);
  }

  /// Adds every feature of `bag` to `columns` with its weight. O(features).
  public static void accumulate(FeatureBag bag, Columns columns) {
    int[] ends = new int[RUNS + 1];
    bag.forEach((hash, tf) -> ends[Math.min(tf, RUNS)]++);
    for (int tf = 1; tf < RUNS; tf++) {
      ends[tf] += ends[tf - 1];
    }
    int inRuns = ends[RUNS - 1];
    long[] runs = new long[inRuns];
    int[] starts = ends.clone();
    bag.forEach((hash, tf) -> {
      if (tf < RUNS) {
        runs[starts[tf - 1]++] = hash;
      } else {
        columns.add(hash, weight(tf));
      }
    });
    for (int tf = 1; tf < RUNS; tf++) {
      if (ends[tf] > ends[tf - 1]) {
        columns.addAll(runs, ends[tf - 1], ends[tf], weight(tf));
      }
    }
  }

  private static long compute(int tf) {
    return Math.round((1 + StrictMath.log(tf)) * Columns.ONE);
  }
}
