package io.neardup.pairs.bands;

import java.io.Serializable;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many bands of how many minima a text has. Two texts are candidates if all minima of any band
/// agree, which is the case with the probability 1 - (1 - s^minima)^bands if they share the part s
/// of their features.
///
/// A plan depends on what is requested alone, and not on the texts: where many of them agree on a
/// band, a [BandJoin] divides them further.
///
/// @param minima of a band, 1 to 8
/// @param bands 1 to 128
public record BandPlan(int minima, int bands) implements Serializable {

  /// The number of distinct rows up to which a join by bits compares all of them, and costs no
  /// more.
  public static final int FEW_ROWS = 4_096;

  /// Minima by which overfull buckets are divided, in addition to the minima of the bands.
  public static final int FURTHER = 9;

  /// Minima of which the lowest bit is kept.
  static final int SKETCH_BITS = 2 * Long.SIZE;

  private static final int MAX_MINIMA = 8;
  private static final int MAX_BANDS = 128;
  private static final int LEAST_MINIMA = 3; // with fewer, most texts have a minimum in common
  private static final int USUAL_BANDS = 64; // of plans that are chosen: 256 bytes a text
  private static final Pattern FORM = Pattern.compile("(?:bands:)?([1-8])x([1-9]\\d{0,2})");

  /* The similarity that decides has weights, bands have none. Measured on real texts, the shares of
  features of pairs at the limit are up to this much smaller. */
  private static final double UNWEIGHTED = 0.035;

  /// Checks the numbers.
  public BandPlan {
    if (minima < 1 || minima > MAX_MINIMA || bands < 1 || bands > MAX_BANDS) {
      throw new IllegalArgumentException(
          "a plan must have 1 to 8 minima and 1 to 128 bands, had " + minima + "x" + bands);
    }
  }

  /// The plan with the most minima, and with that the fewest candidates, that finds a share of the
  /// pairs at the limit with 64 bands.
  ///
  /// @param minSimilarity the limit
  /// @param recall of the pairs at the limit, above 0, at most 1
  /// @return empty if that would be fewer than 3 minima, or every pair is to be found
  public static Optional<BandPlan> of(double minSimilarity, double recall) {
    for (int minima = MAX_MINIMA; minima >= LEAST_MINIMA && recall < 1; minima--) {
      double agreeing = Math.pow(Math.max(0, minSimilarity - UNWEIGHTED), minima);
      double bands = Math.ceil(Math.log1p(-recall) / Math.log1p(-agreeing));
      if (bands <= USUAL_BANDS) {
        return Optional.of(new BandPlan(minima, (int) Math.max(1, bands)));
      }
    }
    return Optional.empty();
  }

  /// Reads a plan such as `4x45` or `bands:4x45`: minima, bands.
  public static Optional<BandPlan> parse(String plan) {
    Matcher parts = FORM.matcher(plan);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > MAX_BANDS) {
      return Optional.empty();
    }
    return Optional.of(
        new BandPlan(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2))));
  }

  /// The expected share of the pairs of a similarity that is found.
  public double recallAt(double similarity) {
    double agreeing = Math.pow(Math.max(0, similarity - UNWEIGHTED), minima);
    return 1 - Math.pow(1 - agreeing, bands);
  }

  /// The number of minima of a text: the minima of the bands, of which the first ones also give the
  /// sketch, then the further ones.
  int functions() {
    return Math.max(minima * bands, SKETCH_BITS) + FURTHER;
  }

  @Override
  public String toString() {
    return minima + "x" + bands;
  }
}
