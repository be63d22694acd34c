package io.neardup.passage;

import io.neardup.index.StopSignal;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// An index from anchors to the documents that have them. Any thread may read without locks;
/// writers exclude each other.
///
/// A lookup counts at most [#MAX_DOCUMENTS] documents per anchor, and [Candidates] tells which
/// anchors have more. Removed and replaced documents, and documents not visible to the lookup, do
/// not count towards the maximum. 11 to 14 bytes per anchor, 4 if the anchor has many documents,
/// and 8 per document.
public final class PassageIndex {

  /* A document has a number for as long as it has its text (TextNumbers), and tables list numbers (AnchorTable):
  removing a document revokes its number, without knowing its anchors. Readers skip the entries of such dead
  numbers, and writers overwrite them. When there are many, all tables are purged one by one, and the numbers
  are reused for other texts.

  The first bits of the hash choose the table, 32 others the slot: two anchors that agree in these 38 bits count
  as equal, which costs one needless comparison of texts. Hashes are scrambled by a random number per process,
  so that nobody can craft texts whose anchors collide. */

  /// The maximum number of documents that a lookup counts per anchor.
  public static final int MAX_DOCUMENTS = 64;

  private static final int TABLE_BITS = 6;
  private static final int STOP_EVERY = 1_024; // anchors
  private static final int FEW = 1_024;
  private static final int DEAD_SHARE = 4;

  private static final long SCRAMBLE = new SecureRandom().nextLong() | 1;

  private final TextNumbers numbers = new TextNumbers();
  private final AnchorTable[] tables =
      IntStream.range(0, 1 << TABLE_BITS)
          .mapToObj(i -> new AnchorTable(numbers))
          .toArray(AnchorTable[]::new);
  private int purged = tables.length; // tables already purged; all if no purge is running

  /// Sets the anchors of a document, replacing its previous ones.
  ///
  /// @param document its number, 0 or more
  /// @param hashes of its anchors, see [Anchors#distinct]
  public synchronized void put(int document, long[] hashes) {
    remove(document);
    if (hashes.length == 0) {
      return;
    }
    int number = numbers.add(document);
    for (long hash : hashes) {
      long scrambled = scramble(hash);
      table(scrambled).add((int) scrambled, number);
    }
  }

  /// Removes the anchors of a document, if it has any. O(1), amortized.
  public synchronized void remove(int document) {
    if (!numbers.remove(document)) {
      return;
    }
    if (purged == tables.length && numbers.dead() > FEW + numbers.living() / DEAD_SHARE) {
      numbers.beginPurge();
      purged = 0;
    }
    if (purged < tables.length) {
      tables[purged++].purge();
      if (purged == tables.length) {
        numbers.endPurge();
      }
    }
  }

  /// The documents that share anchors with a text.
  ///
  /// @param documents their numbers, most common anchors first
  /// @param common the number of the text's anchors that each has
  /// @param isCut for each anchor of the text, whether more documents have it than were counted
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Candidates(int[] documents, int[] common, boolean[] isCut) {}

  /// Finds the documents that share anchors with a text. O(anchors · [#MAX_DOCUMENTS]) if few
  /// documents are invisible.
  ///
  /// @param visible the documents that count
  /// @param stop checked periodically
  public Candidates find(Anchors anchors, IntPredicate visible, StopSignal stop) {
    DocumentCounts counts = new DocumentCounts();
    long[] distinct = anchors.distinct();
    int[] number = new int[anchors.size()]; // index of each one's distinct anchor
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
      cut[i] = table(scrambled).collect((int) scrambled, times[i], counts, visible);
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

  /// The number of entries, one per anchor of a document. O(entries).
  public synchronized long size() {
    return Arrays.stream(tables).mapToLong(AnchorTable::size).sum();
  }

  /// The approximate memory.
  public synchronized long bytes() {
    return numbers.bytes() + Arrays.stream(tables).mapToLong(AnchorTable::bytes).sum();
  }

  private static long scramble(long hash) {
    long mixed = (hash ^ hash >>> 32) * SCRAMBLE;
    return mixed ^ mixed >>> 29;
  }

  private AnchorTable table(long scrambled) {
    return tables[(int) (scrambled >>> Long.SIZE - TABLE_BITS)];
  }
}
