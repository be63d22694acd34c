package io.neardup.calibrate;

import io.neardup.calibrate.LabelledDistances.Label;
import io.neardup.calibrate.UnlabelledPairs.Counts;
import io.neardup.calibrate.edit.EditRecall;
import java.util.Arrays;
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
final class LabelledEvidence implements Evidence {

  private final LabelledDistances given;
  private final LabelledDistances labels;
  private final Label duplicates;
  private final double matchesPerWeight;
  private final long collectionSize;
  private final @Nullable UnlabelledPairs unlabelled;
  private final boolean countsDuplicatesOfRest;
  private final double duplicatesPerDocument;

  /// @param distances all labelled pairs
  /// @param labels those that stand for pairs of the documents
  /// @param matchesPerWeight the matches of a lookup for each pair that a label stands for
  /// @param unlabelled the pairs on which no label decides; null if labels decide on all
  /// @param isRestOfSame whether these are pairs of the same documents, so that near-duplicates
  ///   among them count as much as labelled ones; otherwise only their number is used
  /// @param requested how many near-duplicates a document has on average; null to estimate it
  LabelledEvidence(
      LabelledDistances distances,
      LabelledDistances labels,
      double matchesPerWeight,
      long collectionSize,
      @Nullable UnlabelledPairs unlabelled,
      boolean isRestOfSame,
      @Nullable Double requested) {
    this.given = distances;
    this.labels = labels;
    this.matchesPerWeight = matchesPerWeight;
    this.collectionSize = collectionSize;
    this.unlabelled = unlabelled;
    double found = unlabelled == null ? 0 : unlabelled.counts().allDuplicates();
    countsDuplicatesOfRest =
        isRestOfSame && unlabelled != null && (found >= ENOUGH_FOUND || unlabelled.isWhole());
    boolean isKnown = labels.duplicates() > 0 || countsDuplicatesOfRest && found > 0;
    duplicates = (isKnown ? labels : distances).ofDuplicates();
    duplicatesPerDocument = requested == null ? estimate(found, isRestOfSame) : requested;
  }

  private double estimate(double found, boolean isRestOfSame) {
    double known = found + (isRestOfSame ? labels.duplicates() : 0);
    if (unlabelled != null && known < ENOUGH_FOUND) {
      return DEFAULT_DUPLICATES;
    }
    double labelled = isRestOfSame ? sum(labels.ofDuplicates().asMeasured()) * matchesPerWeight : 0;
    return labelled
        + (unlabelled == null || isRestOfSame && !countsDuplicatesOfRest
            ? 0
            : found * unlabelled.matchesPerPair());
  }

  private static double sum(double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    return sum;
  }

  @Override
  public long duplicates() {
    return given.duplicates();
  }

  @Override
  public long others() {
    return given.others();
  }

  @Override
  public double duplicatesPerDocument() {
    return duplicatesPerDocument;
  }

  @Override
  public long collectionSize() {
    return collectionSize;
  }

  @Override
  public OptionalInt nearestOther() {
    OptionalInt nearest = given.ofOthers().nearest();
    return nearest.isPresent() ? nearest : OptionalInt.of(labels.farthest() + 1);
  }

  @Override
  public List<EditRecall> edits(int distance) {
    return List.of();
  }

  @Override
  public MatchRates rates() {
    return rates(
        duplicates.asMeasured(),
        labels.ofOthers().asMeasured(),
        unlabelled == null ? null : unlabelled.counts());
  }

  @Override
  public MatchRates resampled(SplittableRandom random) {
    return rates(
        duplicates.resampled(random),
        labels.ofOthers().resampled(random),
        unlabelled == null ? null : unlabelled.counts(unlabelled.drawn(random)));
  }

  private MatchRates rates(double[] near, double[] others, @Nullable Counts counts) {
    MatchRates.cumulative(near);
    MatchRates.cumulative(others);
    int distances = near.length - 1;
    double matchesPerPair = unlabelled == null ? 0 : unlabelled.matchesPerPair();
    double[] found = new double[distances];
    double[] wrong = new double[distances];
    double all = near[distances] * matchesPerWeight;
    all += counts == null || !countsDuplicatesOfRest ? 0 : counts.allDuplicates() * matchesPerPair;
    for (int distance = 0; distance < distances && all > 0; distance++) {
      found[distance] = near[distance] * matchesPerWeight;
      wrong[distance] = others[distance] * matchesPerWeight;
      if (counts != null) {
        found[distance] +=
            countsDuplicatesOfRest ? counts.duplicates()[distance] * matchesPerPair : 0;
        wrong[distance] += counts.others()[distance] * matchesPerPair;
      }
      found[distance] *= duplicatesPerDocument / all;
    }
    return new MatchRates(found, wrong, all > 0 ? duplicatesPerDocument : 0);
  }

  /// In pairs of the collection.
  @Override
  public DistanceHistogram histogram() {
    double pairsPerMatch = collectionSize / 2.0;
    double perWeight = matchesPerWeight * pairsPerMatch;
    double[] near = scaled(duplicates, perWeight);
    double[] others = scaled(labels.ofOthers(), perWeight);
    int distances = labels.farthest() + 1;
    if (unlabelled != null) {
      double perPair = unlabelled.matchesPerPair() * pairsPerMatch;
      for (int distance = 0; distance < distances; distance++) {
        near[distance] += countsDuplicatesOfRest ? unlabelled.duplicates(distance) * perPair : 0;
        others[distance] += unlabelled.others(distance) * perPair;
      }
      others[distances] += unlabelled.beyond() * perPair;
    }
    return DistanceHistogram.of(
        Arrays.copyOf(near, distances),
        Arrays.copyOf(others, distances),
        near[distances],
        others[distances]);
  }

  private static double[] scaled(Label label, double factor) {
    double[] weights = label.asMeasured();
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= factor;
    }
    return weights;
  }
}
