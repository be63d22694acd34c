package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.PairList;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.calibrate.edit.EditLimits.Likely;
import io.neardup.calibrate.edit.EditRate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Decides by the rate of edited words which pairs of a sample are near-duplicates, so that the
/// near-duplicates in it do not count as false matches. The result for a pair is kept for other
/// profiles.
final class PairTruth {

  private static final int MAX_COMPARED = 100; // at each distance
  private static final int CLEAN = 3;

  /// How likely a pair of sampled documents is one of near-duplicates.
  @FunctionalInterface
  interface PairDecision {

    /// Decides on a pair.
    ///
    /// @param a the place of a document
    /// @param b the place of another one
    /// @param rate the share of edited words; 1 if it is above all limits
    Likely of(int a, int b, double rate);
  }

  private final List<int[]> words;
  private final double most;
  private final PairDecision decision;
  private final Map<Long, Double> known = new HashMap<>();

  /// @param words by [EditRate#hashes], of each document
  /// @param most rates above this need not be known exactly
  /// @param decision by the rate
  PairTruth(List<int[]> words, double most, PairDecision decision) {
    this.words = words;
    this.most = most;
    this.decision = decision;
  }

  /// Decides by the rate alone.
  PairTruth(List<int[]> words, EditLimits limits) {
    this(words, limits.others(), (a, b, rate) -> limits.likely(rate));
  }

  /// Shares of the pairs at each distance.
  ///
  /// @param duplicates the near-duplicates
  /// @param others neither near-duplicates nor ambiguous
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, read in inner loops
  record Shares(double[] duplicates, double[] others) {}

  /// Compares up to [#MAX_COMPARED] pairs at each distance, from 0 on, until neither
  /// near-duplicates nor ambiguous pairs were among that many at [#CLEAN] distances in a row; all
  /// farther pairs are taken for others.
  Shares shares(PairSample sample, SplittableRandom random, CalibrationProgress progress) {
    int distances = sample.farthest() + 1;
    Shares shares = new Shares(new double[distances], new double[distances]);
    int clean = 0;
    for (int distance = 0; distance < distances; distance++) {
      shares.others[distance] = 1;
      PairList pairs = sample.kept(distance);
      int compared = Math.min(pairs.size(), MAX_COMPARED);
      if (compared == 0 || clean == CLEAN) {
        continue;
      }
      double duplicates = 0;
      double others = 0;
      int from = random.nextInt(pairs.size()); // pairs that were not replaced are in order
      for (int i = 0; i < compared; i++) {
        int place = (int) ((from + (long) i * pairs.size() / compared) % pairs.size());
        int a = pairs.first(place);
        int b = pairs.second(place);
        Likely likely = decision.of(a, b, rate(a, b));
        duplicates += likely.duplicate();
        others += likely.other();
      }
      shares.duplicates[distance] = duplicates / compared;
      shares.others[distance] = others / compared;
      clean = others == MAX_COMPARED ? clean + 1 : 0;
      progress.report(distance, distances);
    }
    return shares;
  }

  /// How likely a pair is one of other texts, 0.0 to 1.0.
  double other(int a, int b) {
    return decision.of(a, b, rate(a, b)).other();
  }

  private double rate(int a, int b) {
    return known.computeIfAbsent(
        (long) a << Integer.SIZE | b, pair -> EditRate.of(words.get(a), words.get(b), most));
  }
}
