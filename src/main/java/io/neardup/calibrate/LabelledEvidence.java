package io.neardup.calibrate;

import io.neardup.calibrate.LabelledDistances.Label;
import io.neardup.calibrate.ProfileCalibration.DistanceHistogram;
import io.neardup.calibrate.UnlabelledPairs.Counts;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/* Labelled pairs are no random sample of the pairs of a collection: a person labels as many
near-duplicates as others, or pairs near the limit, while a lookup compares a document with all others,
nearly all of them unrelated. Two things therefore come from documents:

- the pairs on which no label decides, of which some are found by chance at every distance;
- how many near-duplicates a document has, against which the false matches of a lookup count.

Labels decide on recall by distance, and on the pairs that they name or stand for. */

/// What a lookup is expected to find under one profile, by labelled pairs and by the unlabelled
/// pairs of documents.
///
/// Resamples draw labelled pairs independently, and documents with all their pairs. Labelled pairs
/// that share documents are not independent, so the intervals are too narrow if a few documents are
/// in most of the pairs.
///
/// @param duplicates labelled near-duplicates
/// @param others labelled others that stand for pairs of the documents
/// @param matchesPerWeight the matches of a lookup for each pair that a label stands for
/// @param unlabelled the pairs on which no label decides
/// @param countsDuplicatesOfRest whether near-duplicates among these count as much as labelled ones
/// @param duplicatesPerDocument how many near-duplicates a document has on average
record LabelledEvidence(
    Label duplicates,
    Label others,
    double matchesPerWeight,
    UnlabelledPairs unlabelled,
    boolean countsDuplicatesOfRest,
    double duplicatesPerDocument) {

  /// @param given all labelled pairs
  /// @param labels those that stand for pairs of the documents
  /// @param matchesPerWeight the matches of a lookup for each pair that a label stands for
  /// @param unlabelled the pairs on which no label decides
  /// @param isRestOfSame whether these are pairs of the same documents, so that near-duplicates
  ///   among them count as much as labelled ones; otherwise only their number is used
  /// @param requested how many near-duplicates a document has on average; null to estimate it
  static Evidence of(
      LabelledDistances given,
      LabelledDistances labels,
      double matchesPerWeight,
      long collectionSize,
      UnlabelledPairs unlabelled,
      boolean isRestOfSame,
      @Nullable Double requested) {
    double found = unlabelled.counts().allDuplicates();
    boolean countsRest = isRestOfSame && (found >= Evidence.ENOUGH_FOUND || unlabelled.isWhole());
    double perDocument;
    if (requested != null) {
      perDocument = requested;
    } else if (found + (isRestOfSame ? labels.duplicates() : 0) < Evidence.ENOUGH_FOUND) {
      perDocument = Evidence.DEFAULT_DUPLICATES;
    } else {
      perDocument =
          (isRestOfSame ? labels.ofDuplicates().weight() * matchesPerWeight : 0)
              + (isRestOfSame && !countsRest ? 0 : found * unlabelled.matchesPerPair());
    }
    boolean isKnown = labels.duplicates() > 0 || countsRest && found > 0;
    LabelledEvidence evidence =
        new LabelledEvidence(
            (isKnown ? labels : given).ofDuplicates(),
            labels.ofOthers(),
            matchesPerWeight,
            unlabelled,
            countsRest,
            perDocument);
    return new Evidence(
        given.duplicates(),
        given.others(),
        perDocument,
        collectionSize,
        OptionalInt.of(given.ofOthers().nearest()),
        evidence.rates(),
        evidence::resampled,
        evidence.histogram(collectionSize / 2.0),
        distance -> List.of(),
        null);
  }

  private MatchRates rates() {
    return rates(duplicates.asMeasured(), others.asMeasured(), unlabelled.counts());
  }

  private MatchRates resampled(SplittableRandom random) {
    return rates(
        duplicates.resampled(random),
        others.resampled(random),
        unlabelled.counts(unlabelled.drawn(random)));
  }

  private MatchRates rates(double[] near, double[] far, Counts counts) {
    MatchRates.cumulative(near);
    MatchRates.cumulative(far);
    int distances = near.length - 1;
    double matchesPerPair = unlabelled.matchesPerPair();
    double[] found = new double[distances];
    double[] wrong = new double[distances];
    double nearPerPair = countsDuplicatesOfRest ? matchesPerPair : 0;
    double all = near[distances] * matchesPerWeight + counts.allDuplicates() * nearPerPair;
    for (int distance = 0; distance < distances && all > 0; distance++) {
      found[distance] =
          near[distance] * matchesPerWeight + counts.duplicates()[distance] * nearPerPair;
      wrong[distance] =
          far[distance] * matchesPerWeight + counts.others()[distance] * matchesPerPair;
      found[distance] *= duplicatesPerDocument / all;
    }
    return new MatchRates(found, wrong, all > 0 ? duplicatesPerDocument : 0);
  }

  /// @param pairsPerMatch pairs of the collection for each match of a lookup
  private DistanceHistogram histogram(double pairsPerMatch) {
    double[] near = scaled(duplicates, matchesPerWeight * pairsPerMatch);
    double[] far = scaled(others, matchesPerWeight * pairsPerMatch);
    double perPair = unlabelled.matchesPerPair() * pairsPerMatch;
    return unlabelled.histogram(near, far, countsDuplicatesOfRest ? perPair : 0, perPair);
  }

  private static double[] scaled(Label label, double factor) {
    double[] weights = label.asMeasured();
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= factor;
    }
    return weights;
  }
}
