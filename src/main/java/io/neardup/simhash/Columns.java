package io.neardup.simhash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The accumulator of SimHash: one sum per bit. A feature adds its weight to the columns where its
/// hash has a 1 and subtracts it where the hash has a 0; the signs of the sums are the fingerprint.
///
/// Weights are fixed-point integers, so the sums are exact and independent of the order of
/// features. Not thread-safe.
///
/// Source: Charikar 2002, §3; Manku, Jain, Das Sarma 2007, §2.
public final class Columns implements ColumnSums {

  /// The fixed-point weight of 1.0.
  public static final long ONE = 1L << 16;

  /* Wide fingerprints.

  A feature has a 64-bit hash; columns 0 to 63 take it as it is. Columns 64j to 64j + 63 take its
  j-th expansion, the finalizer of SplitMix64 over hash + j * golden ratio: bits that are as
  independent as the bits of another hash function, for two multiplications.

  Counting instead of adding.

  Only the weights of ones are summed: the sum of a column is twice that, less the weight of all
  features. And most features of a text share a few weights (the weight of tf = 1 above all), so they
  come in runs of one weight, and what is summed is weight * ones.

  Ones are counted eight columns at a time: each of eight longs holds eight byte-wide counters,

      lane[j] += hash >>> j & 0x0101010101010101       (byte b of lane j counts column 8b + j)

  A byte holds 255 hashes. Then the 64 bytes are multiplied by the weight and added to 64 ints, in
  the order in which they stand; only the signs at the end put columns in order. All of these loops
  vectorise. The ints are emptied into longs before they overflow. */

  private static final int WORD = Long.SIZE;
  private static final long LANE_MASK = 0x0101010101010101L;
  private static final int LANE_CAPACITY = 255;

  /// Up to this number of occurrences, weights are added in steps.
  private static final int STEPS = 15;

  private static final int MAX_RUN_WEIGHT = Integer.MAX_VALUE / LANE_CAPACITY;

  /// The step between seeds of SplitMix64.
  public static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int bits;
  private final boolean tieIsOne;
  private final int words;
  private final int[] partial; // weight of ones not yet in `full`; in lane order
  private final long[] full; // weight of ones; in lane order
  private long partialTotal; // weight of all features in `partial`
  private long total; // weight of all features
  private final byte[] lanes = new byte[WORD];
  private final long[] single = new long[1];
  private final long[] expanded; // expansions of a run of hashes for one word

  /// All columns 0.
  ///
  /// @param bits the width of the fingerprint, 32 to 512
  public Columns(int bits) {
    this(bits, false);
  }

  /// All columns 0.
  ///
  /// @param bits the width of the fingerprint, 32 to 512
  /// @param tieIsOne the value of a bit whose sum is 0
  public Columns(int bits, boolean tieIsOne) {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
    this.bits = bits;
    this.tieIsOne = tieIsOne;
    this.words = (bits + WORD - 1) / WORD;
    this.partial = new int[words * WORD];
    this.full = new long[words * WORD];
    this.expanded = new long[words > 1 ? LANE_CAPACITY : 0];
  }

  /// Bits 64 * word to 64 * word + 63 of a feature with this hash.
  public static long expand(long hash, int word) {
    return word == 0 ? hash : mix(hash + word * GOLDEN_RATIO);
  }

  /// Adds one feature. O(bits).
  ///
  /// @param weight fixed-point, see [#ONE]
  @Override
  public void add(long hash, long weight) {
    if (weight <= MAX_RUN_WEIGHT) {
      single[0] = hash;
      addRun(single, 0, 1, weight);
      return;
    }
    total += weight;
    for (int word = 0; word < words; word++) {
      long bitsOfWord = expand(hash, word);
      for (int i = 0; i < WORD; i++) {
        full[word * WORD + i] += weight & -(bitsOfWord >>> column(i) & 1);
      }
    }
  }

  /// Adds the features `hashes[from, to)`, all of one weight. O(features * bits / 64), about a
  /// nanosecond for each 64 columns.
  ///
  /// @param weight fixed-point, see [#ONE]
  public void addAll(long[] hashes, int from, int to, long weight) {
    if (weight > MAX_RUN_WEIGHT) {
      for (int i = from; i < to; i++) {
        add(hashes[i], weight);
      }
      return;
    }
    for (int start = from; start < to; start += LANE_CAPACITY) {
      addRun(hashes, start, Math.min(to, start + LANE_CAPACITY), weight);
    }
  }

  /// Adds the weight in steps, each one run: first the weight of one occurrence for all features,
  /// then the increase for all features with a second one, and so on. O(features).
  @Override
  public void addAll(FeatureBag bag, TermFrequencyWeights weightOf) {
    int features = bag.lookedUp();
    addAll(bag.hashes(), 1, features + 1, weightOf.weight(1));
    addAll(bag.unrepeated(), 0, bag.unrepeatedSize(), weightOf.weight(1));
    int size = repeated(bag);
    long[] hashes = new long[size + 1]; // the last element absorbs skipped features
    int[] counts = new int[size + 1];
    size = keep(2, bag.hashes(), bag.counts(), 1, features + 1, hashes, counts);
    for (int count = 2; size > 0 && count <= STEPS; count++) {
      long more = weightOf.weight(count) - weightOf.weight(count - 1);
      if (more > 0) {
        addAll(hashes, 0, size, more);
      }
      size = keep(count + 1, hashes, counts, 0, size, hashes, counts);
    }
    for (int i = 0; i < size; i++) {
      add(hashes[i], weightOf.weight(counts[i]) - weightOf.weight(STEPS));
    }
  }

