package io.neardup.passage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// A table from anchors to the [TextNumbers] of the texts that have them. One writer; any thread
/// may call [#collect].
final class AnchorTable {

  /* An open-addressing table with linear probing; an anchor takes one slot per text, up to 64.

      slot     [ 32 bits of the hash | number of the text + 1 ], 0 if it is empty
      table    ordered by the hash, but for slots that were taken: slot i of n is tried first by hashes
               from i / n on

  The hash bits choose the slot, so a table of another size can be built from the slots alone. A used slot stays
  used: the next text that meets the slot of a dead number overwrites it, and a reader sees the slot before or
  after that. A table that is three quarters full is replaced by one without dead numbers that is nine
  sixteenths full; a reader of the old table sees everything added before.

  Further texts of an anchor are in a list (FurtherTexts). They are never moved to slots, so that no reader
  misses them during a move. */

  private static final int SMALLEST = 64;
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);

  private final TextNumbers numbers;
  private volatile long[] slots = new long[SMALLEST];
  private int used; // non-empty slots

  /// By hash bits.
  private final Map<Integer, FurtherTexts> further = new ConcurrentHashMap<>();

  AnchorTable(TextNumbers numbers) {
    this.numbers = numbers;
  }

  void add(int bits, int number) {
    long entry = (long) bits << Integer.SIZE | number + 1L;
    long[] table = slots;
    int listed = 0;
    int dead = -1;
    int at = first(bits, table.length);
    for (long slot = table[at]; slot != 0; slot = table[at]) {
      if (slot == entry) {
        return; // another anchor of the text has the same bits
      }
      if (!isLiving(slot)) {
        dead = dead < 0 ? at : dead;
      } else if (bits(slot) == bits) {
        listed++;
      }
      at = at + 1 == table.length ? 0 : at + 1;
    }
    if (listed >= PassageIndex.MAX_DOCUMENTS) {
      further.computeIfAbsent(bits, each -> new FurtherTexts(numbers)).add(number);
      return;
    }
    SLOTS.setRelease(table, dead < 0 ? at : dead, entry);
    if (dead < 0) {
      used++;
      if (used > table.length / 4 * 3) {
        rebuild();
      }
    }
  }

  /// Removes all entries of dead numbers.
  void purge() {
    rebuild();
    further.forEach((bits, list) -> {
      FurtherTexts living = list.living();
      if (living == null) {
        further.remove(bits);
      } else if (living != list) {
        further.put(bits, living);
      }
    });
  }

  private void rebuild() {
    long[] before = slots;
    int living = 0;
    for (long slot : before) {
      living += isLiving(slot) ? 1 : 0;
    }
    long[] table = new long[(int) Math.max(SMALLEST, living * 16L / 9)];
    for (long slot : before) {
      if (isLiving(slot)) {
        int at = first(bits(slot), table.length);
        while (table[at] != 0) {
          at = at + 1 == table.length ? 0 : at + 1;
        }
        table[at] = slot;
      }
    }
    used = living;
    slots = table;
  }

  /// Counts visible documents with a hash `times` times.
  ///
  /// @return whether there are, or may be, more of them than were counted
  boolean collect(int bits, int times, DocumentCounts counts, IntPredicate visible) {
    long[] table = slots;
    int at = first(bits, table.length);
    int counted = 0;
    for (long slot = (long) SLOTS.getAcquire(table, at);
        slot != 0;
        slot = (long) SLOTS.getAcquire(table, at)) {
      if (bits(slot) == bits) {
        int document = numbers.document((int) slot - 1);
        if (document >= 0 && visible.test(document)) {
          counts.add(document, times);
          counted++;
        }
      }
      at = at + 1 == table.length ? 0 : at + 1;
    }
    FurtherTexts more = further.get(bits);
    return more != null && more.collect(counted, times, counts, visible);
  }

  /// The number of text entries.
  long size() {
    long[] table = slots;
    return IntStream.range(0, table.length).filter(i -> isLiving(table[i])).count()
        + further.values().stream().mapToLong(FurtherTexts::size).sum();
  }

  long bytes() {
    return (long) slots.length * Long.BYTES
        + further.values().stream().mapToLong(FurtherTexts::bytes).sum();
  }

  private boolean isLiving(long slot) {
    return slot != 0 && numbers.document((int) slot - 1) >= 0;
  }

  private static int bits(long slot) {
    return (int) (slot >>> Integer.SIZE);
  }

  private static int first(int bits, int slots) {
    return (int) (Integer.toUnsignedLong(bits) * slots >>> Integer.SIZE);
  }
}
