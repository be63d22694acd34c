package io.neardup.calibrate;

import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Chooses the distance with the best F1 of some evidence, and how certain that choice is.
///
/// The mean F1 of bootstrap resamples (Efron, Bootstrap Methods: Another Look at the Jackknife,
/// Annals of Statistics 7(1), 1979) is computed at every distance; the distances that the resamples
/// choose show how certain the choice is. Around the maximum of the mean, a range of distances is
/// equally good within [#EQUAL]; the smallest of the range is chosen, since the other texts that a
/// larger distance would find are often not among those measured.
final class Recommender {

  private static final double EQUAL = 0.001;
  private static final int FEW = 50;
  private static final double LOW_F1 = 0.8;
  private static final long MILLION = 1_000_000;
  private static final double FEW_FALSE = 0.01; // false matches of a lookup
  private static final int FAR = 8; // an eighth of the bits

  private final Profile profile;
  private final Evidence evidence;
  private final List<MatchRates> resamples = new ArrayList<>();

  Recommender(
      Profile profile,
      Evidence evidence,
      int count,
      SplittableRandom random,
      CalibrationProgress progress) {
    this.profile = profile;
    this.evidence = evidence;
    while (resamples.size() < count) {
      MatchRates resample = evidence.resampled().apply(random);
      if (resample.duplicates() > 0) {
        resamples.add(resample);
      }
      progress.report(resamples.size(), count);
    }
  }

  /// The distances with nearly the best F1.
  private record Plateau(int from, int to) {

    static Plateau of(double[] f1) {
      int best = 0;
      for (int distance = 1; distance < f1.length; distance++) {
        best = f1[distance] > f1[best] ? distance : best;
      }
      int from = best;
      while (from > 0 && f1[from - 1] >= f1[best] - EQUAL) {
        from--;
      }
      int to = best;
      while (to < f1.length - 1 && f1[to + 1] >= f1[best] - EQUAL) {
        to++;
      }
      return new Plateau(from, to);
    }
  }

  Recommendation recommendation() {
    MatchRates rates = evidence.rates();
    int distances = rates.found().length;
    double[] mean = new double[distances];
    int[] chosen = new int[resamples.size()];
    for (int i = 0; i < chosen.length; i++) {
      double[] f1 = IntStream.range(0, distances).mapToDouble(resamples.get(i)::f1).toArray();
      for (int distance = 0; distance < distances; distance++) {
        mean[distance] += f1[distance] / chosen.length;
      }
      chosen[i] = Plateau.of(f1).from;
    }
    Plateau plateau = Plateau.of(mean);
    int distance = plateau.from;
    Arrays.sort(chosen);
    double[] f1 = sorted(resample -> resample.f1(distance));
    double[] wrong = sorted(resample -> resample.wrong()[distance]);
    DistanceScore score = rates.score(distance);
    int lowest = Math.min(distance, chosen[low(chosen.length)]);
    int highest = Math.max(distance, chosen[high(chosen.length)]);
    String warning = warning(score);
    return new Recommendation(
        distance,
        lowest,
        highest,
        score,
        f1[low(f1.length)],
        f1[high(f1.length)],
        wrong[low(wrong.length)],
        wrong[high(wrong.length)],
        warning,
        (warning == null ? "" : warning + " ") + reason(rates, plateau, score, lowest, highest));
  }

  private double[] sorted(ToDoubleFunction<MatchRates> metric) {
    return resamples.stream().mapToDouble(metric).sorted().toArray();
  }

  private static int low(int count) {
    return count / 20;
  }

  private static int high(int count) {
    return count - 1 - count / 20;
  }

  private String reason(
      MatchRates rates, Plateau plateau, DistanceScore score, int lowest, int highest) {
    Formatter reason = new Formatter(Locale.ROOT);
    reason.format(
        "Up to %d of %d bits, %.1f %% of the near-duplicates are found, and %.1f %% of the matches"
            + " are near-duplicates.",
        score.distance(), profile.bits(), 100 * score.recall(), 100 * score.precision());
    reason.format(
        " F1 is %.3f there, and within %.3f of its maximum up to %d bits; this is the smallest such"
            + " distance.",
        score.f1(), EQUAL, plateau.to);
    if (plateau.from > 0) {
      int below = plateau.from / 2;
      reason.format(" At %d bits, %.1f %% are found.", below, 100 * rates.recall(below));
    }
    if (plateau.to < rates.found().length - 1) {
      int above = (plateau.to + rates.found().length - 1) / 2;
      reason.format(
          " At %d bits, %.1f %% of the matches are near-duplicates.",
          above, 100 * rates.precision(above));
    }
    reason.format(
        " A lookup is expected to have %.2g false matches, if a document has %.2g near-duplicates"
            + " among %,d documents.",
        score.falseMatches(), evidence.duplicatesPerDocument(), evidence.collectionSize());
    reason.format(" Of 100 resamples, 90 would choose %d to %d bits.", lowest, highest);
    if (evidence.others() >= FEW) {
      largerCollections(rates, score, reason);
    }
    return reason + farOthers(score.distance());
  }

  /// What the distance means where more documents match by chance; their number is proportional to
  /// the size.
  private void largerCollections(MatchRates rates, DistanceScore score, Formatter reason) {
    for (long size = MILLION; size <= 1_000 * MILLION; size *= 1_000) {
      if (size <= evidence.collectionSize()) {
        continue;
      }
      double factor = (size - 1.0) / Math.max(1, evidence.collectionSize() - 1);
      int below = -1;
      while (below + 1 < rates.wrong().length && rates.wrong()[below + 1] * factor <= FEW_FALSE) {
        below++;
      }
      double expected = score.falseMatches() * factor;
      reason.format(
          " Among %,d documents of this kind, a lookup would have "
              + (expected < 100 ? "%.2g" : "%,.0f")
              + " false matches, and ",
          size,
          expected);
      if (below < 0) {
        reason.format("more than %s at every distance.", FEW_FALSE);
      } else {
        reason.format("at most %s up to %d bits.", FEW_FALSE, below);
      }
      VerifiedChance verified = evidence.verified();
      if (verified != null) {
        double similarity = Verification.of(profile, score.distance()).minSimilarity();
        reason.format(
            " Verified from a similarity of %.2f on, it would have %.2g.",
            similarity, verified.falseMatches(similarity) * factor);
      }
    }
  }

  /// What to know before anything else.
  private @Nullable String warning(DistanceScore score) {
    List<String> warnings = new ArrayList<>();
    if (Math.min(evidence.duplicates(), evidence.others()) < FEW) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "Too few pairs for a reliable choice: %d of near-duplicates and %d others were"
                  + " measured, of each of which %d are needed.",
              evidence.duplicates(),
              evidence.others(),
              FEW));
    }
    if (score.f1() < LOW_F1) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "No distance separates these texts well: F1 is %.3f at best, below %.1f.",
              score.f1(),
              LOW_F1));
    }
    return warnings.isEmpty() ? null : String.join(" ", warnings);
  }

  /// Labelled others so far from the limit that any limit below them is as good for them.
  private String farOthers(int distance) {
    OptionalInt nearest = evidence.nearestOther();
    if (nearest.isEmpty() || nearest.getAsInt() - distance <= profile.bits() / FAR) {
      return "";
    }
    String others =
        nearest.getAsInt() > Evidence.farthest(profile.bits())
            ? "beyond " + Evidence.farthest(profile.bits())
            : "at " + nearest.getAsInt() + " bits or more";
    return " All pairs labelled as other texts are "
        + others
        + ", too far to determine the limit: label pairs near it.";
  }
}