  private static int repeated(FeatureBag bag) {
    int[] counts = bag.counts();
    int repeated = 0;
    for (int i = 1; i <= bag.lookedUp(); i++) {
      repeated += 1 - counts[i] >>> 31;
    }
    return repeated;
  }

  /// Copies the features that occur `least` times or more to the beginning of `keptHashes` and
  /// `keptCounts`, and returns their number. Branch-free, because counts cannot be predicted.
  private static int keep(
      int least,
      long[] hashes,
      int[] counts,
      int from,
      int to,
      long[] keptHashes,
      int[] keptCounts) {
    int kept = 0;
    for (int i = from; i < to; i++) {
      int count = counts[i];
      keptHashes[kept] = hashes[i];
      keptCounts[kept] = count;
      kept += least - 1 - count >>> 31;
    }
    return kept;
  }

  /// Whether no feature with a weight above 0 was added.
  @Override
  public boolean isEmpty() {
    return total == 0;
  }

  /// The fingerprint: bit i is 1 where the sum of column i is above 0, or is 0 and a tie is 1.
  @Override
  public Fingerprint signs() {
    emptyPartial();
    long threshold = tieIsOne ? total - 1 : total;
    long[] signs = new long[words];
    for (int word = 0; word < words; word++) {
      long sign = 0;
      for (int i = 0; i < WORD; i++) {
        sign |= (threshold - 2 * full[word * WORD + i] >>> 63) << column(i);
      }
      signs[word] = sign;
    }
    signs[words - 1] &= -1L >>> (words * WORD - bits);
    return Fingerprint.of(bits, signs);
  }

  /// The sums in fixed point, column 0 (the least significant bit) first.
  @Override
  public long[] sums() {
    emptyPartial();
    long[] sums = new long[words * WORD];
    for (int i = 0; i < sums.length; i++) {
      sums[i / WORD * WORD + column(i % WORD)] = 2 * full[i] - total;
    }
    return Arrays.copyOf(sums, bits);
  }

  private void addRun(long[] hashes, int from, int to, long weight) {
    long weightOfRun = weight * (to - from);
    if (partialTotal + weightOfRun > Integer.MAX_VALUE) {
      emptyPartial();
    }
    partialTotal += weightOfRun;
    total += weightOfRun;
    for (int word = 0; word < words; word++) {
      countOnes(hashes, from, to, word);
      addLanes(word * WORD, (int) weight);
    }
  }

  /// The column counted at this place of the lanes.
  private static int column(int place) {
    return place % 8 * 8 + place / 8;
  }

  /// The finalizer of SplitMix64.
  public static long mix(long z) {
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private void countOnes(long[] hashes, int from, int to, int word) {
    if (word == 0) {
      countOnes(hashes, from, to);
      return;
    }
    long step = word * GOLDEN_RATIO;
    int size = to - from;
    System.arraycopy(hashes, from, expanded, 0, size); // a loop over one array vectorises
    for (int i = 0; i < size; i++) {
      expanded[i] = mix(expanded[i] + step);
    }
    countOnes(expanded, 0, size);
  }

  private void countOnes(long[] hashes, int from, int to) {
    long lane0 = 0;
    long lane1 = 0;
    long lane2 = 0;
    long lane3 = 0;
    long lane4 = 0;
    long lane5 = 0;
    long lane6 = 0;
    long lane7 = 0;
    for (int i = from; i < to; i++) {
      long hash = hashes[i];
      lane0 += hash & LANE_MASK;
      lane1 += hash >>> 1 & LANE_MASK;
      lane2 += hash >>> 2 & LANE_MASK;
      lane3 += hash >>> 3 & LANE_MASK;
      lane4 += hash >>> 4 & LANE_MASK;
      lane5 += hash >>> 5 & LANE_MASK;
      lane6 += hash >>> 6 & LANE_MASK;
      lane7 += hash >>> 7 & LANE_MASK;
    }
    LONG.set(lanes, 0, lane0);
    LONG.set(lanes, 8, lane1);
    LONG.set(lanes, 16, lane2);
    LONG.set(lanes, 24, lane3);
    LONG.set(lanes, 32, lane4);
    LONG.set(lanes, 40, lane5);
    LONG.set(lanes, 48, lane6);
    LONG.set(lanes, 56, lane7);
  }

  private void addLanes(int first, int weight) {
    for (int i = 0; i < WORD; i++) {
      partial[first + i] += weight * (lanes[i] & 0xFF);
    }
  }

  private void emptyPartial() {
    if (partialTotal == 0) {
      return;
    }
    for (int i = 0; i < partial.length; i++) {
      full[i] += partial[i];
    }
    Arrays.fill(partial, 0);
    partialTotal = 0;
  }
}
