package io.neardup.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// Where rows of longs lie, and an owner beside each: pages of 4,096 rows. A page more or less
/// makes a new object that has the same pages otherwise.
///
/// Any thread may read; what readers may make of it [Rows] says.
final class Pages {

  /* Full pages are put together to blocks. What a look at a row anywhere costs is the wait for its line
  of the cache. A row of 256 bits is 32 bytes, so it lies in one line if it is aligned to 32. Java aligns
  arrays to 8 only; but one that fills a region of the G1 collector begins where the region begins, and
  its elements 16 bytes later. Row i of a block lies i rows from the beginning of the block:

      region  | header | row 1    | row 2    | row 3    | ...          row 0 would lie where the header is,
              0       16         32         64         96              so no block has one

  A block is as large as a region is unless somebody has chosen another size for it, see regionBytes.
  With regions that are larger than a block, or another collector, rows just are not aligned. Nor are
  those in the pages that do not fill a block yet.

  So a small collection has a page, and a growing one never more than a page that it does not need. Each
  row is copied once. A block goes when the last of its pages does. */

  /// How many rows a page has.
  static final int ROWS = 1 << 12;

  private static final int BITS = 12;
  private static final int HEADER_WORDS = 2;
  private static final int REGIONS = 2048; // that the collector aims at
  private static final long MIN_REGION = 1 << 20;
  private static final long MAX_REGION = 1 << 25;
  private static final VarHandle OWNERS = MethodHandles.arrayElementVarHandle(int[].class);

  private final int wordCount;
  private final int blockPages; // 0 for no blocks
  private final long[][] words; // by page; the pages of a block share its array
  private final int[] bases; // by page: where it begins in its array, 0 only if it has its own
  private final int[][] owners; // by page

  private Pages(int wordCount, int blockPages, long[][] words, int[] bases, int[][] owners) {
    this.wordCount = wordCount;
    this.blockPages = blockPages;
    this.words = words;
    this.bases = bases;
    this.owners = owners;
  }

  /// No pages.
  ///
  /// @param wordCount longs a row; blocks are made if that many divide a line of the cache
  /// @param blockBytes a power of two
  static Pages none(int wordCount, long blockBytes) {
    boolean aligns = wordCount > 1 && Integer.bitCount(wordCount) == 1;
    int blockPages = aligns ? (int) (blockBytes / Long.BYTES / wordCount / ROWS) : 0;
    return new Pages(wordCount, blockPages, new long[0][], new int[0], new int[0][]);
  }

  /// How large G1 makes its regions in a heap of this size.
  static long regionBytes(long heapBytes) {
    long mean = Math.clamp(heapBytes / REGIONS, MIN_REGION, MAX_REGION);
    return Long.highestOneBit(2 * mean - 1);
  }

  int count() {
    return words.length;
  }

  /// The page of a row.
  static int page(int row) {
    return row >>> BITS;
  }

  /// Whether no row may have this number, because a header lies there, or will.
  boolean isHeader(int row) {
    return blockPages > 0 && (row & blockPages * ROWS - 1) == 0;
  }

  /// The array that a page lies in.
  long[] array(int page) {
    return words[page];
  }

  /// Where a row begins in the array of its page.
  int at(int row) {
    return bases[row >>> BITS] + (row & ROWS - 1) * wordCount;
  }

  /// The first so many pages, and if there are not so many new ones.
  Pages resized(int count) {
    Pages next =
        new Pages(
            wordCount,
            blockPages,
            Arrays.copyOf(words, count),
            Arrays.copyOf(bases, count),
            Arrays.copyOf(owners, count));
    for (int page = words.length; page < count; page++) {
      next.addPage(page);
    }
    return next;
  }

  private void addPage(int page) {
    owners[page] = new int[ROWS];
    boolean first = blockPages == 0 || page % blockPages == 0;
    boolean afterBlock = page > 0 && bases[page - 1] != 0;
    if (!first && afterBlock) {
      place(page, words[page - 1]);
      return;
    }
    if (first && blockPages > 0 && page > 0 && !afterBlock) {
      putTogether(page - blockPages, page);
    }
    words[page] = new long[ROWS * wordCount];
  }

