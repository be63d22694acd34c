package io.neardup.simhash;

import java.util.function.IntToLongFunction;

/// Weights that depend only on a feature's number of occurrences.
public final class TermFrequencyWeights implements FeatureWeights {

  /// Each distinct feature counts 1.
  public static final TermFrequencyWeights SET = new TermFrequencyWeights(count -> Columns.ONE);

  /// Each occurrence counts 1.
  public static final TermFrequencyWeights TF =
      new TermFrequencyWeights(count -> count * Columns.ONE);

  /// 1 + ln(tf): frequent features count more, but not in proportion.
  public static final TermFrequencyWeights LOG =
      new TermFrequencyWeights(count -> Math.round((1 + StrictMath.log(count)) * Columns.ONE));

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

  @Override
  public void accumulate(FeatureBag bag, ColumnSums sums) {
    sums.addAll(bag, this);
  }
}
