package io.neardup.simhash;

import java.security.SecureRandom;
import java.util.Arrays;

/// The distinct features of one text by their hash, and how often each occurs.
///
/// An open-addressing table of primitives; two features with one 64-bit hash count as one. Not for
/// concurrent use.
///
/// Beside the table it keeps, for each small count, a list of the hashes that have reached it. A
/// weight that depends on the count is then a sum of steps, one a list, and nobody has to go
/// through the table or sort what is in it.
public final class FeatureBag {

  /// Up to this count there are lists of the hashes that have reached it.
  static final int LISTED = 15;

  private static final int MIN_CAPACITY = 64;

  /// Drawn anew by every process, so that nobody can choose features that all fall on one place.
  private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;

  private long[] hashes = {}; // 0 marks a free place
  private int[] counts = {};
  private int shift; // of the product, so that its highest bits are the place
  private int zeros; // occurrences of the feature whose hash is 0
  private final long[][] reached = new long[LISTED + 1][]; // by count, from 1
  private final int[] sizes = new int[LISTED + 1];

  /// An empty bag.
  ///
  /// @param expected how many distinct features to make room for
  public FeatureBag(int expected) {
    allocate(Math.max(MIN_CAPACITY, Integer.highestOneBit(Math.max(1, expected)) * 4));
    reached[1] = new long[hashes.length / 2];
    for (int count = 2; count <= LISTED; count++) {
      reached[count] = new long[4];
    }
  }

  /// Counts one more occurrence of the feature. O(1).
  public void add(long hash) {
    add(hash, 1);
  }

  /// Counts `times` more occurrences of the feature. O(1).
  ///
  /// @param times 1 or more
  public void add(long hash, int times) {
    int before;
    if (hash == 0) {
      before = zeros;
      zeros += times;
    } else {
      int at = find(hash);
      before = counts[at];
      counts[at] = before + times;
      hashes[at] = hash;
    }
    for (int count = before + 1; count <= Math.min(before + times, LISTED); count++) {
      list(count, hash);
    }
    if (before == 0 && sizes[1] * 2 > hashes.length) {
      grow();
    }
  }

  /// How many distinct features there are.
  public int size() {
    return sizes[1];
  }

  /// Takes each distinct feature once, in order of appearance.
  public void forEach(CountedFeature action) {
    for (int i = 0; i < sizes[1]; i++) {
      long hash = reached[1][i];
      action.accept(hash, count(hash));
    }
  }

  /// The hashes that occur `count` times or more; as many as [#reachedSize(int)] says.
  ///
  /// @param count 1 to [#LISTED]
  long[] reached(int count) {
    return reached[count];
  }

  /// How many features occur `count` times or more.
  ///
  /// @param count 1 to [#LISTED]
  int reachedSize(int count) {
    return sizes[count];
  }

  /// How often a feature occurs that is there.
  int count(long hash) {
    return hash == 0 ? zeros : counts[find(hash)];
  }

  private void list(int count, long hash) {
    if (sizes[count] == reached[count].length) {
      reached[count] = Arrays.copyOf(reached[count], reached[count].length * 2);
    }
    reached[count][sizes[count]++] = hash;
  }

  private int find(long hash) {
    int mask = hashes.length - 1;
    int at = (int) (hash * MULTIPLIER >>> shift);
    while (hashes[at] != hash && hashes[at] != 0) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldCounts = counts;
    allocate(oldHashes.length * 2);
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != 0) {
        int at = find(oldHashes[i]);
        hashes[at] = oldHashes[i];
        counts[at] = oldCounts[i];
      }
    }
  }

  private void allocate(int capacity) {
    hashes = new long[capacity];
    counts = new int[capacity];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
  }

  /// Takes a feature and how often it occurs.
  @FunctionalInterface
  public interface CountedFeature {

    /// Takes the feature with this hash, which occurs `count` times.
    void accept(long hash, int count);
  }
}
