package io.neardup.calibrate;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Measured distances of near-duplicates and of other texts.
interface Evidence {

  /// The largest distance that is scored. Unrelated texts differ in half of the bits.
  static int farthest(int bits) {
    return bits / 2;
  }

  /// Whether the rates are those of a lookup.
  boolean perLookup();

  /// The rates as measured.
  MatchRates rates();

  /// The rates of a bootstrap resample.
  MatchRates resampled(SplittableRandom random);

  /// The number of near-duplicates that were measured.
  long duplicates();

  /// How many near-duplicates of a document are assumed; null if that is not needed.
  @Nullable Double duplicatesPerDocument();

  /// Distances of near-duplicates and of other texts.
  DistanceHistogram histogram();

  /// The recall by edit at a distance; empty if nothing was edited.
  List<EditRecall> edits(int distance);
}
