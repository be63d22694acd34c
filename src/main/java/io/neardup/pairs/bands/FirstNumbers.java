package io.neardup.pairs.bands;

import java.util.Arrays;

/// The first number of each key: a hash table, 24 to 48 bytes for each different key.
final class FirstNumbers {

  private long[] keys;
  private int[] numbers; // -1 for none
  private int size;

  FirstNumbers() {
    keys = new long[1024];
    numbers = new int[keys.length];
    Arrays.fill(numbers, -1);
  }

  /// The first number that came with a key.
  ///
  /// @param key a hash
  int first(long key, int number) {
    int place = place(key);
    if (numbers[place] < 0) {
      keys[place] = key;
      numbers[place] = number;
      if (++size > keys.length / 2) {
        grow();
      }
      return number;
    }
    return numbers[place];
  }

  private int place(long key) {
    int place = (int) key & keys.length - 1;
    while (numbers[place] >= 0 && keys[place] != key) {
      place = place + 1 & keys.length - 1;
    }
    return place;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[2 * oldKeys.length];
    numbers = new int[keys.length];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNumbers[i] >= 0) {
        int place = place(oldKeys[i]);
        keys[place] = oldKeys[i];
        numbers[place] = oldNumbers[i];
      }
    }
  }

  /// The number of different keys.
  int size() {
    return size;
  }
}
