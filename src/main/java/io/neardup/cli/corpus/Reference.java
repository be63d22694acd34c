package io.neardup.cli.corpus;

import io.neardup.pairs.PairRounds;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.LongPredicate;

/// The records of a reference, with which the input is compared: they are numbered before the
/// records of the input, and are kept in any case. Complete once the files have been read the first
/// time.
public final class Reference {

  private final TreeMap<Integer, String> files = new TreeMap<>(); // by the first number of each
  private int size;
  private long withoutText;

  /// Adds the records of a file, unless they are known.
  ///
  /// @param next the number after its last record
  /// @param withoutText how many records up to this one were dropped, as they have no text
  public void add(String file, int next, long withoutText) {
    if (next > size) {
      files.put(size, file);
      size = next;
      this.withoutText = withoutText;
    }
  }

  /// The number of records, which is the number of the first record of the input.
  public int size() {
    return size;
  }

  /// The number of its records that are not compared, as they have no text.
  public long withoutText() {
    return withoutText;
  }

  /// Whether a record belongs to the reference.
  public boolean has(int number) {
    return number < size;
  }

  /// The [pairs][PairRounds#pair] that are compared: of a record of the input with any before it,
  /// or with one of the reference.
  public LongPredicate pairs(boolean onlyReferred) {
    return pair -> !has(PairRounds.later(pair)) && (!onlyReferred || has(PairRounds.earlier(pair)));
  }

  /// The name of the file of a record of the reference.
  public String file(int number) {
    Entry<Integer, String> file = files.floorEntry(number);
    return Objects.requireNonNull(file, "number is 0 or more").getValue();
  }

  /// The number of records of the reference among some.
  ///
  /// @param ascending their numbers by index
  int countOf(int count, IntUnaryOperator ascending) {
    int low = 0;
    int high = size == 0 ? 0 : count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (has(ascending.applyAsInt(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
