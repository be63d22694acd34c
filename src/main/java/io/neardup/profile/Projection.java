package io.neardup.profile;

/// How features become the sums whose signs are a SimHash fingerprint, and so what the distance of
/// two fingerprints estimates.
public enum Projection {
  /// Every feature adds to or subtracts from every sum: the distance follows the angle between the
  /// vectors of weighted features, see [io.neardup.simhash.Columns].
  DENSE,

  /// A few features add to or subtract from each sum: the distance follows the weighted Jaccard
  /// similarity of the features, see [io.neardup.simhash.SparseColumns].
  SPARSE
}
