package io.neardup.calibrate;

import io.neardup.calibrate.LabelledDistances.Label;
import io.neardup.calibrate.ProfileCalibration.DistanceHistogram;
import io.neardup.calibrate.UnlabelledPairs.Counts;
import io.neardup.calibrate.edit.EditedCopies;
import io.neardup.calibrate.edit.EditedCopies.EditExample;
import io.neardup.calibrate.edit.EditedCopies.EditRecall;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/* Labelled pairs are no random sample of the pairs of a collection: a person labels as many
near-duplicates as others, or pairs near the limit, while a lookup compares a document with all others,
nearly all of them unrelated. Two things therefore come from documents:

- the pairs on which no label decides, of which some are found by chance at every distance;
- how many near-duplicates a document has, against which the false matches of a lookup count.

Labels decide on recall by distance, and on the pairs that they name or stand for. Without labels, edited
copies of the documents decide on recall, together with the near-duplicates of the sample. */

/// What a lookup is expected to find under one profile: by labelled pairs or by edited copies of
/// documents, and by the pairs of documents on which neither decides.
///
/// Resamples draw labelled pairs independently, and documents with all their copies and pairs.
/// Labelled pairs that share documents are not independent, so the intervals are too narrow if a
/// few documents are in most of the pairs.
///
/// @param given all labelled pairs; none if documents were edited
/// @param near labelled near-duplicates that stand for pairs of the documents
/// @param far labelled others that do
/// @param matchesPerLabel the matches of a lookup for each pair that a label stands for
/// @param rest the pairs on which no label decides
/// @param countsRest whether near-duplicates among these count as well
/// @param duplicatesPerDocument how many near-duplicates a document has on average
/// @param copies null with labels
/// @param verified what a verified lookup matches by chance; null if it was not measured
record Evidence(
    LabelledDistances given,
    Label near,
    Label far,
    double matchesPerLabel,
    UnlabelledPairs rest,
    boolean countsRest,
    double duplicatesPerDocument,
    @Nullable CopyDistances copies,
    @Nullable VerifiedChance verified) {

  /// Near-duplicates that a document is assumed to have if fewer than [#ENOUGH_FOUND] are known.
  static final double DEFAULT_DUPLICATES = 0.1;

  private static final int ENOUGH_FOUND = 10; // near-duplicates of a sample show their number
  private static final double COPIES_COUNT = 50; // as much as so many near-duplicates of the sample
  private static final double LARGE_MEAN = 60;

  /// Edited copies.
  ///
  /// @param distances of each copy to its original, negative if they never match
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record CopyDistances(EditedCopies copies, int[] distances) {

    /// The copies by distance, then those beyond or without a match.
    ///
    /// @param weights of the documents; null for 1
    double[] counts(int farthest, int @Nullable [] weights) {
      double[] counts = new double[farthest + 2];
      for (int copy = 0; copy < distances.length; copy++) {
        int distance = distances[copy] < 0 ? farthest + 1 : distances[copy];
        counts[Math.min(distance, farthest + 1)] +=
            weights == null ? 1 : weights[copies.original(copy)];
      }
      return counts;
    }
  }

  /// @param given all labelled pairs
  /// @param labels those that stand for pairs of the documents
  /// @param isRestOfSame whether the unlabelled pairs are of the same documents, so that
  ///   near-duplicates among them count as much as labelled ones; otherwise only their number is
  ///   used
  /// @param requested how many near-duplicates a document has on average; null to estimate it
  static Evidence ofLabels(
      LabelledDistances given,
      LabelledDistances labels,
      double matchesPerLabel,
      UnlabelledPairs rest,
      boolean isRestOfSame,
      @Nullable Double requested) {
    double found = rest.counts(null).allDuplicates();
    boolean countsRest = isRestOfSame && (found >= ENOUGH_FOUND || rest.isWhole());
    double known = isRestOfSame ? labels.duplicates().count() : 0;
    double matches =
        (isRestOfSame ? labels.duplicates().weight() * matchesPerLabel : 0)
            + (isRestOfSame && !countsRest ? 0 : found * rest.matchesPerPair());
    boolean isKnown = labels.duplicates().count() > 0 || countsRest && found > 0;
    return new Evidence(
        given,
        (isKnown ? labels : given).duplicates(),
        labels.others(),
        matchesPerLabel,
        rest,
        countsRest,
        perDocument(requested, found + known, matches),
        null,
        null);
  }

  /// @param bits of the profile
  /// @param requested how many near-duplicates a document has on average; null to estimate it
  static Evidence ofCopies(
      int bits,
      CopyDistances copies,
      UnlabelledPairs rest,
      @Nullable VerifiedChance verified,
      @Nullable Double requested) {
    LabelledDistances none = new LabelledDistances(bits);
    double found = rest.counts(null).allDuplicates();
    double perDocument = perDocument(requested, found, found * rest.matchesPerPair());
    return new Evidence(
        none, none.duplicates(), none.others(), 0, rest, true, perDocument, copies, verified);
  }

  private static double perDocument(@Nullable Double requested, double known, double matches) {
    if (requested != null) {
      return requested;
    }
    return known < ENOUGH_FOUND ? DEFAULT_DUPLICATES : matches;
  }

  /// The number of near-duplicates that were measured.
  long duplicates() {
    return copies == null ? given.duplicates().count() : copies.copies.size();
  }

  /// The number of other pairs that were measured.
  long others() {
    return copies == null ? given.others().count() : rest.sample().pairs();
  }

  MatchRates rates() {
    return rates(near.asMeasured(), far.asMeasured(), null);
  }

  /// The rates of a bootstrap resample; without near-duplicates if none of them was drawn.
  MatchRates resampled(SplittableRandom random) {
    return rates(near.resampled(random), far.resampled(random), rest.drawn(random));
  }

  /// @param drawn how often each document is; null for once
  private MatchRates rates(double[] nearLabels, double[] farLabels, int @Nullable [] drawn) {
    Counts counts = rest.counts(drawn);
    double perPair = rest.matchesPerPair();
    double nearPerPair = countsRest ? perPair : 0;
    double[] nearSums = MatchRates.cumulative(nearLabels);
    double[] farSums = MatchRates.cumulative(farLabels);
    int distances = nearSums.length - 1;
    double[] copied = new double[distances + 1];
    double all = nearSums[distances] * matchesPerLabel + counts.allDuplicates() * nearPerPair;
    double perCopy = 0;
    if (copies != null) {
      copied = MatchRates.cumulative(copies.counts(rest.sample().farthest(), drawn));
      perCopy = perPair * COPIES_COUNT / Math.max(1, copied[distances]);
      all += perPair * COPIES_COUNT;
    }
    double[] found = new double[distances];
    double[] wrong = new double[distances];
    for (int distance = 0; distance < distances && all > 0; distance++) {
      found[distance] =
          (nearSums[distance] * matchesPerLabel
                  + copied[distance] * perCopy
                  + counts.duplicates()[distance] * nearPerPair)
              * (duplicatesPerDocument / all);
      wrong[distance] = farSums[distance] * matchesPerLabel + counts.others()[distance] * perPair;
    }
    return new MatchRates(found, wrong, all > 0 ? duplicatesPerDocument : 0);
  }

  /// The pairs of the collection by distance; with copies, the pairs of the sample.
  DistanceHistogram histogram() {
    if (copies != null) {
      double[] counts = copies.counts(rest.sample().farthest(), null);
      return rest.histogram(counts, new double[counts.length], 0, 1);
    }
    double pairsPerMatch = rest.collectionSize() / 2.0;
    double perPair = rest.matchesPerPair() * pairsPerMatch;
    return rest.histogram(
        near.scaled(matchesPerLabel * pairsPerMatch),
        far.scaled(matchesPerLabel * pairsPerMatch),
        countsRest ? perPair : 0,
        perPair);
  }

  /// The recall by edit; empty with labels.
  List<EditRecall> edits(int distance) {
    return copies == null ? List.of() : copies.copies.recall(copies.distances, distance);
  }

  /// Edited copies about a distance; empty with labels.
  List<EditExample> examples(int distance) {
    return copies == null ? List.of() : copies.copies.examples(copies.distances, distance);
  }

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
