package io.neardup.calibrate;

/// Two texts, and whether they are near-duplicates.
///
/// @param weight the number of pairs that this one stands for, above 0; 1 unless pairs were sampled
public record LabelledPair(String a, String b, boolean duplicate, double weight) {

  /// Checks the weight.
  public LabelledPair {
    requireWeight(weight);
  }

  static void requireWeight(double weight) {
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("weight must be a number above 0, was " + weight);
    }
  }
}
