package io.neardup.index.wide;

import io.neardup.index.HeapBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// Stores rows of longs with an owner each, in pages of 4,096 rows. Adding or removing a page makes
/// a new object that shares the other pages.
///
/// Any thread may read; [RowStore] explains what readers may rely on.
final class RowPages {

  /* A page is one array, column by column:

      word 0 of 4,096 rows | word 1 of 4,096 rows | ...

  So a scan reads columns, which C2 compiles to vector instructions, and a scan that needs only the first word
  reads nothing else. A row read by number is spread over as many cache lines as it has words; they are loaded
  in parallel, and few rows are read this way, since sketches select them. */

  /// The number of rows in a page.
  static final int ROWS = 1 << 12;

  private static final int BITS = 12;
  private static final VarHandle OWNERS = MethodHandles.arrayElementVarHandle(int[].class);

  private final int wordCount;
  private final long[][] words; // by page
  private final int[][] owners; // by page

  private RowPages(int wordCount, long[][] words, int[][] owners) {
    this.wordCount = wordCount;
    this.words = words;
    this.owners = owners;
  }

  /// An object without pages.
  ///
  /// @param wordCount longs per row
  static RowPages none(int wordCount) {
    return new RowPages(wordCount, new long[0][], new int[0][]);
  }

  int count() {
    return words.length;
  }

  /// The page of a row.
  static int page(int row) {
    return row >>> BITS;
  }

  /// The index of a row in each column of its page.
  static int place(int row) {
    return row & ROWS - 1;
  }

  /// The first `count` pages, followed by new ones if there are fewer.
  RowPages resized(int count) {
    long[][] nextWords = Arrays.copyOf(words, count);
    int[][] nextOwners = Arrays.copyOf(owners, count);
    for (int page = words.length; page < count; page++) {
      nextWords[page] = new long[ROWS * wordCount];
      nextOwners[page] = new int[ROWS];
    }
    return new RowPages(wordCount, nextWords, nextOwners);
  }

  void write(int row, long[] source) {
    long[] page = words[page(row)];
    for (int w = 0, at = place(row); w < wordCount; w++, at += ROWS) {
      page[at] = source[w];
    }
  }

  long[] read(int row) {
    long[] read = new long[wordCount];
    read(words[page(row)], place(row), read, 0);
    return read;
  }

  /// Copies the row at a place of a page to `target`, from `at` on.
  static void read(long[] page, int place, long[] target, int at) {
    for (int w = 0; w * ROWS < page.length; w++) {
      target[at + w] = page[w * ROWS + place];
    }
  }

  /// Whether the row exists and has these words.
  boolean has(int row, long[] expected) {
    if (page(row) >= words.length) {
      return false;
    }
    long[] page = words[page(row)];
    for (int w = 0, at = place(row); w < wordCount; w++, at += ROWS) {
      if (page[at] != expected[w]) {
        return false;
      }
    }
    return true;
  }

  /// The owner of a row, 0 if it does not exist. An acquire read: ordered before all following
  /// reads.
  int owner(int row) {
    return page(row) < owners.length ? (int) OWNERS.getAcquire(owners[page(row)], place(row)) : 0;
  }

  /// Sets the owner of a row. A release write: ordered after all preceding writes.
  void setOwner(int row, int owner) {
    OWNERS.setRelease(owners[page(row)], place(row), owner);
  }

  /// Prefetches rows in a minimal loop, so that many rows are loaded in parallel and are in the
  /// cache when they are compared.
  ///
  /// @param rows row numbers; missing rows are skipped
  /// @return a checksum that must be used, so that the compiler keeps the loads
  long prefetch(int[] rows, int from, int to) {
    long prefetched = 0;
    for (int i = from; i < to; i++) {
      int page = page(rows[i]);
      if (page < words.length) {
        long[] array = words[page];
        for (int at = place(rows[i]); at < array.length; at += ROWS) {
          prefetched += array[at];
        }
      }
    }
    return prefetched;
  }

  /// Compares rows with the query.
  ///
  /// @param rows row numbers; missing rows are skipped
  void compare(
      int[] rows, int from, int to, RowCandidates candidates, RowCandidates.Filter filter) {
    for (int i = from; i < to; i++) {
      int page = page(rows[i]);
      if (page < words.length) {
        candidates.compare(words[page], place(rows[i]), filter);
      }
    }
  }

  /// Compares every row below `end` with the query.
  void scan(int end, RowCandidates candidates) {
    for (int page = 0; page < words.length && page * ROWS < end; page++) {
      candidates.scan(words[page], Math.min(ROWS, end - page * ROWS));
    }
  }

  /// Compares every row below `end` whose first word differs from the query's in at most
  /// `threshold` bits.
  void scan(int end, int threshold, RowCandidates candidates) {
    SketchFilter filter = new SketchFilter();
    for (int page = 0; page < words.length && page * ROWS < end; page++) {
      candidates.scan(words[page], Math.min(ROWS, end - page * ROWS), threshold, filter);
    }
  }

  /// The memory in bytes.
  long bytes() {
    return HeapBytes.object(3, Integer.BYTES)
        + 2 * HeapBytes.array(words.length, Integer.BYTES)
        + words.length
            * (HeapBytes.array((long) ROWS * wordCount, Long.BYTES)
                + HeapBytes.array(ROWS, Integer.BYTES));
  }
}
