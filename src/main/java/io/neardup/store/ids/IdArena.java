package io.neardup.store.ids;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The ids of documents in UTF-8, stored consecutively in large pages.
///
/// A reference is the position of an id << 11 | its length in bytes. Pages are never moved or
/// released, so a reader with an outdated reference reads valid memory but maybe wrong bytes: it
/// must check afterwards that the document still has this reference. One writer.
final class IdArena {

  private static final int LENGTH_BITS = 11;
  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

  /// Space of removed ids is reused for ids of the same length, rounded up to a multiple of this.
  private static final int GRAIN = 8;

  private final Map<Integer, ArrayDeque<Long>> free = new HashMap<>();
  private volatile byte[][] pages = {};
  private long end;

  /// Stores an id, and returns its reference.
  ///
  /// @param id 1 to 2047 bytes
  long add(byte[] id) {
    int rounded = rounded(id.length);
    ArrayDeque<Long> places = free.get(rounded);
    long place;
    if (places != null && !places.isEmpty()) {
      place = places.remove();
    } else {
      if (PAGE - (int) (end & (PAGE - 1)) < rounded || end == (long) pages.length << PAGE_BITS) {
        addPage();
      }
      place = end;
      end += rounded;
    }
    System.arraycopy(
        id, 0, pages[(int) (place >>> PAGE_BITS)], (int) place & (PAGE - 1), id.length);
    return place << LENGTH_BITS | id.length;
  }

  void remove(long reference) {
    free.computeIfAbsent(rounded(length(reference)), length -> new ArrayDeque<>())
        .add(reference >>> LENGTH_BITS);
  }

  boolean equals(long reference, byte[] id) {
    int at = (int) (reference >>> LENGTH_BITS) & (PAGE - 1);
    int length = length(reference);
    return length == id.length && Arrays.equals(page(reference), at, at + length, id, 0, id.length);
  }

  byte[] get(long reference) {
    int at = (int) (reference >>> LENGTH_BITS) & (PAGE - 1);
    return Arrays.copyOfRange(page(reference), at, at + length(reference));
  }

  long bytes() {
    return (long) pages.length << PAGE_BITS;
  }

  private byte[] page(long reference) {
    return pages[(int) (reference >>> (LENGTH_BITS + PAGE_BITS))];
  }

  private void addPage() {
    end = (long) pages.length << PAGE_BITS;
    byte[][] more = Arrays.copyOf(pages, pages.length + 1);
    more[pages.length] = new byte[PAGE];
    pages = more;
  }

  private static int length(long reference) {
    return (int) reference & ((1 << LENGTH_BITS) - 1);
  }

  private static int rounded(int length) {
    return (length + GRAIN - 1) / GRAIN * GRAIN;
  }
}
