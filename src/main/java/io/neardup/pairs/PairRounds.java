package io.neardup.pairs;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;

/// Compares pairs of records by values of their texts, which are read again.
///
/// The texts are read in rounds. Each round keeps the values of the earlier records of pairs, until
/// a number of bytes is reached, and compares the later ones as they are read; so memory does not
/// depend on the number or the order of the records.
///
/// @param <T> the values
/// @param pairs the later record in the upper half, then the earlier one; ascending
/// @param count the number of pairs
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record PairRounds<T>(long[] pairs, int count, PairComparison<T> comparison) {

  /// Compares two records.
  @FunctionalInterface
  public interface PairComparison<T> {

    /// Compares the records of a pair, once, on the thread that called [PairRounds#compare].
    ///
    /// @param index of the pair
    void compare(int index, long pair, T earlier, T later);
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
  public void compare(RecordPass<T> texts, IntToLongFunction bytes, long maxBytes) {
    BitSet open = new BitSet(); // earlier records that are not compared with the later ones yet
    for (int i = 0; i < count; i++) {
      open.set(earlier(pairs[i]));
    }
    while (!open.isEmpty()) {
      BitSet chosen = chosen(open, bytes, maxBytes);
      BitSet needed = (BitSet) chosen.clone();
      for (int i = 0; i < count; i++) {
        if (chosen.get(earlier(pairs[i]))) {
          needed.set(later(pairs[i]));
        }
      }
      int[] next = new int[1];
      texts.read(
          needed, new Round<>(chosen, () -> next[0] < count ? pairs[next[0]++] : -1, comparison));
      open.andNot(chosen);
    }
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

  /// Keeps the values of the chosen records, and compares the values of later records with them.
  ///
  /// @param <T> the values
  public static final class Round<T> implements RecordPass.Reader<T> {

    private final BitSet chosen;
    private final LongSupplier pairs;
    private final PairComparison<T> comparison;
    private final Map<Integer, T> kept = new HashMap<>();
    private long pair;
    private int index;

    /// A round.
    ///
    /// @param pairs returns one after the other, ascending, and -1 after the last
    public Round(BitSet chosen, LongSupplier pairs, PairComparison<T> comparison) {
      this.chosen = chosen;
      this.pairs = pairs;
      this.comparison = comparison;
      this.pair = pairs.getAsLong();
    }

    @Override
    public void read(int record, T value) {
      for (; pair >= 0 && later(pair) <= record; index++) {
        T earlier = later(pair) == record ? kept.get(earlier(pair)) : null;
        if (earlier != null) {
          comparison.compare(index, pair, earlier, value);
        }
        pair = pairs.getAsLong();
      }
      if (chosen.get(record)) {
        kept.put(record, value);
      }
    }
  }
}
