package io.neardup.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Distinct fingerprints of one width, a row of longs each, and for each row who has it.
///
/// Readers take no lock. Space is taken and given back under the monitor of this object; a row is
/// written by whoever took it.
final class Rows {

  /// Nobody has the fingerprint of the row.
  static final int ABSENT = -1;

  /// Several documents had the fingerprint; they are listed elsewhere.
  static final int SHARED = -2;

  /* Pages of 4,096 rows. A row of 256 bits is 32 bytes, so two share a line of the cache, and a look at
  a row anywhere costs one miss. Row by row in order, the same layout is scanned at the speed of memory.

  A freed row is written again while readers may still be looking at it. So what a reader finds in a
  row is only a hint at a fingerprint: who has that fingerprint is asked by its value, and owner(row,
  words) answers as a sequence lock would, with the owner as the sequence: it is read before and after
  the words, and a writer sets it to ABSENT before the row is written again. */

  private static final VarHandle OWNERS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int PAGE_BITS = 12;
  private static final int PAGE_ROWS = 1 << PAGE_BITS;
  private static final int FREE_PAGES_KEPT = 1;
  private static final int TOGETHER = 256; // rows fetched together, 8 kB of 256 bits

  private final int wordCount;
  private final BitSet free = new BitSet(); // of the rows below end; guarded by this
  private int freeCount; // guarded by this
  private int lowestFree; // no free row is below; guarded by this
  private volatile int end; // rows below this have been written
  private volatile Pages pages = new Pages(new long[0][], new int[0][]);

  /// Replaced as a whole when pages come or go.
  private static final class Pages {
    private final long[][] words;
    private final int[][] owners; // 0 for ABSENT, SHARED, else document + 1

    Pages(long[][] words, int[][] owners) {
      this.words = words;
      this.owners = owners;
    }

    Pages resized(int count, int wordCount) {
      Pages next = new Pages(Arrays.copyOf(words, count), Arrays.copyOf(owners, count));
      for (int i = words.length; i < count; i++) {
        next.words[i] = new long[PAGE_ROWS * wordCount];
        next.owners[i] = new int[PAGE_ROWS];
      }
      return next;
    }
  }

  /// @param wordCount longs a row
  Rows(int wordCount) {
    this.wordCount = wordCount;
  }

  /// Every row in use is below.
  int end() {
    return end;
  }

