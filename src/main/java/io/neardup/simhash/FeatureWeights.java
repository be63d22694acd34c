package io.neardup.simhash;

/// The weights of the features of a text. Stateless and thread-safe.
@FunctionalInterface
public interface FeatureWeights {

  /// The fixed-point weight of a feature that occurs `count` times, see [Columns#ONE]; 0 ignores
  /// the feature.
  ///
  /// @param count 1 or more
  long weight(long hash, int count);

  /// Adds every feature of `bag` to `columns` with its weight.
  default void accumulate(FeatureBag bag, Columns columns) {
    bag.forEach((hash, count) -> columns.add(hash, weight(hash, count)));
  }

  /// Adds every feature of `bag` to `columns` with its weight.
  default void accumulate(FeatureBag bag, SparseColumns columns) {
    bag.forEach((hash, count) -> columns.add(hash, weight(hash, count)));
  }
}
