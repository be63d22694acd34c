package io.neardup.simhash;

import java.security.SecureRandom;
import java.util.Arrays;

/// The distinct features of one text by hash, with their numbers of occurrences.
///
/// Two features with the same 64-bit hash count as one. Not thread-safe.
public final class FeatureBag {

  /* Hashes and counts are stored in order of appearance, from number 1 on, in arrays without gaps. An
  open-addressing table maps a hash to its number; 0 marks a free place:

      table    0  2  0  0  1  0  0  3       by the highest bits of hash * MULTIPLIER
      hashes   -  h1 h2 h3                  by number
      counts   -  5  1  1

  Whether a feature is new cannot be predicted, and a mispredicted branch costs more than everything else here.
  So adding has no branch that depends on it: both cases write the number, the hash and the count, and the size
  grows by 0 or 1. The only branch is for collisions, which are rare because the table is four times as large as
  its contents.

  Features that are known to occur once are stored separately, in an array. */

  private static final int MIN_CAPACITY = 16;
  private static final int PLACES_PER_FEATURE = 4;
  private static final int CHUNK = 1 << 12;

  /// Random in every process, so that clients cannot provoke collisions.
  private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;

  private int[] table;
  private int shift; // selects the highest bits of the product as the place
  private int tabled; // number of entries of the table
  private long[] hashes;
  private int[] counts;
  private int next = 1; // the number of the next new feature
  private long[] unrepeated; // hashes that were not looked up
  private int unrepeatedSize;

  /// An empty bag.
  ///
  /// @param expected number of distinct features to reserve capacity for
  public FeatureBag(int expected) {
    this(expected, 0);
  }

  /// An empty bag.
  ///
  /// @param expected number of distinct features to reserve capacity for
  /// @param unrepeated number of further features, known to occur once, to reserve capacity for
  public FeatureBag(int expected, int unrepeated) {
    int capacity = Math.max(MIN_CAPACITY, expected) + 2;
    hashes = new long[capacity];
    counts = new int[capacity];
    table =
        new int[Integer.highestOneBit(Math.max(MIN_CAPACITY, expected)) * 2 * PLACES_PER_FEATURE];
    shift = shift(table);
    this.unrepeated = new long[unrepeated];
  }

  /// Counts one more occurrence of the feature. O(1).
  ///
  /// @return its number, from 1 on in order of appearance
  public int add(long hash) {
    return add(hash, 1);
  }

  /// Counts `times` more occurrences of the feature. O(1).
  ///
  /// @param times 1 or more
  /// @return its number, from 1 on in order of appearance
  public int add(long hash, int times) {
    int at = find(hash);
    int number = table[at];
    int isNew = number - 1 >>> 31; // 1 if the number is 0
    number += next & -isNew;
    table[at] = number;
    hashes[number] = hash;
    counts[number] += times;
    next += isNew;
    tabled += isNew;
    if (next == hashes.length || tabled * PLACES_PER_FEATURE >= table.length) {
      reserve(1);
      reserveTable(1);
    }
    return number;
  }

  /// Counts one more occurrence of each of `features[0, count)`, and stores the number of each:
  /// equal features have equal numbers. O(count).
  public void addAll(long[] features, int count, int[] numbers) {
    for (int from = 0; from < count; from += CHUNK) {
      addChunk(features, from, Math.min(count, from + CHUNK), numbers);
    }
  }

  /// Capacity is reserved per chunk, so that a long text with few features takes little memory.
  private void addChunk(long[] features, int from, int to, int[] numbers) {
    reserve(to - from);
    reserveTable(to - from);
    long[] known = hashes;
    int[] times = counts;
    int[] places = table;
    int following = next;
    for (int i = from; i < to; i++) {
      long hash = features[i];
      int at = find(hash, places, known, shift);
      int number = places[at];
      int isNew = number - 1 >>> 31; // 1 if the number is 0
      number += following & -isNew;
      places[at] = number;
      known[number] = hash;
      times[number]++;
      following += isNew;
      numbers[i] = number;
    }
    tabled += following - next;
    next = following;
  }

  /// Counts one more occurrence of each of `features[0, count)`. Features that cannot occur twice
  /// are not looked up. O(count).
  ///
  /// @param features overwritten
  /// @param mayRepeat 0 for a feature that was not added before and is not added again, else 1
  public void addAll(long[] features, int count, byte[] mayRepeat) {
    int repeating = 0;
    for (int from = 0; from < count; from += CHUNK) {
      int to = Math.min(count, from + CHUNK);
      repeating = addUnrepeated(features, from, to, mayRepeat, repeating);
    }
    addAll(features, repeating, new int[repeating]);
  }

