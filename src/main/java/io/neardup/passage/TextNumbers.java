package io.neardup.passage;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// Numbers for the current texts of documents. A number is dead once its document is removed; after
/// a purge, when nothing refers to it any more, it is reused for another text. One writer; any
/// thread may call [#document].
final class TextNumbers {

  static final int NONE = -1;

  private static final int INITIAL = 1_024;

  private volatile AtomicIntegerArray documents = new AtomicIntegerArray(INITIAL); // by number
  private int[] numbers = new int[INITIAL]; // of each document + 1, 0 if it has none
  private BitSet dead = new BitSet();
  private BitSet purged = new BitSet(); // dead when the purge began
  private final BitSet free = new BitSet();
  private int nextFree; // no lower number is free
  private int next;
  private int living;
  private int deadCount;

  /// The document with a number, [#NONE] if the number is dead.
  int document(int number) {
    return documents.getAcquire(number);
  }

  /// Assigns a number to a document that has none.
  int add(int document) {
    int number = free.nextSetBit(nextFree);
    if (number < 0) {
      number = next++;
    } else {
      free.clear(number);
      nextFree = number + 1;
    }
    AtomicIntegerArray before = documents;
    if (number == before.length()) {
      AtomicIntegerArray more = new AtomicIntegerArray(number + number / 2);
      for (int i = 0; i < number; i++) {
        more.setPlain(i, before.getPlain(i));
      }
      documents = more;
    }
    if (document >= numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(document + 1, numbers.length / 2 * 3));
    }
    documents.setRelease(number, document);
    numbers[document] = number + 1;
    living++;
    return number;
  }

  /// Revokes the number of a document.
  ///
  /// @return false if it has none
  boolean remove(int document) {
    int number = document < numbers.length ? numbers[document] - 1 : NONE;
    if (number < 0) {
      return false;
    }
    documents.setRelease(number, NONE);
    numbers[document] = 0;
    dead.set(number);
    deadCount++;
    living--;
    return true;
  }

  int living() {
    return living;
  }

  /// The count of dead numbers, without the numbers of the current purge.
  int dead() {
    return deadCount;
  }

  /// Begins a purge of all references to the numbers that are dead now.
  void beginPurge() {
    purged = dead;
    dead = new BitSet();
    deadCount = 0;
  }

  /// Ends the purge: nothing refers to these numbers.
  void endPurge() {
    free.or(purged);
    purged = new BitSet();
    nextFree = 0;
  }

  long bytes() {
    long sets = (long) dead.size() + purged.size() + free.size();
    return (long) Integer.BYTES * (documents.length() + numbers.length) + sets / Byte.SIZE;
  }
}
