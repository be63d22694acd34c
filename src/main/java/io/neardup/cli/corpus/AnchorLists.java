package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.records.RecordFault;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongConsumer;

/// The anchors of the records of some files, and the records that each anchor is in. One writer.
///
/// 8 bytes per distinct anchor of a record, about one in seven words, and 12 per record; ids and
/// their 8 bytes come on top.
public final class AnchorLists {

  /* Anchors are kept record by record. Sorting replaces each by the upper bits of its hash and the number
  of its record, so that the records of an anchor are neighbours. Among 10⁷ records 40 bits of the hash
  remain; anchors that agree in them by chance make candidates, which are compared in full. */

  private static final int EXPECTED = 1 << 16;
  private static final int HEAP_SHARE = 2;

  private final Skipping skipping;
  private final IdList ids = new IdList();
  private final BitSet skipped = new BitSet();
  private final long maxAnchors = Runtime.getRuntime().maxMemory() / Long.BYTES / HEAP_SHARE;
  private long[] entries = new long[EXPECTED];
  private int[] ends = new int[1024]; // of the entries of each record
  private int[] words = new int[1024]; // of each record
  private int count;
  private int size;
  private int recordBits;

  /// @param skipping receives records that cannot be read
  public AnchorLists(Skipping skipping) {
    this.skipping = skipping;
  }

  /// Adds the next records.
  ///
  /// @throws FileFailure if one cannot be read, and the command ends then
  public void add(AnchorBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      RecordFault fault = batch.fault(i);
      if (fault != null) {
        skipping.skip(batch.file().name(), batch.line(i), fault);
        skipped.set(size);
      }
      add(fault == null ? batch.id(i) : "", batch.anchors(i), batch.words(i));
    }
  }

  /// Adds the next record.
  ///
  /// @param anchors distinct
  /// @param wordCount the number of its words
  void add(String id, long[] anchors, int wordCount) {
    if (count + (long) anchors.length > Math.min(maxAnchors, Integer.MAX_VALUE - 8)) {
      throw new FileFailure(
          "the anchors of the texts need more than half of the heap; raise it by -Xmx, or divide the"
              + " files");
    }
    if (count + anchors.length > entries.length) {
      long grown = Math.max(entries.length * 3L / 2, count + (long) anchors.length);
      entries = Arrays.copyOf(entries, (int) Math.min(grown, Integer.MAX_VALUE - 8));
    }
    System.arraycopy(anchors, 0, entries, count, anchors.length);
    count += anchors.length;
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size + size / 2);
      words = Arrays.copyOf(words, ends.length);
    }
    ids.add(id);
    words[size] = wordCount;
    ends[size++] = count;
  }

  /// The number of records, with those that were skipped.
  public int size() {
    return size;
  }

  /// The number of skipped records.
  public long skipped() {
    return skipping.skipped();
  }

  /// The id of a record.
  public String id(int number) {
    return ids.get(number);
  }

  /// The number of words of a record.
  int words(int number) {
    return words[number];
  }

  /// The memory of the anchors.
  long bytes() {
    return (long) Long.BYTES * entries.length;
  }

  /// The number of anchors.
  public int anchors() {
    return count;
  }

  /// The records that can be read.
  public BitSet records() {
    BitSet readable = new BitSet();
    readable.set(0, size);
    readable.andNot(skipped);
    return readable;
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

  /// Passes the records of each anchor that is in several, in ascending order.
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

  /// The upper bits of an anchor, by which it is known once anchors are sorted.
  long key(long anchor) {
    return anchor >>> recordBits;
  }

  /// The record at a place of a list; equal ones may be neighbours.
  int record(int place) {
    return (int) (entries[place] & ~(-1L << recordBits));
  }

  /// Passes pairs of records that have an anchor in common: all pairs of up to `maxList` records
  /// with one anchor, and pairs with the first of more.
  ///
  /// @param pairs receives [PairRounds#pair], possibly again
  /// @return the number of anchors in more than `maxList` records
  int pairs(int maxList, LongConsumer pairs) {
    int[] cut = new int[1];
    lists((_, from, to) -> {
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
