package io.neardup.simhash;

import java.util.Arrays;

/// The accumulator of sparse SimHash: one sum per bit. Only a few features add to or subtract from
/// each sum, by how early they arrive in that column; the signs of the sums are the fingerprint.
///
/// In dense SimHash ([Columns]) every feature contributes a little to every sum, and the distance
/// follows the angle between two texts. Here one to four features contribute to a column, and the
/// earliest usually decides its sign. So the distance follows the share of common features: for two
/// texts with weighted Jaccard similarity J, about `bits * (1 - J) / 2` bits differ. Only the
/// ratios of weights count: texts whose weights differ by a factor have the same bits.
///
/// The order of features does not matter: each arrival is computed independently, and the sums are
/// exact. Not thread-safe.
///
/// Sources: Charikar 2002 (SimHash); Li, Hastie, Church, *Very Sparse Random Projections*, KDD
/// 2006; Li, Samorodnitsky, Hopcroft, *Sign Cauchy Projections and Chi-Square Kernel*, NIPS 2013;
/// LePage, Woodroofe, Zinn, *Convergence to a Stable Distribution via Order Statistics*, 1981;
/// Dahlgaard, Knudsen, Thorup, *Fast Similarity Sketching*, FOCS 2017 (the draws).
public final class SparseColumns implements ColumnSums {

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

  A text takes about HORIZON * bits + features draws. The division is correctly rounded and everything else is
  integer arithmetic, so that the bits are the same on every machine and in every language. A column with a
  hundred million of the loudest pulls would overflow and wrap around, equally everywhere. */

  private static final int HORIZON = 4;
  private static final long TICKS = 1L << 32; // in one round
  private static final long UNIT = 1L << 8;
  private static final long LOUDEST = 1L << 18;

  /// What an arrival at the mean time, 2^32 times the share of its feature, adds to a sum.
  public static final long MEAN_PULL = UNIT * UNIT * UNIT;

  private static final int MIN_CAPACITY = 64;
  private static final int CHUNK = 256;
  private static final int SHORT_RUN = 16; // shorter runs do not benefit from array loops

  private final int bits;
  private long[] hashes = new long[MIN_CAPACITY];
  private int size;
  private long[] runWeights = new long[MIN_CAPACITY]; // weights of contiguous runs of features
  private int[] runEnds = new int[MIN_CAPACITY];
  private int runs;
  private long total; // of all weights

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
  /// @param weight in any unit, such as [Columns#ONE]; 0 ignores the feature
  @Override
  public void add(long hash, long weight) {
    if (weight > 0) {
      reserve(1);
      hashes[size++] = hash;
      endRun(weight);
      total += weight;
    }
  }

  /// Adds every feature of `bag`; features that occur once are one run. O(features).
  ///
  /// @param weightOf the weight of a feature by its number of occurrences
  @Override
  public void addAll(FeatureBag bag, TermFrequencyWeights weightOf) {
    int features = bag.lookedUp();
    long[] from = bag.hashes();
    int[] counts = bag.counts();
    reserve(bag.size() + 1); // the last element absorbs ignored features
    int[] repeated = new int[features + 1];
    int others = 0;
    int once = size;
    for (int i = 1; i <= features; i++) { // branch-free, because counts cannot be predicted
      int more = 1 - counts[i] >>> Integer.SIZE - 1;
      hashes[once] = from[i];
      repeated[others] = i;
      once += 1 - more;
      others += more;
    }
    System.arraycopy(bag.unrepeated(), 0, hashes, once, bag.unrepeatedSize());
    once += bag.unrepeatedSize();
    long weight = weightOf.weight(1);
    if (once > size) {
      total += weight * (once - size);
      size = once;
      endRun(weight);
    }
    for (int i = 0; i < others; i++) {
      add(from[repeated[i]], weightOf.weight(counts[repeated[i]]));
    }
  }

  /// Ends a run with the features added since the last one, of this weight, or extends the last
  /// run.
  private void endRun(long weight) {
    if (runs == 0 || runWeights[runs - 1] != weight) {
      if (runs == runEnds.length) {
        runEnds = Arrays.copyOf(runEnds, 2 * runs);
        runWeights = Arrays.copyOf(runWeights, 2 * runs);
      }
      runWeights[runs++] = weight;
    }
    runEnds[runs - 1] = size;
  }

  /// Whether no feature with a weight above 0 was added.
  @Override
  public boolean isEmpty() {
    return total == 0;
  }

