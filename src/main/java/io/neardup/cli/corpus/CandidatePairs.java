package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.measure.WeightedJaccard;
import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Pairs of records whose features decide whether they are near-duplicates, and the similarities of
/// these, once the texts have been read again.
///
/// A pair takes 16 bytes. The texts are read in rounds. Each round keeps the features of the
/// earlier records of pairs, until a number of bytes is reached, and compares the later ones as
/// they are read; so memory does not depend on the number or the order of the records.
final class CandidatePairs {

  private static final int FEATURE_BYTES = 16;
  private static final int VECTOR_BYTES = 128; // objects, and the entry in the map

  private final int maxPairs;
  private final long maxBytes;
  private long[] pairs = new long[1024]; // the later record in the upper half, then the earlier one
  private double[] similarities = new double[0]; // of the pairs
  private int count;
  private boolean full;
  private int rounds;

  /// @param maxPairs maximum of pairs
  /// @param maxBytes of features that are kept in a round; one record's are kept in any case
  CandidatePairs(int maxPairs, long maxBytes) {
    this.maxPairs = maxPairs;
    this.maxBytes = maxBytes;
  }

  /// Adds two records, once.
  ///
  /// @return false if there are too many pairs
  synchronized boolean add(int one, int other) {
    if (count == maxPairs) {
      full = true;
      return false;
    }
    if (count == pairs.length) {
      pairs = Arrays.copyOf(pairs, (int) Math.min(maxPairs, count * 2L));
    }
    pairs[count++] = pair(one, other);
    return true;
  }

  /// Whether a pair was left out.
  synchronized boolean isFull() {
    return full;
  }

  /// The number of pairs.
  int size() {
    return count;
  }

  /// The number of times that the texts were read.
  int rounds() {
    return rounds;
  }

  /// The earlier record of a pair.
  int earlier(int index) {
    return (int) pairs[index];
  }

  /// The later record of a pair.
  int later(int index) {
    return (int) (pairs[index] >>> Integer.SIZE);
  }

  /// Reads the texts, and compares all pairs. No pair can be added afterwards.
  ///
  /// @param features the number of features of each record, at most
  /// @throws FileFailure if a file cannot be read, or was changed
  void compare(FeaturePass texts, IntUnaryOperator features) {
    Arrays.parallelSort(pairs, 0, count);
    similarities = new double[count];
    BitSet open = new BitSet(); // earlier records that are not compared with the later ones yet
    for (int i = 0; i < count; i++) {
      open.set(earlier(i));
    }
    while (!open.isEmpty()) {
      Round round = new Round(chosen(open, features));
      texts.read(round.needed(), round);
      open.andNot(round.chosen);
      rounds++;
    }
  }

  /// The first records whose features do not exceed the maximum of bytes, at least one.
  private BitSet chosen(BitSet open, IntUnaryOperator features) {
    BitSet chosen = new BitSet();
    long bytes = 0;
    for (int record = open.nextSetBit(0); record >= 0; record = open.nextSetBit(record + 1)) {
      bytes += VECTOR_BYTES + (long) FEATURE_BYTES * features.applyAsInt(record);
      if (bytes > maxBytes && !chosen.isEmpty()) {
        break;
      }
      chosen.set(record);
    }
    return chosen;
  }

  /// The exact similarity of the features of two records, null if they were not compared.
  @Nullable Double similarity(int one, int other) {
    int index = Arrays.binarySearch(pairs, 0, count, pair(one, other));
    return index < 0 ? null : similarities[index];
  }

  /// The similarity of a pair that was compared.
  double similarity(int index) {
    return similarities[index];
  }

  private static long pair(int one, int other) {
    return (long) Math.max(one, other) << Integer.SIZE | Math.min(one, other);
  }

  /// Keeps the features of the chosen records, and compares the later ones with them.
  private final class Round implements FeaturePass.Reader {

    private final BitSet chosen;
    private final Map<Integer, FeatureVector> kept = new HashMap<>();
    private int at;

    Round(BitSet chosen) {
      this.chosen = chosen;
    }

    private BitSet needed() {
      BitSet needed = (BitSet) chosen.clone();
      for (int i = 0; i < count; i++) {
        if (chosen.get(earlier(i))) {
          needed.set(later(i));
        }
      }
      return needed;
    }

    @Override
    public void read(int record, FeatureVector features) {
      while (at < count && later(at) < record) {
        at++;
      }
      for (; at < count && later(at) == record; at++) {
        FeatureVector earlier = kept.get(earlier(at));
        if (earlier != null) {
          similarities[at] = WeightedJaccard.of(earlier, features);
        }
      }
      if (chosen.get(record)) {
        kept.put(record, features);
      }
    }
  }
}
