package io.neardup.passage;

import io.neardup.index.StopSignal;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/// Which documents have which anchors. Any thread may read, without locks, and write.
///
/// At most [#MAX_DOCUMENTS] documents are listed for an anchor. Further ones are counted, and
/// [Candidates] says which anchors of a text have such a list. Documents cannot be removed: callers
/// that compare the text of a candidate find that it has no passage in common. 11 to 14 bytes per
/// anchor.
public final class PassageIndex {

  /* Tables of open addressing with linear probing, one per shard; an anchor takes a slot for each document.

      slot     [ 32 bits of the hash | number of the document + 1 ], 0 if it is empty
      table    ordered by the hash, but for slots that were taken: slot i of n is tried first by hashes
               from i / n on

  The bits of the hash choose the slot, so a table of a third more slots is made from the slots alone. Six
  more bits choose the shard: two anchors of the 38 bits are taken for the same, which costs a comparison
  of two texts. A slot is written once; a reader sees it or does not. Tables are replaced when they are
  full to three quarters; a reader of the replaced one sees what was added before.

  Hashes are scrambled by a random number of the process, so that nobody can choose texts whose anchors
  are in the same slots. */

  /// The maximum number of documents that are listed for an anchor.
  public static final int MAX_DOCUMENTS = 64;

  private static final int SHARD_BITS = 6;
  private static final int SMALLEST = 64;
  private static final int STOP_EVERY = 1_024; // anchors

  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long SCRAMBLE = new SecureRandom().nextLong() | 1;

  private final Shard[] shards =
      Stream.generate(Shard::new).limit(1 << SHARD_BITS).toArray(Shard[]::new);

  /// Adds the anchors of a document. What is added twice counts once.
  ///
  /// @param document its number, 0 or more
  /// @param hashes of its anchors, see [Anchors#distinct]
  public void add(int document, long[] hashes) {
    for (long hash : hashes) {
      long scrambled = scramble(hash);
      shard(scrambled).add((int) scrambled, document);
    }
  }

  /// The documents that have anchors in common with a text.
  ///
  /// @param documents their numbers, those with most common anchors first
  /// @param common how many anchors of the text each has
  /// @param isCut for each anchor of the text, whether there are more documents with it than are
  ///   listed
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Candidates(int[] documents, int[] common, boolean[] isCut) {}

  /// Finds the documents that have anchors in common with a text. O(anchors · [#MAX_DOCUMENTS]).
  ///
  /// @param stop checked periodically
  public Candidates find(Anchors anchors, StopSignal stop) {
    DocumentCounts counts = new DocumentCounts();
    long[] distinct = anchors.distinct();
    int[] number = new int[anchors.size()]; // of the distinct anchor of each
    int[] times = new int[distinct.length];
    for (int i = 0; i < number.length; i++) {
      number[i] = Arrays.binarySearch(distinct, anchors.hash(i));
      times[number[i]]++;
    }
    boolean[] cut = new boolean[distinct.length];
    for (int i = 0; i < distinct.length; i++) {
      if (i % STOP_EVERY == 0) {
        stop.check();
      }
      long scrambled = scramble(distinct[i]);
      cut[i] = shard(scrambled).collect((int) scrambled, times[i], counts);
    }
    boolean[] isCut = new boolean[number.length];
    for (int i = 0; i < isCut.length; i++) {
      isCut[i] = cut[number[i]];
    }
    long[] found = counts.mostFirst();
    return new Candidates(
        Arrays.stream(found).mapToInt(slot -> (int) slot - 1).toArray(),
        Arrays.stream(found).mapToInt(slot -> (int) -(slot >> Integer.SIZE)).toArray(),
        isCut);
  }

  /// The number of entries: an anchor of a document each.
  public long size() {
    return Arrays.stream(shards).mapToLong(Shard::size).sum();
  }

  /// The number of entries that are not listed, as their anchors have too many documents.
  public long cut() {
    return Arrays.stream(shards).mapToLong(Shard::cut).sum();
  }

  /// The approximate memory.
  public long bytes() {
    return Arrays.stream(shards).mapToLong(Shard::bytes).sum();
  }

  private static long scramble(long hash) {
    long mixed = (hash ^ hash >>> 32) * SCRAMBLE;
    return mixed ^ mixed >>> 29;
  }

  private Shard shard(long scrambled) {
    return shards[(int) (scrambled >>> Long.SIZE - SHARD_BITS)];
  }

  private static final class Shard {

    private static final int MAP_ENTRY_BYTES = 64;

    private volatile long[] slots = new long[SMALLEST];
    private int size; // guarded by this

    /// The number of entries that are not listed, by the bits of the hash.
    private final Map<Integer, Integer> cut = new HashMap<>(); // guarded by this

    synchronized void add(int bits, int document) {
      long entry = (long) bits << Integer.SIZE | document + 1L;
      long[] table = slots;
      int listed = 0;
      int at = first(bits, table.length);
      for (long slot = table[at]; slot != 0; slot = table[at]) {
        if (slot == entry) {
          return;
        }
        if ((int) (slot >>> Integer.SIZE) == bits) {
          listed++;
        }
        at = at + 1 == table.length ? 0 : at + 1;
      }
      if (listed >= MAX_DOCUMENTS) {
        cut.merge(bits, 1, Integer::sum);
        return;
      }
      SLOTS.setRelease(table, at, entry);
      size++;
      if (size > table.length / 4 * 3) {
        grow();
      }
    }

    private void grow() {
      long[] before = slots;
      long[] table = new long[before.length + before.length / 3];
      for (long slot : before) {
        if (slot != 0) {
          int at = first((int) (slot >>> Integer.SIZE), table.length);
          while (table[at] != 0) {
            at = at + 1 == table.length ? 0 : at + 1;
          }
          table[at] = slot;
        }
      }
      slots = table;
    }

    /// Counts the documents with a hash `times` times.
    ///
    /// @return whether there are more documents than are listed
    boolean collect(int bits, int times, DocumentCounts counts) {
      long[] table = slots;
      int at = first(bits, table.length);
      int listed = 0;
      for (long slot = (long) SLOTS.getAcquire(table, at);
          slot != 0;
          slot = (long) SLOTS.getAcquire(table, at)) {
        if ((int) (slot >>> Integer.SIZE) == bits) {
          counts.add((int) slot - 1, times);
          listed++;
        }
        at = at + 1 == table.length ? 0 : at + 1;
      }
      return listed >= MAX_DOCUMENTS && isCut(bits);
    }

    private synchronized boolean isCut(int bits) {
      return cut.containsKey(bits);
    }

    synchronized int size() {
      return size;
    }

    synchronized long cut() {
      return cut.values().stream().mapToLong(Integer::longValue).sum();
    }

    synchronized long bytes() {
      return (long) slots.length * Long.BYTES + (long) cut.size() * MAP_ENTRY_BYTES;
    }

    private static int first(int bits, int slots) {
      return (int) (Integer.toUnsignedLong(bits) * slots >>> Integer.SIZE);
    }
  }

  /// How many anchors documents have in common with a text. Not thread-safe.
  private static final class DocumentCounts {

    private static final int FACTOR = 0x9E3779B9;

    /// The number of the document + 1, and the count.
    private long[] slots = new long[SMALLEST];

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

    /// The count of each document, negated, and its number + 1, ascending.
    long[] mostFirst() {
      return Arrays.stream(slots)
          .filter(slot -> slot != 0)
          .map(slot -> -(slot & 0xFFFF_FFFFL) << Integer.SIZE | slot >>> Integer.SIZE)
          .sorted()
          .toArray();
    }
  }
}
