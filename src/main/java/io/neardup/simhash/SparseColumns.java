package io.neardup.simhash;

import java.util.Arrays;

/// The accumulator of sparse SimHash: one sum a bit, to which only a few features add or subtract,
/// each by how early it arrives in that column; the signs of the sums are the fingerprint.
///
/// Where dense SimHash ([Columns]) moves every sum a little for every feature, so that the distance
/// follows the angle between two texts, here one to four features are heard in a column and the
/// earliest mostly decides. So the distance follows what the texts share: for two texts with
/// weighted Jaccard similarity J, about `bits * (1 - J) / 2` bits differ. Only the ratios of
/// weights count: texts whose weights differ by a factor have the same bits.
///
/// The order of features cannot matter: each arrival is computed on its own, and the sums are
/// exact. Not for concurrent use.
///
/// Sources: Charikar 2002 (SimHash); Li, Hastie, Church, *Very Sparse Random Projections*, KDD
/// 2006; Li, Samorodnitsky, Hopcroft, *Sign Cauchy Projections and Chi-Square Kernel*, NIPS 2013;
/// LePage, Woodroofe, Zinn, *Convergence to a Stable Distribution via Order Statistics*, 1981;
/// Dahlgaard, Knudsen, Thorup, *Fast Similarity Sketching*, FOCS 2017 (the draws).
public final class SparseColumns {

  /* One text has features with weights w, W in all.

      share of a feature    s = w * bits / W           1 if all `bits` features weigh the same
      round r = 0, 1, ...   z = expand(hash, r + 1)    64 random bits
        column              (z >>> 32) * bits >>> 32
        sign                + if bit 0 of z is 1, else -
        time                r * 2^32 + (z & 0xFFFFFFFF | 1)
      until                 time > 2^32 * HORIZON * s

  So a feature arrives in a given column at the rate s / bits in 2^32 units of time; measured in units
  of 2^32 * s, which is what counts below, the arrivals of all features in one column are a Poisson
  process of rate 1. An arrival at time t adds or subtracts

      pull = min(UNIT * 2^32 * s / t, LOUDEST) ^ 3

  which is the LePage series of a symmetric stable distribution with exponent 1/3, cut off at the
  horizon: so heavy a tail that the first arrival has four fifths of all pull on average. Two texts
  agree in a column if the same feature comes first there, and by chance otherwise.

  The horizon of 4 leaves e^-4, 1.9 %, of the columns without an arrival; their bit is 0.

  A text takes about HORIZON * bits + features draws. The division is correctly rounded and everything
  else is integer arithmetic, so that the bits are the same on every machine and in every language. A
  column of a hundred million of the loudest pulls would overflow and wrap around, which changes its
  sign, but not the agreement of everybody about it. */

  private static final int HORIZON = 4;
  private static final long TICKS = 1L << 32; // in one round
  private static final long UNIT = 1L << 8;
  private static final long LOUDEST = 1L << 18;

  /// What an arrival at the mean time, 2^32 times the share of its feature, adds to a sum.
  public static final long MEAN_PULL = UNIT * UNIT * UNIT;

  private static final int MIN_CAPACITY = 64;

  private final int bits;
  private long[] hashes = new long[MIN_CAPACITY];
  private long[] weights = new long[MIN_CAPACITY];
  private int size;
  private long total;

  /// Columns without features.
  ///
  /// @param bits the width of the fingerprint, 32 to 512
  public SparseColumns(int bits) {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
    this.bits = bits;
  }

  /// Adds a feature that was not added before. O(1).
  ///
  /// @param weight in any unit, such as that of [Columns#ONE]; 0 leaves the feature out
  public void add(long hash, long weight) {
    reserve(1);
    hashes[size] = hash;
    weights[size] = weight;
    size += weight > 0 ? 1 : 0;
    total += Math.max(0, weight);
  }

  /// Adds every feature of `bag`. O(features).
  ///
  /// @param weightOf the weight of a feature by how often it occurs
  void addAll(FeatureBag bag, TermFrequencyWeights weightOf) {
    int added = bag.size();
    reserve(added);
    System.arraycopy(bag.hashes(), 1, hashes, size, added);
    int[] counts = bag.counts();
    long sum = 0;
    for (int i = 0; i < added; i++) {
      long weight = weightOf.weight(counts[i + 1]);
      weights[size + i] = weight;
      sum += weight;
    }
    total += sum;
    size += added;
  }

  /// The fingerprint: bit i is 1 where the sum of column i is above 0. O(features + bits), two to
  /// four nanoseconds a draw.
  ///
  /// @return all bits 0 if there is no feature
  public Fingerprint signs() {
    long[] sums = sums();
    long[] words = new long[(bits + Long.SIZE - 1) / Long.SIZE];
    for (int column = 0; column < bits; column++) {
      words[column / Long.SIZE] |= sums[column] > 0 ? 1L << column : 0;
    }
    return Fingerprint.of(bits, words);
  }

  /// The sums, column 0 (the least significant bit) first, in units of which [#MEAN_PULL] are the
  /// pull of a mean arrival.
  public long[] sums() {
    long[] sums = new long[bits];
    for (int i = 0; i < size; i++) {
      pull(hashes[i], share(weights[i], total, bits), sums);
    }
    return sums;
  }

  /// What one feature adds to each column. O(bits).
  ///
  /// @param weight of the feature, above 0
  /// @param total of the weights of all features of the text
  public static long[] pulls(long hash, long weight, long total, int bits) {
    long[] pulls = new long[bits];
    pull(hash, share(weight, total, bits), pulls);
    return pulls;
  }

  private static double share(long weight, long total, int bits) {
    return (double) weight * bits / total;
  }

  /// Adds all arrivals of a feature to the sums.
  private static void pull(long hash, double share, long[] sums) {
    double loudness = (UNIT * TICKS) * share;
    long end = (long) (HORIZON * TICKS * share);
    int rounds = (int) (end / TICKS); // that are within the horizon as a whole
    for (int round = 0; round < rounds; round++) {
      arrive(Columns.expand(hash, round + 1), round * TICKS, loudness, end, sums);
    }
    arrive(Columns.expand(hash, rounds + 1), rounds * TICKS, loudness, end, sums);
  }

  /// Adds an arrival, or 0 if it is after the end: no branch that nobody can foresee.
  private static void arrive(long draw, long start, double loudness, long end, long[] sums) {
    long time = start + (draw & TICKS - 1 | 1);
    long pull = Math.min((long) (loudness / time), LOUDEST);
    long heard = time - 1 - end >> Long.SIZE - 1; // -1 where the time is at most the end
    long sign = (draw & 1) - 1; // -1 where it subtracts
    int column = (int) ((draw >>> 32) * sums.length >>> 32);
    sums[column] += (pull * pull * pull ^ sign) - sign & heard;
  }

  private void reserve(int more) {
    if (size + more > hashes.length) {
      int capacity = Math.max(size + more, 2 * size);
      hashes = Arrays.copyOf(hashes, capacity);
      weights = Arrays.copyOf(weights, capacity);
    }
  }
}
