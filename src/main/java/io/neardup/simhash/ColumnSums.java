package io.neardup.simhash;

/// Accumulates the features of one text in one sum per bit (column); the signs of the sums are the
/// fingerprint. Not thread-safe.
public sealed interface ColumnSums permits Columns, SparseColumns {

  /// Adds a feature that was not added before.
  ///
  /// @param weight in fixed point, see [Columns#ONE]
  void add(long hash, long weight);

  /// Adds every feature of `bag`, all features of one weight in one run. O(features).
  ///
  /// @param weightOf the weight of a feature by its number of occurrences
  void addAll(FeatureBag bag, TermFrequencyWeights weightOf);

  /// Whether no feature with a weight above 0 was added.
  boolean isEmpty();

  /// The fingerprint: bit i is 1 where the sum of column i is above 0.
  Fingerprint signs();

  /// The sums, column 0 (the least significant bit) first.
  long[] sums();
}