  /// Takes a row, the lowest that is free.
  synchronized int take() {
    if (freeCount > 0) {
      return takeFree();
    }
    int row = end;
    if (row == Integer.MAX_VALUE) {
      throw new IllegalStateException("the index is full: it has " + row + " fingerprints");
    }
    if (row == pages.words.length << PAGE_BITS) {
      pages = pages.resized(pages.words.length + 1, wordCount);
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

  /// Gives a row back that nobody has.
  synchronized void give(int row) {
    free.set(row);
    freeCount++;
    lowestFree = Math.min(lowestFree, row);
    trim();
  }

  /// Where the last row should go, if so many are free that it should move down; that row is taken.
  synchronized @Nullable Descent descent() {
    if (freeCount <= 2 * PAGE_ROWS || freeCount <= end / 4) {
      return null;
    }
    int last = end - 1; // not free, for free rows at the end are forgotten
    return new Descent(last, takeFree(), read(last));
  }

  /// A row that should move.
  static final class Descent {
    private final int from;
    private final int to;
    private final long[] words;

    private Descent(int from, int to, long[] words) {
      this.from = from;
      this.to = to;
      this.words = words;
    }

    /// The last row.
    int from() {
      return from;
    }

    /// A row below it.
    int to() {
      return to;
    }

    /// What was in the last row; of two fingerprints, perhaps, if it is being written.
    long[] words() {
      return words;
    }
  }

  /// Forgets free rows at the end, and the pages that no row is left in.
  private void trim() {
    int last = end;
    while (last > 0 && free.get(last - 1)) {
      last--;
      free.clear(last);
      freeCount--;
    }
    end = last;
    int needed = (last + PAGE_ROWS - 1 >>> PAGE_BITS) + FREE_PAGES_KEPT;
    if (needed < pages.words.length) {
      pages = pages.resized(needed, wordCount);
    }
  }

  /// Writes a row that was taken and nobody has yet.
  void write(int row, long[] words) {
    VarHandle.storeStoreFence(); // after the owner was set to ABSENT
    long[] page = pages.words[row >>> PAGE_BITS];
    System.arraycopy(words, 0, page, (row & PAGE_ROWS - 1) * wordCount, wordCount);
  }

  /// Says who has the fingerprint of a row: a document number, [#SHARED] or [#ABSENT].
  void setOwner(int row, int owner) {
    int coded = owner == ABSENT ? 0 : owner == SHARED ? SHARED : owner + 1;
    OWNERS.setRelease(pages.owners[row >>> PAGE_BITS], row & PAGE_ROWS - 1, coded);
  }

  /// Who has this fingerprint, if it is the one of the row: a document number, [#SHARED], or
  /// [#ABSENT] if the row has another one or nobody has it.
  int owner(int row, long[] words) {
    Pages current = pages;
    int page = row >>> PAGE_BITS;
    if (page >= current.words.length) {
      return ABSENT;
    }
    int[] owners = current.owners[page];
    int at = row & PAGE_ROWS - 1;
    int before;
    int after = (int) OWNERS.getAcquire(owners, at);
    do {
      before = after;
      if (before == 0 || !isAt(current.words[page], at * wordCount, words)) {
        return ABSENT;
      }
      VarHandle.loadLoadFence(); // before the owner is read again
      after = (int) OWNERS.getAcquire(owners, at);
    } while (before != after);
    return after == SHARED ? SHARED : after - 1;
  }

  /// Whether the row has this fingerprint; for the writer who holds its lock.
  boolean has(int row, long[] words) {
    long[] page = pages.words[row >>> PAGE_BITS];
    return isAt(page, (row & PAGE_ROWS - 1) * wordCount, words);
  }

  /// The words of a row that is in use, perhaps of two fingerprints if it is being written.
  long[] read(int row) {
    int from = (row & PAGE_ROWS - 1) * wordCount;
    return Arrays.copyOfRange(pages.words[row >>> PAGE_BITS], from, from + wordCount);
  }

  private boolean isAt(long[] page, int from, long[] words) {
    return Arrays.equals(page, from, from + wordCount, words, 0, wordCount);
  }

  /// Looks at every row.
  void scan(Near near) {
    int rows = end;
    Pages current = pages;
    for (int page = 0; page < current.words.length && page << PAGE_BITS < rows; page++) {
      int count = Math.min(PAGE_ROWS, rows - (page << PAGE_BITS));
      near.scan(current.words[page], count);
    }
  }

  /// Looks at some rows. One that has moved down meanwhile is passed over.
  ///
  /// @param candidates row numbers, -1 for none
  void look(int[] candidates, int count, Near near, Near.Filter filter) {
    long[][] words = pages.words;
    for (int from = 0; from < count; from += TOGETHER) {
      int to = Math.min(count, from + TOGETHER);
      near.fetched(fetch(words, candidates, from, to));
      look(words, candidates, from, to, near, filter);
    }
    near.countCandidates(count);
  }

  /// Reads a little of each row: a loop so short that the processor runs far ahead of it and waits
  /// for many rows at once, so that they are in the cache when they are looked at.
  private long fetch(long[][] words, int[] candidates, int from, int to) {
    long fetched = 0;
    for (int i = from; i < to; i++) {
      int page = candidates[i] >>> PAGE_BITS;
      if (page < words.length) {
        int first = (candidates[i] & PAGE_ROWS - 1) * wordCount;
        fetched += words[page][first] + words[page][first + wordCount - 1];
      }
    }
    return fetched;
  }

  private void look(
      long[][] words, int[] candidates, int start, int end, Near near, Near.Filter filter) {
    long[] query = near.query();
    int bound = near.bound();
    for (int i = start; i < end; i++) {
      int row = candidates[i];
      int page = row >>> PAGE_BITS;
      if (page < words.length) {
        int from = (row & PAGE_ROWS - 1) * wordCount;
        int distance = Near.distance(words[page], from, query);
        if (distance <= bound) {
          near.add(words[page], from, distance, filter);
          bound = near.bound();
        }
      }
    }
  }
}
