package io.neardup.quality;

/// The pairs of one kind that a method reports as near-duplicates up to one distance, counted by
/// label.
///
/// @param found true positives
/// @param wrong false positives
/// @param ignored ambiguous pairs, which are not scored
/// @param positives all near-duplicates, reported or not
record Score(long found, long wrong, long ignored, long positives) {

  /// The share of true positives among the scored pairs that are reported; 1 if none are.
  double precision() {
    return found + wrong == 0 ? 1 : (double) found / (found + wrong);
  }

  /// The share of near-duplicates that are reported.
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