  /// The fingerprint: bit i is 1 where the sum of column i is above 0. O(features + bits), two to
  /// four nanoseconds a draw.
  ///
  /// @return all bits 0 without features
  @Override
  public Fingerprint signs() {
    long[] sums = sums();
    long[] words = new long[(bits + Long.SIZE - 1) / Long.SIZE];
    for (int column = 0; column < bits; column++) {
      words[column / Long.SIZE] |= sums[column] > 0 ? 1L << column : 0;
    }
    return Fingerprint.of(bits, words);
  }

  /// The sums, column 0 (the least significant bit) first; a mean arrival contributes [#MEAN_PULL].
  @Override
  public long[] sums() {
    long[] sums = new long[bits];
    Draws draws = new Draws(sums);
    for (int run = 0, from = 0; run < runs; from = runEnds[run++]) {
      double share = share(runWeights[run], total, bits);
      for (int start = from; start < runEnds[run]; start += CHUNK) {
        draws.pull(hashes, start, Math.min(runEnds[run], start + CHUNK), share);
      }
    }
    return sums;
  }

  /// The contributions of one feature to each column. O(bits).
  ///
  /// @param weight of the feature, above 0
  /// @param total weight of all features of the text
  public static long[] pulls(long hash, long weight, long total, int bits) {
    long[] pulls = new long[bits];
    new Draws(pulls).pull(new long[] {hash}, 0, 1, share(weight, total, bits));
    return pulls;
  }

  private static double share(long weight, long total, int bits) {
    return (double) weight * bits / total;
  }

  private void reserve(int more) {
    if (size + more > hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.max(size + more, 2 * size));
    }
  }

  /// The arrivals of up to [#CHUNK] features of one weight, round by round: short loops, each over
  /// one array, so that the compiler vectorises all but the last.
  private static final class Draws {
    private final long[] sums;
    private final long[] draws = new long[CHUNK];
    private final long[] pulls = new long[CHUNK];

    Draws(long[] sums) {
      this.sums = sums;
    }

    /// Adds all arrivals of `hashes[from, to)` to the sums.
    void pull(long[] hashes, int from, int to, double share) {
      double loudness = (UNIT * TICKS) * share;
      long end = (long) (HORIZON * TICKS * share);
      if (to - from < SHORT_RUN) {
        for (int i = from; i < to; i++) {
          pullOne(hashes[i], loudness, end);
        }
        return;
      }
      int whole = (int) (end / TICKS); // complete rounds within the horizon
      for (int round = 0; round <= whole; round++) {
        int count = to - from;
        System.arraycopy(hashes, from, draws, 0, count);
        draw(draws, count, (round + 1) * Columns.GOLDEN_RATIO);
        if (round == whole) {
          count = keep(draws, count, end - round * TICKS);
        }
        System.arraycopy(draws, 0, pulls, 0, count);
        pull(pulls, count, round * TICKS, loudness);
        for (int i = 0; i < count; i++) {
          sums[column(draws[i])] += pulls[i];
        }
      }
    }

    private void pullOne(long hash, double loudness, long end) {
      long step = hash;
      for (long start = 0; start < end; start += TICKS) {
        step += Columns.GOLDEN_RATIO;
        long draw = Columns.mix(step);
        if (start + (draw & TICKS - 1 | 1) <= end) {
          sums[column(draw)] += pull(draw, start, loudness);
        }
      }
    }

    private int column(long draw) {
      return (int) ((draw >>> 32) * sums.length >>> 32);
    }

    private static void draw(long[] hashes, int count, long step) {
      for (int i = 0; i < count; i++) {
        hashes[i] = Columns.mix(hashes[i] + step);
      }
    }

    /// Keeps the draws whose time is at most `last`, and returns their number. Branch-free, because
    /// times cannot be predicted.
    private static int keep(long[] draws, int count, long last) {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        long draw = draws[i];
        draws[kept] = draw;
        kept += (int) ((draw & TICKS - 1 | 1) - 1 - last >>> Long.SIZE - 1);
      }
      return kept;
    }

    /// Replaces draws by their contributions to their columns.
    private static void pull(long[] draws, int count, long start, double loudness) {
      for (int i = 0; i < count; i++) {
        draws[i] = pull(draws[i], start, loudness);
      }
    }

    private static long pull(long draw, long start, double loudness) {
      long pull = Math.min((long) (loudness / (start + (draw & TICKS - 1 | 1))), LOUDEST);
      long sign = (draw & 1) - 1; // -1 if it subtracts
      return (pull * pull * pull ^ sign) - sign;
    }
  }
}