  /// Adds the features of `features[from, to)` that cannot occur twice, and moves the others to the
  /// front, behind the `repeating` ones already there. Branch-free, because repetition cannot be
  /// predicted.
  ///
  /// @return the number of features at the front
  private int addUnrepeated(long[] features, int from, int to, byte[] mayRepeat, int repeating) {
    int more = to - from;
    if (unrepeatedSize + more > unrepeated.length) {
      unrepeated = Arrays.copyOf(unrepeated, Math.max(unrepeatedSize + more, unrepeatedSize * 2));
    }
    long[] kept = unrepeated;
    int following = unrepeatedSize;
    int front = repeating;
    for (int i = from; i < to; i++) {
      long hash = features[i];
      int again = mayRepeat[i];
      kept[following] = hash;
      following += 1 - again;
      features[front] = hash;
      front += again;
    }
    unrepeatedSize = following;
    return front;
  }

  /// The hash of the feature with a number.
  public long hashOf(int number) {
    return hashes[number];
  }

  /// The number of occurrences of the feature with a number.
  public int timesOf(int number) {
    return counts[number];
  }

  /// The number of distinct features.
  public int size() {
    return next - 1 + unrepeatedSize;
  }

  /// Passes each distinct feature once: first the looked-up ones in order of appearance, then the
  /// others in order of appearance.
  public void forEach(CountedFeature action) {
    for (int i = 1; i < next; i++) {
      action.accept(hashes[i], counts[i]);
    }
    for (int i = 0; i < unrepeatedSize; i++) {
      action.accept(unrepeated[i], 1);
    }
  }

  /// The number of occurrences of a feature, 0 if it is absent. O(1), plus O(n) in the features
  /// that were not looked up.
  public int count(long hash) {
    int times = counts[table[find(hash)]];
    for (int i = 0; times == 0 && i < unrepeatedSize; i++) {
      times = unrepeated[i] == hash ? 1 : 0;
    }
    return times;
  }

  /// The hashes of the features that were looked up, from index 1 to [#lookedUp()], in order of
  /// appearance; not a copy.
  long[] hashes() {
    return hashes;
  }

  /// The numbers of occurrences of [#hashes()]; not a copy.
  int[] counts() {
    return counts;
  }

  /// The number of features that were looked up.
  int lookedUp() {
    return next - 1;
  }

  /// The hashes of the features that were not looked up and occur once, from index 0 to
  /// [#unrepeatedSize()]; not a copy.
  long[] unrepeated() {
    return unrepeated;
  }

  /// The number of features that were not looked up.
  int unrepeatedSize() {
    return unrepeatedSize;
  }

  /// The slot of a feature's number, or the free slot for it.
  private int find(long hash) {
    return find(hash, table, hashes, shift);
  }

  private static int find(long hash, int[] table, long[] hashes, int shift) {
    int at = (int) (hash * MULTIPLIER >>> shift);
    int number = table[at];
    while (((hashes[number] ^ hash) & -(long) number >> 63) != 0) { // neither free nor the hash
      at = at + 1 & table.length - 1;
      number = table[at];
    }
    return at;
  }

  private void reserve(int more) {
    if (next + more >= hashes.length) { // one slot stays free behind the last
      hashes = Arrays.copyOf(hashes, Math.max(next + more + 1, hashes.length * 2));
      counts = Arrays.copyOf(counts, hashes.length);
    }
  }

  private void reserveTable(int more) {
    long needed = (long) (tabled + more) * PLACES_PER_FEATURE;
    if (needed > table.length) {
      table = new int[(int) Math.min(1 << 30, Long.highestOneBit(needed) * 2)];
      shift = shift(table);
      for (int number = 1; number < next; number++) {
        table[find(hashes[number])] = number;
      }
      tabled = next - 1;
    }
  }

  private static int shift(int[] table) {
    return Long.SIZE - Integer.numberOfTrailingZeros(table.length);
  }

  /// Receives features and their numbers of occurrences.
  @FunctionalInterface
  public interface CountedFeature {

    /// Receives the feature with this hash, which occurs `count` times.
    void accept(long hash, int count);
  }
}
