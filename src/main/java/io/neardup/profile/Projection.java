package io.neardup.profile;

import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.SparseColumns;

/// How features become the sums whose signs are a SimHash fingerprint, and so what the distance of
/// two fingerprints estimates.
public enum Projection {
  /// Every feature adds to or subtracts from every sum: the distance follows the angle between the
  /// vectors of weighted features, see [Columns].
  DENSE,

  /// A few features add to or subtract from each sum: the distance follows the weighted Jaccard
  /// similarity of the features, see [SparseColumns].
  SPARSE;

  /// An estimate, 0 to 1, of how many features two texts share, from the distance of their
  /// fingerprints. With [#SPARSE] the share of common features by weight; with [#DENSE] the cosine
  /// of the two weighted feature vectors, at least 0 because no weight is negative.
  ///
  /// @param distance 0 to `bits`
  public double featureSimilarity(int distance, int bits) {
    return switch (this) {
      case DENSE -> Math.max(0, Fingerprint.angleCosine(distance, bits));
      case SPARSE -> Fingerprint.jaccardEstimate(distance, bits);
    };
  }

  /// A sum or contribution as shown in explanations: in units of weight for a dense projection, in
  /// mean arrivals for a sparse one.
  double inUnits(long sum) {
    return (double) sum
        / switch (this) {
          case DENSE -> Columns.ONE;
          case SPARSE -> SparseColumns.MEAN_PULL;
        };
  }

  /// The distance up to which texts count as near-duplicates unless a profile has its own: 21 % of
  /// the bits with [#SPARSE], just under a quarter with [#DENSE].
  public int usualDistance(int bits) {
    return switch (this) {
      case DENSE -> Math.max(0, bits / 4 - 1);
      case SPARSE -> bits * Profiles.SIMHASH_256_V1.maxDistance() / Profiles.SIMHASH_256_V1.bits();
    };
  }
}
