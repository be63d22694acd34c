package io.neardup.calibrate;

import io.neardup.calibrate.ProfileCalibration.DistanceHistogram;
import io.neardup.calibrate.edit.EditedCopies.EditRecall;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Measured distances of near-duplicates and of other texts under one profile.
///
/// @param duplicates the number of near-duplicates that were measured
/// @param others the number of other pairs that were measured
/// @param duplicatesPerDocument how many near-duplicates of a document are assumed
/// @param collectionSize the number of documents of the collection
/// @param nearestOther the smallest distance of a pair labelled as other texts; empty without
///   labels
/// @param rates as measured
/// @param resampled the rates of a bootstrap resample; without near-duplicates if none of them was
///   drawn
/// @param histogram of the distances
/// @param edits the recall by edit at a distance; empty if nothing was edited
/// @param verified what a verified lookup matches by chance; null if it was not measured
record Evidence(
    long duplicates,
    long others,
    double duplicatesPerDocument,
    long collectionSize,
    OptionalInt nearestOther,
    MatchRates rates,
    Function<SplittableRandom, MatchRates> resampled,
    DistanceHistogram histogram,
    IntFunction<List<EditRecall>> edits,
    @Nullable VerifiedChance verified) {

  /// Near-duplicates that a document is assumed to have if fewer than [#ENOUGH_FOUND] are known.
  static final double DEFAULT_DUPLICATES = 0.1;

  /// So many near-duplicates of a sample give an estimate of their number.
  static final int ENOUGH_FOUND = 10;

  private static final double LARGE_MEAN = 60;

  /// The largest distance that is scored. Unrelated texts differ in half of the bits.
  static int farthest(int bits) {
    return bits / 2;
  }

  /// How often something is drawn in a resample: Poisson, or normal if the mean is large.
  static double drawn(double mean, SplittableRandom random) {
    if (mean > LARGE_MEAN) {
      return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
    }
    double limit = StrictMath.exp(-mean);
    int count = 0;
    for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }
}
