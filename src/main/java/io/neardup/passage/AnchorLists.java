package io.neardup.passage;

import io.neardup.pairs.PairRounds;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongConsumer;

/// An inverted index from anchors to the records that contain them. One writer.
///
/// 8 bytes per distinct anchor in a record, about one per seven words, and 8 per record.
public final class AnchorLists {

  /* Anchors are stored record by record. Sorting replaces each by the upper bits of its hash and its record number,
  so that the records of an anchor are adjacent. With 10⁷ records, 40 bits of the hash remain; anchors that
  agree in them by chance only make candidates, which are compared in full. */

  private static final int EXPECTED = 1 << 16;

  private final BitSet records = new BitSet();
  private final long maxAnchors;
  private long[] entries = new long[EXPECTED];
  private int[] ends = new int[1024]; // of each record's entries
  private int[] words = new int[1024]; // of each record
  private int count;
  private int size;
  private int recordBits;

  /// Empty lists.
  ///
  /// @param maxBytes of anchors in memory
  public AnchorLists(long maxBytes) {
    this.maxAnchors = Math.min(maxBytes / Long.BYTES, Integer.MAX_VALUE - 8);
  }

  /// Adds a record.
  ///
  /// @param record its number, greater than all before; skipped numbers are not compared
  /// @param anchors distinct
  /// @param wordCount its number of words
  /// @return false if there are too many anchors
  public boolean add(int record, long[] anchors, int wordCount) {
    if (count + (long) anchors.length > maxAnchors) {
      return false;
    }
    if (count + anchors.length > entries.length) {
      long grown = Math.max(entries.length * 3L / 2, count + (long) anchors.length);
      entries = Arrays.copyOf(entries, (int) Math.min(grown, Integer.MAX_VALUE - 8));
    }
    System.arraycopy(anchors, 0, entries, count, anchors.length);
    count += anchors.length;
    if (record >= ends.length) {
      ends = Arrays.copyOf(ends, Math.max(record + 1, ends.length + ends.length / 2));
      words = Arrays.copyOf(words, ends.length);
    }
    Arrays.fill(ends, size, record, count - anchors.length);
    records.set(record);
    words[record] = wordCount;
    ends[record] = count;
    size = record + 1;
    return true;
  }

  /// The number of words of a record.
  int words(int number) {
    return words[number];
  }

  /// The number of records with words that share no passage: they have fewer words than it needs,
  /// or no anchor.
  ///
  /// @param end the number after the last record that counts
  /// @param minWords the smallest number of words of a passage
  int tooShort(int end, int minWords) {
    return (int)
        records.stream()
            .takeWhile(record -> record < end)
            .filter(record -> words[record] > 0)
            .filter(record ->
                words[record] < minWords || ends[record] == (record == 0 ? 0 : ends[record - 1]))
            .count();
  }

  /// The records that were added.
  BitSet records() {
    return records;
  }

  /// Sorts the anchors. No record can be added afterwards.
  public void sort() {
    recordBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, size - 1));
    long mask = -1L << recordBits;
    int at = 0;
    for (int record = 0; record < size; record++) {
      for (; at < ends[record]; at++) {
        entries[at] = entries[at] & mask | record;
      }
    }
    Arrays.parallelSort(entries, 0, count);
  }

  /// Receives the records of anchors.
  @FunctionalInterface
  interface ListReader {

    /// Receives a list of at least two records.
    ///
    /// @param key of the anchor, see [AnchorLists#key]
    /// @param from the first place of the list, for [AnchorLists#record]
    /// @param to the end of the list
    void list(long key, int from, int to);
  }

  /// Passes the records of each anchor that is in several records, in ascending order.
  void lists(ListReader reader) {
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && key(entries[to]) == key(entries[from])) {
        to++;
      }
      if (to > from + 1) {
        reader.list(key(entries[from]), from, to);
      }
      from = to;
    }
  }

  /// The upper bits of an anchor, which identify it once anchors are sorted. Keys have the order of
  /// the anchors.
  long key(long anchor) {
    return anchor >> recordBits;
  }

  /// The record at a place of a list; neighbours may be equal.
  int record(int place) {
    return (int) (entries[place] & ~(-1L << recordBits));
  }

  /// Passes pairs of records that share an anchor: all pairs if at most `maxList` records have it,
  /// otherwise only pairs with the first record.
  ///
  /// @param pairs receives [PairRounds#pair], possibly repeatedly
  /// @return the number of anchors in more than `maxList` records
  int pairs(int maxList, LongConsumer pairs) {
    int[] cut = new int[1];
    lists((key, from, to) -> {
      boolean whole = to - from <= maxList;
      cut[0] += whole ? 0 : 1;
      for (int i = from; i < (whole ? to - 1 : from + 1); i++) {
        for (int j = i + 1; j < to; j++) {
          if (record(i) != record(j)) {
            pairs.accept(PairRounds.pair(record(i), record(j)));
          }
        }
      }
    });
    return cut[0];
  }
}
