package io.neardup.calibrate.edit;

/// How likely a pair of sampled documents is one of near-duplicates.
@FunctionalInterface
public interface PairDecision {

  /// The probabilities of a pair; their sum is below 1 if the pair is ambiguous.
  record Likely(double duplicate, double other) {

    public static final Likely DUPLICATE = new Likely(1, 0);
    public static final Likely AMBIGUOUS = new Likely(0, 0);
    public static final Likely OTHER = new Likely(0, 1);
  }

  /// Decides on a pair.
  ///
  /// @param a the place of a document
  /// @param b the place of another one
  /// @param rate the share of edited words; 1 if it is above all limits
  Likely of(int a, int b, double rate);
}
