package io.neardup.simhash;

/// The weights of the features of a text. Stateless and thread-safe.
@FunctionalInterface
public interface FeatureWeights {

  /// The fixed-point weight of a feature that occurs `count` times, see [Columns#ONE]; 0 ignores
  /// the feature.
  ///
  /// @param count 1 or more
  long weight(long hash, int count);

  /// Adds every feature of `bag` to `sums` with its weight.
  default void accumulate(FeatureBag bag, ColumnSums sums) {
    bag.forEach((hash, count) -> sums.add(hash, weight(hash, count)));
  }
}
