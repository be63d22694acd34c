package io.neardup.cli.corpus;

import io.neardup.pairs.PairSet;
import io.neardup.simhash.Columns;

/// Counts records that have the id of an earlier one, by hashes of 64 bits in 8 MB. From half a
/// million distinct ids on, those of a part of the ids only, which becomes smaller. One writer.
public final class RepeatedIds {

  private final long[] hashes;
  private int size;
  private long ignored; // the bits that hashes must not have
  private long repeated;

  /// No ids.
  public RepeatedIds() {
    this(1 << 20);
  }

  RepeatedIds(int most) {
    hashes = new long[most];
  }

  /// Adds the id of a record.
  public void add(String id) {
    long hash = 0;
    for (int i = 0; i < id.length(); i++) {
      hash = Columns.mix((hash ^ id.charAt(i)) + Columns.GOLDEN_RATIO);
    }
    if ((hash & ignored) != 0) {
      return;
    }
    hashes[size++] = hash;
    if (size == hashes.length) {
      count();
      while (size > hashes.length / 2) {
        ignored = 2 * ignored + 1;
        int kept = 0;
        for (int i = 0; i < size; i++) {
          hashes[kept] = hashes[i];
          kept += (hashes[i] & ignored) == 0 ? 1 : 0;
        }
        size = kept;
      }
    }
  }

  private void count() {
    int distinct = PairSet.sorted(hashes, size);
    repeated += size - distinct;
    size = distinct;
  }

  /// What is known of them in a sentence, empty if there are none.
  public String sentence() {
    count();
    return repeated == 0
        ? ""
        : (ignored == 0 ? "" : "at least ")
            + (repeated == 1 ? "1 record has" : repeated + " records have")
            + " the id of an earlier record; lists cannot tell these apart";
  }
}
