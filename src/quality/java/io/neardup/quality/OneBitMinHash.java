package io.neardup.quality;

import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;

/// One-bit MinHash with weights: in each column the features run a race, and the bit of the winner
/// is the bit of the fingerprint.
///
/// Each column of two texts has one and the same winner with probability J, and then the bits
/// agree; else they agree by chance. So (1 + J) / 2 of all bits agree, and a distance of d in f
/// bits says that J is about 1 - 2d / f. Where all weights are equal, J is the Jaccard similarity
/// of the two sets of features. In general it is that of the two distributions of weight (*J_P*):
/// the heavier a feature is, the more columns it wins, in proportion. Texts whose weights differ by
/// a factor have the same bits.
///
/// The order of features cannot matter. Not for concurrent use.
///
/// Sources: Broder 1997 (MinHash); Li and König, *b-Bit Minwise Hashing*, WWW 2010 (one bit of each
/// minimum); Moulton and Jiang, *Maximally Consistent Sampling and the Jaccard Index of Probability
/// Distributions*, ICDM 2018 (weights).
final class OneBitMinHash {

  /* The race.

  The textbook takes one hash of each feature for each column. Here a feature comes to one column
  at a time:

      round 0    each feature draws a column and a number u in [0, 1), and is there at 0 + u
      round 1    each feature draws anew, and is there at 1 + u
        ...      until somebody has been in every column

  The first to come to a column wins it. A draw depends on feature and round alone, so two texts
  draw alike for what they share. Of all features of either text, each is as likely as any other to
  be the first of all in a column, and the text that lacks it has another winner: hence J.

  It takes about bits * ln(bits) draws, 1,600 for 256 columns, or one draw a feature where that is
  more; the textbook's 800 features would take 200,000. Dahlgaard, Knudsen and Thorup draw like this
  (*Fast Similarity Sketching*, FOCS 2017) and prove that the estimate is as good. A long text is
  done after one round, which is the *One Permutation Hashing* of Li, Owen and Zhang (NIPS 2012).

  A draw is the output of SplitMix64 for feature and round: 32 bits choose the column, 31 are u, one
  is the bit. Each round has a bit of its own, so the columns that one feature wins have independent
  bits, as short texts need.

  A feature of weight w is there at (round + u) / w. It comes to any one column at a constant rate
  of w / bits, exactly as in a race of exponential clocks (Ertl, *ProbMinHash*, TKDE 2022), except
  that it does not come to one column twice in a round: rates are off by less than one part in
  `bits`. No logarithm is needed. When no column is empty, features that cannot arrive anywhere before the
  last winner are dropped.

  A column holds the time of its winner as the bits of a double, which compare as longs do since
  times are not negative. The lowest bit is the winner's bit. Times of equal weights differ by far
  more than that, or not at all: u has 31 bits, a double 53. */

  private static final double ROUND = 1L << 31; // in steps of u
  private static final long EMPTY = Long.MAX_VALUE;
  private static final int MIN_CAPACITY = 64;
  private static final long MOSTLY_WON = 3; // draws a column: one in twenty is empty

  private final int bits;
  private final long[] first; // by column: when the winner came, and its bit
  private long[] hashes = new long[MIN_CAPACITY];
  private double[] scales = new double[MIN_CAPACITY]; // 1 / weight
  private int size;
  private double smallestScale = Double.MAX_VALUE; // of the heaviest feature
  private int runners; // hashes[0, runners) may still win

  /// A race without features.
  ///
  /// @param bits the width of the fingerprint, 32 to 512
  OneBitMinHash(int bits) {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
    this.bits = bits;
    this.first = new long[bits];
  }

  /// Adds a feature. Of a feature that is added again the largest weight counts. O(1).
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

  /// The fingerprint. O(features + bits * log(bits)), two nanoseconds a draw.
  ///
  /// @return all bits 0 if there is no feature
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
    int draws = 0; // since the last winner was looked for, which takes as long
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

  /// The same where hardly a column can be won any more, so that a branch is seldom taken.
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

  /// When the last column was won, [#EMPTY] if one has not been.
  private long last() {
    long last = 0;
    for (long arrival : first) {
      last = Math.max(last, arrival);
    }
    return last;
  }

  /// Moves features to the end that arrive nowhere before `last` from `round` on.
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

  /// No arrival in `round` is before it.
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
