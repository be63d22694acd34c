package io.neardup.quality;

import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;

/// Weighted one-bit MinHash: in each column the feature with the earliest arrival wins, and the bit
/// of the winner is the bit of the fingerprint.
///
/// In each column, two texts have the same winner with probability J, and then their bits agree;
/// otherwise the bits agree with probability 1/2. So (1 + J) / 2 of all bits agree, and a distance
/// of d in f bits estimates J as 1 - 2d / f. If all weights are equal, J is the Jaccard similarity
/// of the two sets of features. In general it is the probability Jaccard similarity (*J_P*) of the
/// two distributions of weight: a feature wins columns in proportion to its weight. Texts whose
/// weights differ by a constant factor have the same bits.
///
/// The order in which features are added does not matter. Not thread-safe.
///
/// Sources: Broder 1997 (MinHash); Li and König, *b-Bit Minwise Hashing*, WWW 2010 (one bit of each
/// minimum); Moulton and Jiang, *Maximally Consistent Sampling and the Jaccard Index of Probability
/// Distributions*, ICDM 2018 (weights).
final class OneBitMinHash {

  /* Arrival times.

  The textbook computes one hash of each feature for each column. Here a feature arrives at one
  column at a time:

      round 0    each feature draws a column and a number u in [0, 1), and arrives there at 0 + u
      round 1    each feature draws again, and arrives at 1 + u
        ...      until a feature has arrived at every column

  The first feature that arrives at a column wins it. A draw depends only on feature and round, so
  two texts have the same draws for the features that they share. Every feature of either text is
  equally likely to be the first of all in a column; if one text lacks it, that text has another
  winner. Hence J.

  It takes about bits * ln(bits) draws, 1,600 for 256 columns, or one draw per feature if that is
  more; the textbook would take 200,000 draws for 800 features. Dahlgaard, Knudsen and Thorup draw in
  the same way (*Fast Similarity Sketching*, FOCS 2017) and prove that the estimate is as good. A long
  text needs one round only, which is the *One Permutation Hashing* of Li, Owen and Zhang (NIPS 2012).

  A draw is the output of SplitMix64 for feature and round: 32 bits choose the column, 31 are u, and
  one is the bit. Each round has its own bit, so the columns that one feature wins have independent
  bits, as short texts need.

  A feature of weight w arrives at (round + u) / w. It arrives at any one column at a constant rate
  of w / bits, as with exponential clocks (Ertl, *ProbMinHash*, TKDE 2022), except that it does not
  arrive at one column twice in a round: rates are off by less than one part in `bits`. No logarithm
  is needed. When every column has a winner, features that cannot arrive anywhere before the latest
  winner are dropped.

  A column holds the arrival time of its winner as the bits of a double; compared as longs, these have
  the same order, because times are not negative. The lowest bit is the bit of the winner. Different times of
  features with equal weights differ by far more than that bit: u has 31 bits, a double 53. */

  private static final double ROUND = 1L << 31; // in steps of u
  private static final long EMPTY = Long.MAX_VALUE;
  private static final int MIN_CAPACITY = 64;
  private static final long MOSTLY_WON = 3; // draws a column: one in twenty is empty

  private final int bits;
  private final long[] first; // by column: arrival time of the winner, and its bit
  private long[] hashes = new long[MIN_CAPACITY];
  private double[] scales = new double[MIN_CAPACITY]; // 1 / weight
  private int size;
  private double smallestScale = Double.MAX_VALUE; // of the heaviest feature
  private int runners; // hashes[0, runners) may still win

  /// Creates it without features.
  ///
  /// @param bits the width of the fingerprint, 32 to 512
  OneBitMinHash(int bits) {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
    this.bits = bits;
    this.first = new long[bits];
  }

  /// Adds a feature. If it is added several times, the largest weight counts. O(1).
  ///
  /// @param weight in any unit, such as that of [Columns#ONE]; 0 leaves the feature out
  void add(long hash, long weight) {
    if (weight > 0) {
      double scale = scale(weight);
      reserve(1);
      hashes[size] = hash;
      scales[size++] = scale;
      smallestScale = Math.min(smallestScale, scale);
    }
  }

  /// The fingerprint. O(features + bits * log(bits)), two nanoseconds per draw.
  ///
  /// @return a fingerprint of zeros if there are no features
  Fingerprint fingerprint() {
    run();
    long[] words = new long[(bits + Long.SIZE - 1) / Long.SIZE];
    for (int column = 0; column < bits && size > 0; column++) {
      words[column / Long.SIZE] |= (first[column] & 1) << column;
    }
    return Fingerprint.of(bits, words);
  }

  private void run() {
    Arrays.fill(first, EMPTY);
    runners = size;
    int draws = 0; // since the latest winner was searched, which takes as long
    for (int round = 0; runners > 0; round++) {
      race(round);
      draws += Math.min(runners, bits);
      if (draws >= bits) {
        draws = 0;
        dropLaterThan(last(), round + 1);
      }
    }
  }

  private void race(int round) {
    if ((long) round * runners > MOSTLY_WON * bits) {
      raceForTheRest(round);
      return;
    }
    double start = round * ROUND;
    for (int i = 0; i < runners; i++) {
      long draw = draw(hashes[i], round);
      int column = column(draw);
      first[column] = Math.min(first[column], arrival(draw, start, scales[i]));
    }
  }

  /// The same as `race`, for rounds in which few columns can still change their winner: the branch
  /// that computes an arrival is rarely taken.
  private void raceForTheRest(int round) {
    double start = round * ROUND;
    long earliest = earliest(round, smallestScale);
    for (int i = 0; i < runners; i++) {
      long draw = draw(hashes[i], round);
      int column = column(draw);
      if (first[column] >= earliest) {
        first[column] = Math.min(first[column], arrival(draw, start, scales[i]));
      }
    }
  }

  /// The latest arrival time of all winners, [#EMPTY] if a column has none.
  private long last() {
    long last = 0;
    for (long arrival : first) {
      last = Math.max(last, arrival);
    }
    return last;
  }

  /// Moves features that cannot arrive before `last` in `round` or later to the end.
  private void dropLaterThan(long last, int round) {
    if (last == EMPTY) {
      return;
    }
    if (earliest(round, smallestScale) > last) {
      runners = 0;
      return;
    }
    for (int i = runners - 1; i >= 0; i--) {
      if (earliest(round, scales[i]) > last) {
        runners--;
        swap(i, runners);
      }
    }
  }

  /// A lower bound for the arrival times in `round`.
  private static long earliest(int round, double scale) {
    return Double.doubleToRawLongBits(round * ROUND * scale) & ~1L;
  }

  private void swap(int i, int j) {
    long hash = hashes[i];
    hashes[i] = hashes[j];
    hashes[j] = hash;
    double scale = scales[i];
    scales[i] = scales[j];
    scales[j] = scale;
  }

  private void reserve(int more) {
    if (size + more > hashes.length) {
      int capacity = Math.max(size + more, 2 * size);
      hashes = Arrays.copyOf(hashes, capacity);
      scales = Arrays.copyOf(scales, capacity);
    }
  }

  private int column(long draw) {
    return (int) ((draw >>> 32) * bits >>> 32);
  }

  private static long arrival(long draw, double start, double scale) {
    double time = (start + ((int) draw >>> 1)) * scale;
    return Double.doubleToRawLongBits(time) & ~1L | draw & 1;
  }

  private static long draw(long hash, int round) {
    return Columns.expand(hash, round + 1);
  }

  private static double scale(long weight) {
    return (double) Columns.ONE / weight;
  }
}
