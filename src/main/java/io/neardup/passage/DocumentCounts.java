package io.neardup.passage;

import java.util.Arrays;

/// The number of anchors that each document shares with a text. Not thread-safe.
final class DocumentCounts {

  private static final int FACTOR = 0x9E3779B9;

  /// Document number + 1, and count.
  private long[] slots = new long[64];

  private int size;

  void add(int document, int times) {
    int at = find(slots, document + 1);
    if (slots[at] == 0) {
      slots[at] = (document + 1L) << Integer.SIZE;
      size++;
    }
    slots[at] += times;
    if (size > slots.length / 2) {
      long[] before = slots;
      slots = new long[before.length * 2];
      for (long slot : before) {
        if (slot != 0) {
          slots[find(slots, (int) (slot >>> Integer.SIZE))] = slot;
        }
      }
    }
  }

  private static int find(long[] table, int key) {
    int at = key * FACTOR >>> Integer.numberOfLeadingZeros(table.length - 1);
    while (table[at] != 0 && (int) (table[at] >>> Integer.SIZE) != key) {
      at = at + 1 & table.length - 1;
    }
    return at;
  }

  /// Ascending pairs of each document's negated count and its number + 1.
  long[] mostFirst() {
    return Arrays.stream(slots)
        .filter(slot -> slot != 0)
        .map(slot -> -(slot & 0xFFFF_FFFFL) << Integer.SIZE | slot >>> Integer.SIZE)
        .sorted()
        .toArray();
  }
}
