package io.neardup.quality;

/// What a method found among the pairs of one kind, up to one distance.
///
/// @param found near-duplicates that it took for such (true positives)
/// @param wrong pairs that it took for near-duplicates and that are none (false positives)
/// @param ignored ambiguous pairs that it took for near-duplicates; they count neither way
/// @param positives how many near-duplicates there are
record Score(long found, long wrong, long ignored, long positives) {

  /// The share of what it found that is right; 1 if it found nothing.
  double precision() {
    return found + wrong == 0 ? 1 : (double) found / (found + wrong);
  }

  /// The share of the near-duplicates that it found.
  double recall() {
    return positives == 0 ? 1 : (double) found / positives;
  }

  /// The harmonic mean of precision and recall.
  double f1() {
    long all = found + wrong + positives;
    return all == 0 ? 1 : 2.0 * found / all;
  }

  Score plus(Score other) {
    return new Score(
        found + other.found,
        wrong + other.wrong,
        ignored + other.ignored,
        positives + other.positives);
  }
}
