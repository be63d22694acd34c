package io.neardup.pairs;

/// Takes the pairs that a join finds, from several threads at once and in no order.
@FunctionalInterface
public interface PairSink {

  /// Takes a pair of rows within the distance. Each pair comes once.
  ///
  /// @param a a row
  /// @param b a row greater than `a`
  /// @param distance of their fingerprints, 1 or more
  void pair(int a, int b, int distance);
}
