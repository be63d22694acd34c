package io.neardup.index.wide;

import java.lang.invoke.VarHandle;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Distinct fingerprints of one width, each a row of longs with an owner.
///
/// Readers take no lock. Rows are allocated, freed and written under the monitor of this object.
final class RowStore {

  /// No document has the fingerprint of the row.
  static final int ABSENT = -1;

  /// Several documents had the fingerprint; they are in a posting list.
  static final int SHARED = -2;

  /* A freed row is reused while readers may still be reading it. So the content of a row is only a hint of a
  fingerprint: the owner is looked up by the value of the fingerprint, and owner(row, words) works like a
  sequence lock with the owner as the sequence: it is read before and after the words, and a writer sets it to
  ABSENT before the row is written again. Boehm, Can Seqlocks Get Along with Programming Language Memory
  Models?, MSPC 2012, has the necessary fences: the words are read between an acquire read of the owner and a
  load-load fence before the owner is read again.

  The pages object is replaced when a page is added or removed, and a page that was removed and added again
  is another array. So the owner is read first, then the pages: data written after that owner was set is
  not in earlier pages. */

  private static final int FREE_PAGES_KEPT = 1;
  private static final int TOGETHER = 128; // rows prefetched; of 512 bits they are 64 kB of cache

  private final int mostFree;
  private final BitSet free = new BitSet(); // of the rows below end; guarded by this
  private int freeCount; // guarded by this
  private int lowestFree; // all rows below are in use; guarded by this
  private volatile int end; // rows below this have been written
  private volatile RowPages pages; // owners: 0 for ABSENT, SHARED, else document + 1

  /// @param wordCount longs per row
  RowStore(int wordCount) {
    this(wordCount, 2 * RowPages.ROWS);
  }

  /// @param mostFree maximum number of free rows; compaction starts when more rows, and more than a
  ///   quarter, are free
  RowStore(int wordCount, int mostFree) {
    this.pages = RowPages.none(wordCount);
    this.mostFree = mostFree;
  }

  /// The end of the rows in use.
  int end() {
    return end;
  }

  /// Allocates the lowest free row, and writes it.
  synchronized int take(long[] words) {
    int row = freeCount > 0 ? takeFree() : takeEnd();
    write(row, words);
    return row;
  }

  private int takeEnd() {
    int row = end;
    if (row == Integer.MAX_VALUE) {
      throw new IllegalStateException("the index is full: it has " + row + " fingerprints");
    }
    if (RowPages.page(row) == pages.count()) {
      pages = pages.resized(pages.count() + 1);
    }
    end = row + 1;
    return row;
  }

  private int takeFree() {
    int row = free.nextSetBit(lowestFree);
    free.clear(row);
    freeCount--;
    lowestFree = row + 1;
    return row;
  }

  private void write(int row, long[] words) {
    VarHandle.storeStoreFence(); // after the owner was set to ABSENT
    pages.write(row, words);
  }

  /// Frees a row without an owner.
  synchronized void give(int row) {
    free.set(row);
    freeCount++;
    lowestFree = Math.min(lowestFree, row);
    trim();
  }

  /// Begins the compaction of the last row if enough rows are free: copies it to the lowest free
  /// row, which is then in use.
  synchronized @Nullable Descent descent() {
    if (freeCount <= mostFree || freeCount <= end / 4) {
      return null;
    }
    int last = end - 1; // not free, as free rows at the end are trimmed
    long[] words = pages.read(last);
    return new Descent(last, take(words), words);
  }

  /// A row that is moved to a lower place by compaction.
  ///
  /// @param from the last row
  /// @param to a row below it
  /// @param words of both
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Descent(int from, int to, long[] words) {}

  /// Drops free rows at the end, and pages without rows.
  private void trim() {
    int last = end;
    while (last > 0 && free.get(last - 1)) {
      free.clear(--last);
      freeCount--;
    }
    end = last;
    int needed = RowPages.page(last + RowPages.ROWS - 1) + FREE_PAGES_KEPT;
    if (needed < pages.count()) {
      pages = pages.resized(needed);
    }
  }

  /// Sets the owner of a row: a document number, [#SHARED] or [#ABSENT].
  void setOwner(int row, int owner) {
    pages.setOwner(row, owner == ABSENT ? 0 : owner == SHARED ? SHARED : owner + 1);
  }

  /// The owner of this fingerprint, if the row has it: a document number, [#SHARED], or [#ABSENT]
  /// if the row has another fingerprint or no owner.
  int owner(int row, long[] words) {
    RowPages current = pages;
    int before;
    int after = current.owner(row);
    do {
      before = after;
      if (before == 0 || !pages.has(row, words)) {
        return ABSENT;
      }
      VarHandle.loadLoadFence(); // before the owner is read again
      after = current.owner(row);
    } while (before != after);
    return after == SHARED ? SHARED : after - 1;
  }

  /// Whether the row has this fingerprint; for writers that hold its lock.
  boolean has(int row, long[] words) {
    return pages.has(row, words);
  }

  /// The words of a row in use, possibly a mixture of two fingerprints if it is being written.
  long[] read(int row) {
    return pages.read(row);
  }

  /// Compares every row with the query.
  void scan(RowCandidates candidates) {
    int rows = end;
    pages.scan(rows, candidates);
  }

  /// Compares every row whose first word differs from the query's in at most `threshold` bits.
  void scan(int threshold, RowCandidates candidates) {
    int rows = end;
    pages.scan(rows, threshold, candidates);
  }

  /// Compares some rows with the query. Rows that were compacted meanwhile are skipped.
  ///
  /// @param rows row numbers, -1 for none
  void compare(
      int[] rows, int from, int to, RowCandidates candidates, RowCandidates.Filter filter) {
    RowPages current = pages;
    for (int at = from; at < to; at += TOGETHER) {
      int stop = Math.min(to, at + TOGETHER);
      candidates.prefetched(current.prefetch(rows, at, stop));
      current.compare(rows, at, stop, candidates, filter);
    }
  }

  /// The memory in bytes.
  long bytes() {
    return pages.bytes();
  }
}
