package io.neardup.simhash;

/// Receives the distinct features of a text, in no particular order.
@FunctionalInterface
public interface FeatureReader {

  /// Receives a feature, once.
  ///
  /// @param weight above 0, in the unit of [Columns#ONE]
  void feature(long hash, long weight);
}
