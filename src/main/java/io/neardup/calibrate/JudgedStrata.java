package io.neardup.calibrate;

import io.neardup.calibrate.ComparedDocuments.PairDecision;
import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.calibrate.edit.EditLimits.Likely;
import io.neardup.simhash.Fingerprint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/* A stratum is a range of 1/32 of the bits, by the distance under the profile with which the pairs were
sampled. Judgements say how many of its pairs are near-duplicates; how many pairs there are comes from
documents (post-stratification, Holt and Smith 1979). So neither how many pairs of a stratum were judged
nor in how many samples matters.

- Where a sample of the documents has more pairs than were judged, these pairs are measured, and each is
  as likely to be a near-duplicate as the judgements of the same stratum in which as many words were
  edited: nearly the same, some, or most. Without three such judgements the words decide. A handful of
  judgements alone would not show which of thousands of pairs other profiles take for near.
- Near the limit in a large collection, a sample of documents has hardly any pairs. The number of pairs
  comes from lookups, and the judged ones stand for all. Where lookups were truncated, their matches are
  a lower bound, above which the few pairs of the sample decide. */

/// How the judgements of a collection decide on its pairs.
final class JudgedStrata {

  private static final int STRATA = 32;
  private static final int ENOUGH_JUDGED = 3;
  private static final double ENOUGH_SAMPLED = 30;

  private final int width;
  private final long[] judged;
  private final double[] weights;
  private final double[] sampled;
  private final double[] pairs;
  private final Map<Cell, Judged> cells = new HashMap<>();
  private int farthest;

  /// A stratum, and what the words alone say.
  private record Cell(int stratum, Likely byWords) {}

  /// @param weight of all judgements of a place
  /// @param duplicates of the judgements of near-duplicates
  private record Judged(int judgements, double weight, double duplicates) {

    static final Judged NONE = new Judged(0, 0, 0);

    Judged plus(double more, boolean duplicate) {
      return new Judged(judgements + 1, weight + more, duplicates + (duplicate ? more : 0));
    }

    Likely likely() {
      return new Likely(duplicates / weight, 1 - duplicates / weight);
    }
  }

  /// @param bits of the profile under which pairs were sampled
  JudgedStrata(int bits) {
    width = Math.max(1, bits / STRATA);
    int strata = bits / width + 1;
    judged = new long[strata];
    weights = new double[strata];
    sampled = new double[strata];
    pairs = new double[strata];
  }

  /// Adds a judgement.
  ///
  /// @param byWords what the words alone say
  void add(int distance, boolean duplicate, double weight, Likely byWords) {
    int stratum = distance / width;
    farthest = Math.max(farthest, distance);
    judged[stratum]++;
    weights[stratum] += weight;
    cells.merge(
        new Cell(stratum, byWords),
        Judged.NONE.plus(weight, duplicate),
        (before, added) -> before.plus(weight, duplicate));
  }

  /// Counts the pairs of the collection, after all judgements were added.
  ///
  /// @param sample the pairs of a sample of documents
  /// @param isWhole whether the sample is the whole collection
  /// @param lookups the matches of lookups up to a distance
  void count(
      PairSample sample, boolean isWhole, long collectionSize, IntFunction<MatchCounts> lookups) {
    for (int distance = 0; distance <= sample.farthest(); distance++) {
      sampled[distance / width] += sample.count(distance);
    }
    double pairsPerMatch = collectionSize / 2.0;
    double perSampled = pairsPerMatch * (collectionSize - 1) / Math.max(1, sample.pairs());
    int last = -1;
    for (int stratum = 0; stratum < judged.length; stratum++) {
      pairs[stratum] = sampled[stratum] * perSampled;
      if (!isWhole && judged[stratum] > 0 && sampled[stratum] < ENOUGH_SAMPLED) {
        last = stratum;
      }
    }
    if (last < 0) {
      return;
    }
    MatchCounts matches = lookups.apply(last * width + width - 1);
    for (int stratum = 0; stratum <= last; stratum++) {
      if (sampled[stratum] < ENOUGH_SAMPLED) {
        int to = stratum * width + width - 1;
        double listed = pairsPerMatch * matches.average(stratum * width, to);
        boolean isComplete = matches.completeTo() >= to;
        pairs[stratum] = isComplete ? listed : Math.max(listed, pairs[stratum]);
      }
    }
  }

  /// Whether the judged pairs stand for all at a distance, since a sample has no more.
  boolean isJudged(int distance) {
    int stratum = distance / width;
    return judged[stratum] > 0 && sampled[stratum] <= judged[stratum];
  }

  /// The number of pairs of the collection that a judgement stands for.
  double pairs(int distance, double weight) {
    int stratum = distance / width;
    return Math.max(pairs[stratum], (double) judged[stratum]) * weight / weights[stratum];
  }

  /// The pairs of documents for which no judged pair stands.
  Selection unjudged(List<@Nullable Fingerprint> documents) {
    return (a, b) -> {
      int distance = TextSketcher.distance(documents.get(a), documents.get(b));
      return distance == TextSketcher.NEVER || !isJudged(distance);
    };
  }

  /// Decides on these pairs by the edited words, and by judgements at the same distance.
  PairDecision byWords(List<@Nullable Fingerprint> documents, EditLimits limits) {
    return (a, b, rate) -> {
      int distance = TextSketcher.distance(documents.get(a), documents.get(b));
      Likely likely = limits.likely(rate);
      return distance == TextSketcher.NEVER ? likely : likely(distance, likely);
    };
  }

  /// Decides without texts: pairs farther than any judgement are other texts.
  PairDecision byDistance(List<@Nullable Fingerprint> documents) {
    return (a, b, rate) -> {
      int distance = TextSketcher.distance(documents.get(a), documents.get(b));
      return distance > farthest ? Likely.OTHER : likely(distance, Likely.AMBIGUOUS);
    };
  }

  /// How likely an unjudged pair is one of near-duplicates.
  private Likely likely(int distance, Likely byWords) {
    Judged inCell = cells.getOrDefault(new Cell(distance / width, byWords), Judged.NONE);
    return inCell.judgements < ENOUGH_JUDGED ? byWords : inCell.likely();
  }
}
