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

  /// Adds the weight step by step: what a feature gains from its first occurrence, what from its
  /// second, and so on; each step is one run. O(features).
  @Override
  public void accumulate(FeatureBag bag, Columns columns) {
    for (int count = 1; count <= FeatureBag.LISTED && bag.reachedSize(count) > 0; count++) {
      long step = weights[count] - weights[count - 1];
      if (step > 0) {
        columns.addAll(bag.reached(count), 0, bag.reachedSize(count), step);
      }
    }
    for (int i = 0; i < bag.reachedSize(FeatureBag.LISTED); i++) {
      long hash = bag.reached(FeatureBag.LISTED)[i];
      columns.add(hash, weight(bag.count(hash)) - weights[FeatureBag.LISTED]);
    }
  }

  /// Adds a feature once for each weight that it has had on its way to its last one, of which the
  /// largest counts; each step is one run. O(features).
  @Override
  public void accumulate(FeatureBag bag, OneBitMinHash race) {
    for (int count = 1; count <= FeatureBag.LISTED && bag.reachedSize(count) > 0; count++) {
      if (weights[count] > weights[count - 1]) {
        race.addAll(bag.reached(count), 0, bag.reachedSize(count), weights[count]);
      }
    }
    for (int i = 0; i < bag.reachedSize(FeatureBag.LISTED); i++) {
      long hash = bag.reached(FeatureBag.LISTED)[i];
      race.add(hash, weight(bag.count(hash)));
    }
  }
}
