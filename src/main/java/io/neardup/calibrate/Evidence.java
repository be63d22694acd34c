package io.neardup.calibrate;

import io.neardup.calibrate.edit.EditRecall;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/// Measured distances of near-duplicates and of other texts.
interface Evidence {

  /// Near-duplicates that a document is assumed to have if fewer than [#ENOUGH_FOUND] are known.
  double DEFAULT_DUPLICATES = 0.1;

  /// So many near-duplicates of a sample give an estimate of their number.
  int ENOUGH_FOUND = 10;

  /// The largest distance that is scored. Unrelated texts differ in half of the bits.
  static int farthest(int bits) {
    return bits / 2;
  }

  /// The rates as measured.
  MatchRates rates();

  /// The rates of a bootstrap resample; without near-duplicates if none of them was drawn.
  MatchRates resampled(SplittableRandom random);

  /// The number of near-duplicates that were measured.
  long duplicates();

  /// The number of other pairs that were measured.
  long others();

  /// How many near-duplicates of a document are assumed.
  double duplicatesPerDocument();

  /// The number of documents of the collection.
  long collectionSize();

  /// The smallest distance of a pair labelled as other texts; empty without labels.
  OptionalInt nearestOther();

  /// Distances of near-duplicates and of other texts.
  DistanceHistogram histogram();

  /// The recall by edit at a distance; empty if nothing was edited.
  List<EditRecall> edits(int distance);
}
