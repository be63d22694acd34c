package io.neardup.pairs.bands;

import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How all pairs of near-duplicates are found: by the bits of fingerprints, or by bands. Files and
/// collections ask here, so that equal texts have equal pairs.
///
/// | request | features decide | distance decides |
/// |---|---|---|
/// | up to 4,096 different texts | bits | bits |
/// | more | bands for the recall at the limit of similarity | bits |
/// | up to 64 bits, or the weights of a collection | bits | bits |
/// | a distance, or a recall of 1 | bits | bits |
/// | a similarity that 64 bands of 3 minima do not find | bits | bits |
/// | `bits` | bits | bits |
/// | `bands`, or bands such as `4x45` | bands, unless a line above excludes them | refused |
///
/// @param bands the plan of the bands, null for bits
/// @param isForced whether bands are used for a few texts, too
public record JoinWay(@Nullable BandPlan bands, boolean isForced) {

  /// The names of plans, for messages.
  public static final String PLANS =
      "bits, bands, or bands of 1 to 8 minima, at most 128, such as 4x45";

  private static final String BITS = "bits";
  private static final String BANDS = "bands";

  /// The way of a request.
  ///
  /// @param plan `bits`, `bands`, `4x45` or `bands:4x45`; null to choose
  /// @param bits of the fingerprints
  /// @param limit up to where texts are near-duplicates
  /// @param hasDistance whether a distance is requested, with a similarity or without
  /// @param recall of the pairs at the limit
  /// @throws IllegalArgumentException if the plan is unknown, or not possible; the message goes on
  ///   after its name
  public static JoinWay of(
      @Nullable String plan, int bits, NearLimit limit, boolean hasDistance, double recall) {
    if (BITS.equals(plan)) {
      return new JoinWay(null, true);
    }
    Verification verification = limit.verification();
    boolean possible =
        verification != null
            && verification.frequencies() == null
            && bits > Long.SIZE
            && !hasDistance
            && recall < 1;
    Optional<BandPlan> usual =
        verification == null || !possible
            ? Optional.empty()
            : BandPlan.of(verification.minSimilarity(), recall);
    if (plan == null) {
      return new JoinWay(usual.orElse(null), false);
    }
    Optional<BandPlan> named = plan.equals(BANDS) ? usual : BandPlan.parse(plan);
    if (named.isEmpty() && !plan.equals(BANDS)) {
      throw new IllegalArgumentException("must be " + PLANS + ", was '" + plan + "'");
    }
    if (named.isEmpty() || !possible) {
      throw new IllegalArgumentException(
          "can be "
              + plan
              + " only if the features of candidates decide by the weights of the profile, which"
              + " has more than 64 bits, such as simhash-256-v1, without a distance, with a recall"
              + " below 1 and a similarity that bands can find; leave it out");
    }
    return new JoinWay(named.get(), true);
  }

  /// The bands for a number of texts of different features, null for bits.
  public @Nullable BandPlan bands(int texts) {
    return isForced || texts > BandPlan.FEW_ROWS ? bands : null;
  }

  /// The limit of candidates by bands: they are compared at distances that bits do not reach.
  ///
  /// @param bits of the fingerprints
  public static NearLimit reaching(NearLimit limit, int bits) {
    Verification verification = limit.verification();
    return verification == null
        ? limit
        : new NearLimit(
            limit.maxDistance(),
            verification.reaching(BandJoin.farthest(verification.minSimilarity(), bits)));
  }
}
