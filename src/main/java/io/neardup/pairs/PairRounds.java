package io.neardup.pairs;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/// Compares pairs of records by values of their texts, which are read again.
///
/// The texts are read in rounds. Each round keeps the values of the earlier records of pairs, until
/// a number of bytes is reached, and compares the later ones as they are read; so memory does not
/// depend on the number or the order of the records.
///
/// @param <T> the values
public final class PairRounds<T> {

  private final long[] pairs;
  private final int count;
  private final PairComparison<T> comparison;

  /// A comparison of some pairs.
  ///
  /// @param pairs the later record in the upper half, then the earlier one; ascending
  /// @param count the number of pairs
  public PairRounds(long[] pairs, int count, PairComparison<T> comparison) {
    this.pairs = pairs;
    this.count = count;
    this.comparison = comparison;
  }

  /// Compares two records.
  @FunctionalInterface
  public interface PairComparison<T> {

    /// Compares the records of a pair, once, on the thread that called [PairRounds#compare].
    ///
    /// @param index of the pair
    void compare(int index, T earlier, T later);
  }

  /// A pair of two records.
  public static long pair(int one, int other) {
    return (long) Math.max(one, other) << Integer.SIZE | Math.min(one, other);
  }

  /// The earlier record of a pair.
  public static int earlier(long pair) {
    return (int) pair;
  }

  /// The later record of a pair.
  public static int later(long pair) {
    return (int) (pair >>> Integer.SIZE);
  }

  /// Reads the texts, and compares all pairs.
  ///
  /// @param bytes of the value of each record, at most
  /// @param maxBytes of values that are kept in a round; one record's are kept in any case
  /// @return the number of rounds
  public int compare(RecordPass<T> texts, IntToLongFunction bytes, long maxBytes) {
    BitSet open = new BitSet(); // earlier records that are not compared with the later ones yet
    for (int i = 0; i < count; i++) {
      open.set(earlier(pairs[i]));
    }
    int rounds = 0;
    for (; !open.isEmpty(); rounds++) {
      Round round = new Round(chosen(open, bytes, maxBytes));
      texts.read(round.needed(), round);
      open.andNot(round.chosen);
    }
    return rounds;
  }

  /// The first records whose values do not exceed the maximum of bytes, at least one.
  private static BitSet chosen(BitSet open, IntToLongFunction bytes, long maxBytes) {
    BitSet chosen = new BitSet();
    long sum = 0;
    for (int record = open.nextSetBit(0); record >= 0; record = open.nextSetBit(record + 1)) {
      sum += bytes.applyAsLong(record);
      if (sum > maxBytes && !chosen.isEmpty()) {
        break;
      }
      chosen.set(record);
    }
    return chosen;
  }

  /// Keeps the values of the chosen records, and compares the later ones with them.
  private final class Round implements RecordPass.Reader<T> {

    private final BitSet chosen;
    private final Map<Integer, T> kept = new HashMap<>();
    private int at;

    Round(BitSet chosen) {
      this.chosen = chosen;
    }

    private BitSet needed() {
      BitSet needed = (BitSet) chosen.clone();
      for (int i = 0; i < count; i++) {
        if (chosen.get(earlier(pairs[i]))) {
          needed.set(later(pairs[i]));
        }
      }
      return needed;
    }

    @Override
    public void read(int record, T value) {
      while (at < count && later(pairs[at]) < record) {
        at++;
      }
      for (; at < count && later(pairs[at]) == record; at++) {
        T earlier = kept.get(earlier(pairs[at]));
        if (earlier != null) {
          comparison.compare(at, earlier, value);
        }
      }
      if (chosen.get(record)) {
        kept.put(record, value);
      }
    }
  }
}
