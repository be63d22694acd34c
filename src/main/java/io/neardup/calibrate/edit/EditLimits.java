package io.neardup.calibrate.edit;

/// Which shares of edited words make near-duplicates.
///
/// @param duplicates texts with up to this share are near-duplicates
/// @param others texts with this share or more are not; those between are ambiguous
public record EditLimits(double duplicates, double others) {

  /// The probabilities that a pair is one of near-duplicates or of other texts; their sum is below
  /// 1 if it is ambiguous.
  public record Likely(double duplicate, double other) {

    /// Certainly near-duplicates.
    public static final Likely DUPLICATE = new Likely(1, 0);

    /// Neither.
    public static final Likely AMBIGUOUS = new Likely(0, 0);

    /// Certainly other texts.
    public static final Likely OTHER = new Likely(0, 1);
  }

  private static final double AMBIGUOUS = 2.5;
  private static final double MOST = 0.999;

  /// The limits without labels.
  ///
  /// @param editRate up to which texts are near-duplicates; from 2.5 times of it on they are not
  public static EditLimits of(double editRate) {
    return new EditLimits(editRate, Math.min(MOST, AMBIGUOUS * editRate));
  }

  /// What the words alone say about two texts.
  public Likely likely(double rate) {
    if (rate <= duplicates) {
      return Likely.DUPLICATE;
    }
    return rate < others ? Likely.AMBIGUOUS : Likely.OTHER;
  }
}
