package io.neardup.pairs;

/// Receives the pairs of a join, from several threads at once and in no particular order.
@FunctionalInterface
public interface PairSink {

  /// Receives a pair of rows within the distance. Each pair is passed once.
  ///
  /// @param a a row
  /// @param b a row greater than `a`
  /// @param distance of their fingerprints, 1 or more
  void pair(int a, int b, int distance);
}
