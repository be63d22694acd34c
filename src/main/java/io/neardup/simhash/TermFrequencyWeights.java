package io.neardup.simhash;

import java.util.function.IntToLongFunction;

/// Weights that depend on nothing but how often a feature occurs in the text.
public final class TermFrequencyWeights implements FeatureWeights {

  /// Each distinct feature counts 1.
  public static final TermFrequencyWeights SET = new TermFrequencyWeights(count -> Columns.ONE);

  /// Each occurrence counts 1.
  public static final TermFrequencyWeights TF =
      new TermFrequencyWeights(count -> count * Columns.ONE);

  /// 1 + ln(tf): what occurs often counts more, but not in proportion.
  public static final TermFrequencyWeights LOG =
      new TermFrequencyWeights(count -> Math.round((1 + StrictMath.log(count)) * Columns.ONE));

  /// Frequencies below this share their weight with enough other features to be added as a run.
  private static final int RUNS = 16;

  private final IntToLongFunction formula;
  private final long[] weights = new long[256];

  private TermFrequencyWeights(IntToLongFunction formula) {
    this.formula = formula;
    for (int count = 1; count < weights.length; count++) {
      weights[count] = formula.applyAsLong(count);
    }
  }

  @Override
  public long weight(long hash, int count) {
    return weight(count);
  }

  /// The fixed-point weight of any feature that occurs `count` times.
  ///
  /// @param count 1 or more
  public long weight(int count) {
    return count < weights.length ? weights[count] : formula.applyAsLong(count);
  }

  /// O(features).
  @Override
  public void accumulate(FeatureBag bag, Columns columns) {
    int[] ends = new int[RUNS];
    long[] runs = bag.runs(ends);
    for (int count = 1; count < RUNS; count++) {
      if (ends[count] > ends[count - 1]) {
        columns.addAll(runs, ends[count - 1], ends[count], weight(count));
      }
    }
    if (runs.length < bag.size()) {
      bag.forEach((hash, count) -> {
        if (count >= RUNS) {
          columns.add(hash, weight(count));
        }
      });
    }
  }
}
