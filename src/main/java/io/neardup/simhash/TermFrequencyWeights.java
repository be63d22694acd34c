package io.neardup.simhash;

import java.util.function.IntToLongFunction;

/// Weights that depend only on the number of occurrences of a feature.
public final class TermFrequencyWeights implements FeatureWeights {

  /// Each distinct feature counts 1.
  public static final TermFrequencyWeights SET = new TermFrequencyWeights(count -> Columns.ONE);

  /// Each occurrence counts 1.
  public static final TermFrequencyWeights TF =
      new TermFrequencyWeights(count -> count * Columns.ONE);

  /// 1 + ln(tf): frequent features count more, but not in proportion.
  public static final TermFrequencyWeights LOG =
      new TermFrequencyWeights(count -> Math.round((1 + StrictMath.log(count)) * Columns.ONE));

  /// Up to this count, weights are added in steps.
  private static final int STEPS = 15;

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

  /// Adds the weight in steps: the weight of all features for their first occurrence, the increase
  /// of those with a second one, and so on; each step is one run. O(features).
  @Override
  public void accumulate(FeatureBag bag, Columns columns) {
    int features = bag.lookedUp();
    columns.addAll(bag.hashes(), 1, features + 1, weights[1]);
    columns.addAll(bag.unrepeated(), 0, bag.unrepeatedSize(), weights[1]);
    int size = repeated(bag);
    long[] hashes = new long[size + 1]; // the last place takes skipped features
    int[] counts = new int[size + 1];
    size = keep(2, bag.hashes(), bag.counts(), 1, features + 1, hashes, counts);
    for (int count = 2; size > 0 && count <= STEPS; count++) {
      if (weights[count] > weights[count - 1]) {
        columns.addAll(hashes, 0, size, weights[count] - weights[count - 1]);
      }
      size = keep(count + 1, hashes, counts, 0, size, hashes, counts);
    }
    for (int i = 0; i < size; i++) {
      columns.add(hashes[i], weight(counts[i]) - weights[STEPS]);
    }
  }

  @Override
  public void accumulate(FeatureBag bag, SparseColumns columns) {
    columns.addAll(bag, this);
  }

  private static int repeated(FeatureBag bag) {
    int[] counts = bag.counts();
    int repeated = 0;
    for (int i = 1; i <= bag.lookedUp(); i++) {
      repeated += 1 - counts[i] >>> 31;
    }
    return repeated;
  }

  /// Copies the features that occur `least` times or more to the beginning of `keptHashes` and
  /// `keptCounts`, and returns their number. Without a branch, as counts cannot be predicted.
  private static int keep(
      int least,
      long[] hashes,
      int[] counts,
      int from,
      int to,
      long[] keptHashes,
      int[] keptCounts) {
    int kept = 0;
    for (int i = from; i < to; i++) {
      int count = counts[i];
      keptHashes[kept] = hashes[i];
      keptCounts[kept] = count;
      kept += least - 1 - count >>> 31;
    }
    return kept;
  }
}
