package io.neardup.index.wide;

import io.neardup.index.HeapBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// Where rows of longs lie, and an owner beside each: pages of 4,096 rows. A page more or less
/// makes a new object that has the same pages otherwise.
///
/// Any thread may read; what readers may make of it [RowStore] says.
final class RowPages {

  /* A page is one array, column by column:

      word 0 of 4,096 rows | word 1 of 4,096 rows | ...

  So a scan runs through columns, which C2 turns into vector instructions, and a scan that needs the first
  word alone reads no more than that. A row that is read by its number lies in as many lines of the cache as
  it has words; they are waited for together, and few rows are read so: sketches choose them. */

  /// How many rows a page has.
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

  /// No pages.
  ///
  /// @param wordCount longs a row
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

  /// The place of a row in each column of its page.
  static int place(int row) {
    return row & ROWS - 1;
  }

  /// The first so many pages, and if there are not so many new ones.
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

  /// Reads the row at a place of a page into `target`, from `at` on.
  static void read(long[] page, int place, long[] target, int at) {
    for (int w = 0; w * ROWS < page.length; w++) {
      target[at + w] = page[w * ROWS + place];
    }
  }

  /// Whether there is such a row and it has these words.
  boolean has(int row, long[] wanted) {
    if (page(row) >= words.length) {
      return false;
    }
    long[] page = words[page(row)];
    for (int w = 0, at = place(row); w < wordCount; w++, at += ROWS) {
      if (page[at] != wanted[w]) {
        return false;
      }
    }
    return true;
  }

  /// The owner of a row, 0 if there is no such row; not read before anything that follows.
  int owner(int row) {
    return page(row) < owners.length ? (int) OWNERS.getAcquire(owners[page(row)], place(row)) : 0;
  }

  /// Sets the owner of a row after all that was written before.
  void setOwner(int row, int owner) {
    OWNERS.setRelease(owners[page(row)], place(row), owner);
  }

  /// Prefetches rows: a loop so short that the processor runs far ahead of it and waits for many
  /// rows at once, so that they are in the cache when they are compared.
  ///
  /// @param rows row numbers; those that are not there are passed over
  /// @return of no use, but must not be left out
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
  /// @param rows row numbers; those that are not there are passed over
  void compare(int[] rows, int from, int to, RowCandidates near, RowCandidates.Filter filter) {
    for (int i = from; i < to; i++) {
      int page = page(rows[i]);
      if (page < words.length) {
        near.compare(words[page], place(rows[i]), filter);
      }
    }
  }

  /// Compares every row below `end` with the query.
  void scan(int end, RowCandidates near) {
    for (int page = 0; page < words.length && page * ROWS < end; page++) {
      near.scan(words[page], Math.min(ROWS, end - page * ROWS));
    }
  }

  /// Compares every row below `end` whose first word differs from the query's in at most
  /// `threshold` bits.
  void scan(int end, int threshold, RowCandidates near) {
    SketchFilter filter = new SketchFilter();
    for (int page = 0; page < words.length && page * ROWS < end; page++) {
      near.scan(words[page], Math.min(ROWS, end - page * ROWS), threshold, filter);
    }
  }

  /// How many bytes of memory they take.
  long bytes() {
    return HeapBytes.object(3, Integer.BYTES)
        + 2 * HeapBytes.array(words.length, Integer.BYTES)
        + words.length
            * (HeapBytes.array((long) ROWS * wordCount, Long.BYTES)
                + HeapBytes.array(ROWS, Integer.BYTES));
  }
}
