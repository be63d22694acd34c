package io.neardup.calibrate;

import io.neardup.calibrate.ProfileCalibration.DistanceScore;
import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
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
  private static final int LOW = CalibrationOptions.RESAMPLES / 20; // of sorted resamples
  private static final int HIGH = CalibrationOptions.RESAMPLES - 1 - LOW;

  private final Profile profile;
  private final @Nullable Double textsPerSecond;
  private final Evidence evidence;
  private final MatchRates rates;
  private final List<MatchRates> resamples = new ArrayList<>();
  private final int[] chosen; // by the resamples, ascending
  private final Plateau plateau;
  private final DistanceScore score;

  Recommender(
      TextSketcher sketcher,
      Evidence evidence,
      SplittableRandom random,
      CalibrationProgress progress) {
    profile = sketcher.profile();
    textsPerSecond = sketcher.textsPerSecond();
    this.evidence = evidence;
    rates = evidence.rates();
    while (resamples.size() < CalibrationOptions.RESAMPLES) {
      MatchRates resample = evidence.resampled(random);
      if (resample.duplicates() > 0) {
        resamples.add(resample);
      }
      progress.report(resamples.size(), CalibrationOptions.RESAMPLES);
    }
    double[] mean = new double[rates.found().length];
    chosen = new int[resamples.size()];
    for (int i = 0; i < chosen.length; i++) {
      double[] f1 = IntStream.range(0, mean.length).mapToDouble(resamples.get(i)::f1).toArray();
      for (int distance = 0; distance < mean.length; distance++) {
        mean[distance] += f1[distance] / chosen.length;
      }
      chosen[i] = Plateau.of(f1).from;
    }
    Arrays.sort(chosen);
    plateau = Plateau.of(mean);
    score = rates.score(plateau.from);
  }

  double f1() {
    return score.f1();
  }

  String profile() {
    return profile.name();
  }

  int bytes() {
    return profile.bits() / Byte.SIZE;
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

  /// The result.
  ///
  /// @param comparison with the other profiles, if this is the recommended one; null otherwise
  EvaluatedProfile evaluated(boolean isRecommended, @Nullable String comparison) {
    int distance = score.distance();
    double[] f1 = sorted(resample -> resample.f1(distance));
    double[] wrong = sorted(resample -> resample.wrong()[distance]);
    int lowest = Math.min(distance, chosen[LOW]);
    int highest = Math.max(distance, chosen[HIGH]);
    List<DistanceScore> curve =
        IntStream.range(0, rates.found().length).mapToObj(rates::score).toList();
    String warning = warning();
    return new EvaluatedProfile(
        profile(),
        isRecommended,
        profile.bits(),
        bytes(),
        textsPerSecond,
        distance,
        lowest,
        highest,
        score.precision(),
        score.recall(),
        score.f1(),
        f1[LOW],
        f1[HIGH],
        score.falseMatches(),
        wrong[LOW],
        wrong[HIGH],
        warning,
        (warning == null ? "" : warning + " ")
            + reason(lowest, highest)
            + (comparison == null ? "" : " " + comparison),
        new ProfileCalibration(
            curve.get(Math.min(profile.maxDistance(), curve.size() - 1)),
            evidence.duplicatesPerDocument(),
            curve,
            evidence.histogram(),
            evidence.edits(distance),
            evidence.examples(distance)));
  }

  private double[] sorted(ToDoubleFunction<MatchRates> metric) {
    return resamples.stream().mapToDouble(metric).sorted().toArray();
  }

  private String reason(int lowest, int highest) {
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
        score.falseMatches(), evidence.duplicatesPerDocument(), evidence.rest().collectionSize());
    reason.format(" Of 100 resamples, 90 would choose %d to %d bits.", lowest, highest);
    if (evidence.others() >= FEW) {
      largerCollections(reason);
    }
    return reason + farOthers();
  }

  /// What the distance means where more documents match by chance; their number is proportional to
  /// the size.
  private void largerCollections(Formatter reason) {
    long present = evidence.rest().collectionSize();
    for (long size = MILLION; size <= 1_000 * MILLION; size *= 1_000) {
      if (size <= present) {
        continue;
      }
      double factor = (size - 1.0) / Math.max(1, present - 1);
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
  @Nullable String warning() {
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
  private String farOthers() {
    int nearest = evidence.given().others().nearest();
    if (evidence.copies() != null || nearest - score.distance() <= profile.bits() / FAR) {
      return "";
    }
    int farthest = Evidence.farthest(profile.bits());
    String others = nearest > farthest ? "beyond " + farthest : "at " + nearest + " bits or more";
    return " All pairs labelled as other texts are "
        + others
        + ", too far to determine the limit: label pairs near it.";
  }
}
