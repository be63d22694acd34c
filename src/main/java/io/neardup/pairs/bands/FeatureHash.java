package io.neardup.pairs.bands;

import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureReader;

/// A hash of the features of a text with their weights, in whatever order they come. Texts of equal
/// features have equal hashes, and are one row of a join whose candidates are compared by their
/// features. Not thread-safe.
public final class FeatureHash implements FeatureReader {

  private long value;

  /// The hash of no features.
  public FeatureHash() {}

  @Override
  public void feature(long hash, long weight) {
    value += Columns.mix(hash ^ weight * Columns.GOLDEN_RATIO);
  }

  /// The hash of the features that were added.
  public long value() {
    return value;
  }
}
