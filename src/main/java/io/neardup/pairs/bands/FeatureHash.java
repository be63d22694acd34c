package io.neardup.pairs.bands;

import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureReader;
import org.jspecify.annotations.Nullable;

/// A hash of the features of a text with their weights, in whatever order they come, and the bands
/// of these. Texts of equal features have equal hashes, and are one row of a join whose candidates
/// are compared by their features. Not thread-safe.
public final class FeatureHash implements FeatureReader {

  private final @Nullable Minima minima;
  private boolean isEmpty = true;
  private long value;

  /// The hash of no features.
  ///
  /// @param plan of the bands, null for none
  public FeatureHash(@Nullable BandPlan plan) {
    this.minima = plan == null ? null : new Minima(plan);
  }

  @Override
  public void feature(long hash, long weight) {
    value += Columns.mix(hash ^ weight * Columns.GOLDEN_RATIO);
    isEmpty = false;
    if (minima != null) {
      minima.feature(hash, weight);
    }
  }

  /// The hash of the features that were added.
  public long value() {
    return value;
  }

  /// The bands of the features that were added, null if there are none.
  public @Nullable BandRow bands() {
    return minima == null || isEmpty ? null : minima.row();
  }
}
