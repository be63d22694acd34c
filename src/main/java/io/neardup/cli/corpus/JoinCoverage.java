package io.neardup.cli.corpus;

import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.JoinPlan;
import io.neardup.pairs.bands.BandPlan;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a join finds pairs, and how many of them.
///
/// @param bands its bands, null if it compares bits
/// @param bits its tables, null if it has bands
/// @param limit up to where records are near-duplicates
public record JoinCoverage(@Nullable BandPlan bands, @Nullable JoinPlan bits, NearLimit limit) {

  /// The plan: `bits`, or bands such as `bands 4x45`.
  public String plan() {
    return bands == null ? "bits" : "bands " + bands;
  }

  /// The expected share of the pairs at the limit that are found.
  public double recall() {
    return bands == null ? byBits().recall() : bands.recallAt(verification().minSimilarity());
  }

  private JoinPlan byBits() {
    return Objects.requireNonNull(bits);
  }

  private Verification verification() {
    return Objects.requireNonNull(limit.verification());
  }

  /// A clause about the pairs that are found.
  @Override
  public String toString() {
    if (bands != null) {
      return String.format(
          Locale.ROOT,
          "%s: %.1f %% of the pairs at a similarity of %s are found",
          plan(),
          100 * recall(),
          verification().minSimilarity());
    }
    return byBits().isExact()
        ? "every pair within " + Math.min(limit.reach(), byBits().exactTo()) + " bits is found"
        : String.format(
            Locale.ROOT,
            "%.1f %% of the pairs at %d bits are found",
            100 * recall(),
            limit.maxDistance());
  }
}
