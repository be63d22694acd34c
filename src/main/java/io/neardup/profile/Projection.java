package io.neardup.profile;

import io.neardup.simhash.Fingerprint;

/// How features become the sums whose signs are a SimHash fingerprint, and so what the distance of
/// two fingerprints estimates.
public enum Projection {
  /// Every feature adds to or subtracts from every sum: the distance follows the angle between the
  /// vectors of weighted features, see [io.neardup.simhash.Columns].
  DENSE,

  /// A few features add to or subtract from each sum: the distance follows the weighted Jaccard
  /// similarity of the features, see [io.neardup.simhash.SparseColumns].
  SPARSE;

  /// How much of their features two texts have in common, as the distance of their fingerprints
  /// estimates it: 0 to 1. With [#SPARSE] the share by weight of the features of both, with
  /// [#DENSE] the cosine of the two vectors of weighted features, which is not below 0, as no
  /// weight is.
  ///
  /// @param distance 0 to `bits`
  public double featureSimilarity(int distance, int bits) {
    return switch (this) {
      case DENSE -> Math.max(0, Fingerprint.angleCosine(distance, bits));
      case SPARSE -> Fingerprint.jaccardEstimate(distance, bits);
    };
  }
}
