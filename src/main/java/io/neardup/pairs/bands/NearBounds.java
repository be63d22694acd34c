package io.neardup.pairs.bands;

/// The bounds beyond which two texts are hardly similar enough, so that their features need not be
/// compared.
///
/// @param sketchWithin the most differing bits of two sketches
/// @param farthest the most differing bits of two fingerprints
/// @param together the most of both
/// @param probablyNear differing bits of two fingerprints up to which most pairs are similar enough
record NearBounds(int sketchWithin, int farthest, int together, int probablyNear) {

  /* Each bit of a sketch, and of a sparse fingerprint, differs with the probability (1 - similarity) / 2. The
  bounds are so many standard deviations above the mean at the limit: of the pairs there, each of both
  refuses one in a thousand, and both together one in seventy; of nearer ones, nothing. */
  private static final double ALONE = 3.1;
  private static final double BOTH = 2.2;

  static NearBounds of(double minSimilarity, int bits) {
    return new NearBounds(
        within(minSimilarity, BandPlan.SKETCH_BITS, ALONE),
        farthest(minSimilarity, bits),
        within(minSimilarity, bits + BandPlan.SKETCH_BITS, BOTH),
        within(minSimilarity, bits, -1));
  }

  static int farthest(double minSimilarity, int bits) {
    return Math.min(bits, within(minSimilarity, bits, ALONE));
  }

  private static int within(double similarity, int bits, double deviations) {
    double differing = (1 - similarity) / 2;
    return (int)
        Math.round(bits * differing + deviations * Math.sqrt(bits * differing * (1 - differing)));
  }
}
