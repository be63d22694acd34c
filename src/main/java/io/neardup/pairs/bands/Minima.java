package io.neardup.pairs.bands;

import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureReader;
import java.util.Arrays;

/// The minima of the features of one text under fixed functions, of which the keys of its bands are
/// made. Version 1: a change of a function needs a new version. Not thread-safe.
///
/// A minimum of two texts agrees with the probability that is the share of the features that they
/// have in common, of all that one of them has (Broder 1997). It depends on the set of features,
/// and not on their weights.
public final class Minima implements FeatureReader {

  /* To compute `count` functions of each of n features would take n * count steps. Instead, the functions
  are places into which the features are thrown, round after round, until no place is empty:

      round q = 0, 1, ...  z = expand(mix(hash ^ SEED), q + 1)      64 random bits, as in SparseColumns
        place              (z >>> 32) * count >>> 32
        value              q * 2^32 + (z & 0xFFFFFFFF)
      minimum of a place   the least of its values, without q

  After `count` rounds, which only texts of few features reach, each place that is still empty takes the
  least low half of expand(mix(hash ^ SEED), count + place + 1) of all features.

  In a place, each feature of either text has the same chance to be the least of both, whichever round
  fills it, since a further round adds greater values only. So the probability of agreement equals the one of
  minima of independent functions; the number of agreeing places varies less. A text takes about
  max(n, count * ln(count)) draws.

  Source: Dahlgaard, Knudsen, Thorup, "Fast Similarity Sketching", FOCS 2017; Broder, "On the Resemblance
  and Containment of Documents", SEQUENCES 1997. */

  private static final long SEED = 0x6D696E696D612D31L; // minima-1
  private static final long LOW = 0xFFFF_FFFFL;
  private static final int EMPTY_BIT = Long.SIZE - 2; // set in Long.MAX_VALUE alone

  private final BandPlan plan;
  private long[] features = new long[256];
  private int size;

  /// Minima of no features.
  public Minima(BandPlan plan) {
    this.plan = plan;
  }

  /// Adds a feature that was not added before. O(1).
  @Override
  public void feature(long hash, long weight) {
    if (size == features.length) {
      features = Arrays.copyOf(features, 2 * size);
    }
    features[size++] = Columns.mix(hash ^ SEED);
  }

  /// The minima, one for each function of the plan.
  ///
  /// @throws IllegalStateException without features
  int[] all() {
    if (size == 0) {
      throw new IllegalStateException("a text without features has no minima");
    }
    long[] least = new long[plan.functions()];
    Arrays.fill(least, Long.MAX_VALUE);
    long[] draws = new long[size];
    int empty = least.length;
    for (int round = 0; round < least.length && empty > 0; round++) {
      draw(draws, (round + 1) * Columns.GOLDEN_RATIO);
      empty -= round == 0 ? place(draws, least) : place(draws, (long) round << Integer.SIZE, least);
    }
    int[] minima = new int[least.length];
    for (int place = 0; place < minima.length; place++) {
      minima[place] = (int) (least[place] == Long.MAX_VALUE ? leastOf(place, draws) : least[place]);
    }
    return minima;
  }

  private void draw(long[] draws, long step) {
    for (int i = 0; i < size; i++) {
      draws[i] = Columns.mix(features[i] + step);
    }
  }

  /// Puts the draws of the first round into their places, and returns how many of these were empty.
  /// Without a branch, as places cannot be predicted.
  private int place(long[] draws, long[] least) {
    int filled = 0;
    for (int i = 0; i < size; i++) {
      int place = (int) ((draws[i] >>> Integer.SIZE) * least.length >>> Integer.SIZE);
      filled += (int) (least[place] >>> EMPTY_BIT);
      least[place] = Math.min(least[place], draws[i] & LOW);
    }
    return filled;
  }

  /// Puts the draws of a further round into the places that were empty, which most are not.
  private int place(long[] draws, long round, long[] least) {
    int filled = 0;
    for (int i = 0; i < size; i++) {
      int place = (int) ((draws[i] >>> Integer.SIZE) * least.length >>> Integer.SIZE);
      if (least[place] >= round) {
        filled += (int) (least[place] >>> EMPTY_BIT);
        least[place] = Math.min(least[place], round + (draws[i] & LOW));
      }
    }
    return filled;
  }

  private long leastOf(int place, long[] draws) {
    draw(draws, (plan.functions() + place + 1) * Columns.GOLDEN_RATIO);
    long least = LOW;
    for (int i = 0; i < size; i++) {
      least = Math.min(least, draws[i] & LOW);
    }
    return least;
  }

  /// The keys and the rest.
  ///
  /// @throws IllegalStateException without features
  public BandRow row() {
    int[] minima = all();
    int[] keys = new int[plan.bands()];
    for (int band = 0; band < keys.length; band++) {
      long key = 0;
      for (int i = 0; i < plan.minima(); i++) {
        key = Columns.mix((key ^ minima[band * plan.minima() + i] & LOW) + Columns.GOLDEN_RATIO);
      }
      keys[band] = (int) (key >>> Integer.SIZE);
    }
    long[] sketch = new long[BandPlan.SKETCH_BITS / Long.SIZE];
    for (int i = 0; i < BandPlan.SKETCH_BITS; i++) {
      sketch[i / Long.SIZE] |= (minima[i] & 1L) << i;
    }
    byte[] further = new byte[BandPlan.FURTHER];
    for (int i = 0; i < further.length; i++) {
      further[i] = (byte) minima[minima.length - further.length + i];
    }
    return new BandRow(keys, further, sketch);
  }
}
