package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.PairList;
import io.neardup.calibrate.PairTruth.Shares;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What a lookup in a collection is expected to find under one profile, by edited copies of its
/// documents and by the pairs of a sample of them.
///
/// Resamples draw documents, with all their copies and pairs.
final class CollectionEvidence implements Evidence {

  /// Edited copies count as much as this number of near-duplicates found in the sample.
  private static final double COPIES_COUNT = 50;

  private static final int ENOUGH_FOUND = 10;
  private static final double DEFAULT_DUPLICATES = 0.1;

  private final PairSample sample;
  private final Shares shares;
  private final int documents;
  private final long collectionSize;
  private final EditedCopies copies;
  private final int[] copyDistances;
  private final double duplicatesPerDocument;

  /// @param documents in the sample
  /// @param collectionSize the number of documents of the collection, at least that of the sample
  /// @param copyDistances of each copy to its original, negative if they never match
  /// @param requested how many near-duplicates a document has on average; null to estimate it
  CollectionEvidence(
      PairSample sample,
      Shares shares,
      int documents,
      long collectionSize,
      EditedCopies copies,
      int[] copyDistances,
      @Nullable Double requested) {
    this.sample = sample;
    this.shares = shares;
    this.documents = documents;
    this.collectionSize = collectionSize;
    this.copies = copies;
    this.copyDistances = copyDistances;
    this.duplicatesPerDocument = requested == null ? estimate() : requested;
  }

  private double estimate() {
    double found = duplicatesInSample();
    return found < ENOUGH_FOUND
        ? DEFAULT_DUPLICATES
        : 2 * found / documents * (collectionSize - 1) / (documents - 1);
  }

  @Override
  public Double duplicatesPerDocument() {
    return duplicatesPerDocument;
  }

  @Override
  public long duplicates() {
    return copies.size();
  }

  @Override
  public List<EditRecall> edits(int distance) {
    return copies.recall(copyDistances, distance);
  }

  /// The number of pairs in the sample that are near-duplicates.
  double duplicatesInSample() {
    double found = 0;
    for (int distance = 0; distance <= sample.farthest(); distance++) {
      found += sample.count(distance) * shares.duplicates()[distance];
    }
    return found;
  }

  @Override
  public boolean perLookup() {
    return true;
  }

  @Override
  public MatchRates rates() {
    double[] counts = new double[sample.farthest() + 1];
    for (int distance = 0; distance < counts.length; distance++) {
      counts[distance] = sample.count(distance);
    }
    return rates(counts, copyCounts(null));
  }

  @Override
  public MatchRates resampled(SplittableRandom random) {
    int[] weights = new int[documents];
    for (int i = 0; i < documents; i++) {
      weights[i] = (int) Poisson.sample(1, random);
    }
    double[] counts = new double[sample.farthest() + 1];
    for (int distance = 0; distance < counts.length; distance++) {
      PairList pairs = sample.kept(distance);
      long drawn = 0;
      for (int i = 0; i < pairs.size(); i++) {
        drawn += (long) weights[pairs.first(i)] * weights[pairs.second(i)];
      }
      counts[distance] =
          pairs.size() == 0 ? 0 : (double) drawn * sample.count(distance) / pairs.size();
    }
    return rates(counts, copyCounts(weights));
  }

  /// The copies by distance, then those beyond or without a match.
  private double[] copyCounts(int @Nullable [] weights) {
    double[] counts = new double[sample.farthest() + 2];
    for (int copy = 0; copy < copyDistances.length; copy++) {
      int distance = copyDistances[copy];
      boolean beyond = distance < 0 || distance > sample.farthest();
      counts[beyond ? counts.length - 1 : distance] +=
          weights == null ? 1 : weights[copies.original(copy)];
    }
    return counts;
  }

  private MatchRates rates(double[] counts, double[] copyCounts) {
    int distances = counts.length;
    double[] real = new double[distances];
    double[] wrong = new double[distances];
    for (int distance = 0; distance < distances; distance++) {
      real[distance] = counts[distance] * shares.duplicates()[distance];
      wrong[distance] = counts[distance] * shares.others()[distance];
    }
    MatchRates.cumulative(real);
    MatchRates.cumulative(copyCounts);
    double[] chance = ChanceTail.cumulative(wrong);
    double allReal = real[distances - 1];
    double allCopies = Math.max(1, copyCounts[distances]);
    double[] found = new double[distances];
    for (int distance = 0; distance < distances; distance++) {
      double recall =
          (real[distance] + COPIES_COUNT * copyCounts[distance] / allCopies)
              / (allReal + COPIES_COUNT);
      found[distance] = duplicatesPerDocument * recall;
      chance[distance] *= (double) (collectionSize - 1) / sample.pairs();
    }
    return new MatchRates(found, chance, duplicatesPerDocument);
  }

  @Override
  public DistanceHistogram histogram() {
    double[] duplicates = copyCounts(null);
    double[] others = new double[sample.farthest() + 1];
    double near = 0;
    for (int distance = 0; distance < others.length; distance++) {
      others[distance] = sample.count(distance) * shares.others()[distance];
      near += sample.count(distance);
    }
    return DistanceHistogram.of(
        Arrays.copyOf(duplicates, others.length),
        others,
        duplicates[others.length],
        sample.pairs() - near);
  }
}
