package io.neardup.profile;

/// How the features of a text become bits, and so what the distance of two fingerprints estimates.
public enum SketchKind {
  /// The signs of weighted sums: the distance estimates the angle between the vectors of features.
  SIMHASH,

  /// A bit of the winning feature of each column: the distance estimates the Jaccard similarity of
  /// the features, see [io.neardup.simhash.OneBitMinHash].
  MINHASH
}