  private void putTogether(int from, int to) {
    long[] block = new long[(to - from) * ROWS * wordCount - HEADER_WORDS];
    for (int page = from; page < to; page++) {
      long[] own = words[page];
      int skipped = page == from ? wordCount : 0;
      place(page, block);
      System.arraycopy(own, skipped, block, bases[page] + skipped, own.length - skipped);
    }
  }

  private void place(int page, long[] block) {
    words[page] = block;
    bases[page] = page % blockPages * ROWS * wordCount - HEADER_WORDS;
  }

  void write(int row, long[] source) {
    System.arraycopy(source, 0, words[page(row)], at(row), wordCount);
  }

  long[] read(int row) {
    return Arrays.copyOfRange(words[page(row)], at(row), at(row) + wordCount);
  }

  /// Whether there is such a row and it has these words.
  boolean has(int row, long[] wanted) {
    if (page(row) >= words.length) {
      return false;
    }
    int at = at(row);
    return Arrays.equals(words[page(row)], at, at + wordCount, wanted, 0, wordCount);
  }

  /// The owner of a row, 0 if there is no such row; not read before anything that follows.
  int owner(int row) {
    return page(row) < owners.length
        ? (int) OWNERS.getAcquire(owners[page(row)], row & ROWS - 1)
        : 0;
  }

  /// Sets the owner of a row after all that was written before.
  void setOwner(int row, int owner) {
    OWNERS.setRelease(owners[page(row)], row & ROWS - 1, owner);
  }

  /// Reads a little of each row: a loop so short that the processor runs far ahead of it and waits
  /// for many rows at once, so that they are in the cache when they are looked at.
  ///
  /// @param rows row numbers; those that are not there are passed over
  /// @return of no use, but must not be left out
  long fetch(int[] rows, int count) {
    long[][] arrays = words;
    int[] starts = bases;
    int length = wordCount;
    long fetched = 0;
    for (int i = 0; i < count; i++) {
      int page = rows[i] >>> BITS;
      if (page < arrays.length) {
        fetched += arrays[page][starts[page] + (rows[i] & ROWS - 1) * length];
      }
    }
    return fetched;
  }

  /// Looks at rows.
  ///
  /// @param rows row numbers; those that are not there are passed over
  void look(int[] rows, int count, Near near, Near.Filter filter) {
    if (wordCount == 4) {
      lookAtFour(rows, count, near, filter);
    } else {
      lookAtAny(rows, count, near, filter);
    }
    near.countCandidates(count);
  }

  private void lookAtFour(int[] rows, int count, Near near, Near.Filter filter) {
    long[][] arrays = words;
    int[] starts = bases;
    long[] query = near.query();
    long q0 = query[0];
    long q1 = query[1];
    long q2 = query[2];
    long q3 = query[3];
    int bound = near.bound();
    for (int i = 0; i < count; i++) {
      int page = rows[i] >>> BITS;
      if (page < arrays.length) {
        long[] array = arrays[page];
        int at = starts[page] + (rows[i] & ROWS - 1) * 4;
        int distance =
            Long.bitCount(array[at] ^ q0)
                + Long.bitCount(array[at + 1] ^ q1)
                + Long.bitCount(array[at + 2] ^ q2)
                + Long.bitCount(array[at + 3] ^ q3);
        if (distance <= bound) {
          near.add(array, at, distance, filter);
          bound = near.bound();
        }
      }
    }
  }

  private void lookAtAny(int[] rows, int count, Near near, Near.Filter filter) {
    int bound = near.bound();
    for (int i = 0; i < count; i++) {
      int page = rows[i] >>> BITS;
      if (page < words.length) {
        int at = at(rows[i]);
        int distance = Near.distance(words[page], at, near.query());
        if (distance <= bound) {
          near.add(words[page], at, distance, filter);
          bound = near.bound();
        }
      }
    }
  }
}
