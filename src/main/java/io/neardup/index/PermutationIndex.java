package io.neardup.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// An index of fingerprints that finds every document within a Hamming distance of a query.
///
/// Any thread may look up, without locks, while others add, move and remove. A lookup that begins
/// after a write has returned sees it; of a write that is under way it sees all or nothing,
/// document by document. Writes to one document must not overlap.
///
/// A lookup up to the layout's distance costs one probe a table and looks at about `n * tables /
/// 2^keyBits` fingerprints; beyond that distance it looks at all n.
public final class PermutationIndex {

  /* The pigeonhole tables, for 64 bits in 4 blocks and k = 3

      fingerprint     | block 3 | block 2 | block 1 | block 0 |       16 bits each

      table 0         key = block 0 ──► bucket: every fingerprint with that block 0
      table 1         key = block 1 ──► bucket
      table 2         key = block 2 ──► bucket
      table 3         key = block 3 ──► bucket
                              │
                              └─ first 8 bits: shard; then the shard's own directory

  Why every match is found: a fingerprint within 3 bits of the query differs in at most 3 of the 4
  blocks, so in one table it lies in the very bucket that the query points to. What lies there by
  chance (n / 65,536 of them) is told apart by an XOR and a bit count.

  Why no match is found twice: a fingerprint that agrees on several keys counts only in the first
  of their tables.

  Slots: tables hold distinct fingerprints, and nothing else. Which documents have a fingerprint is
  asked of the slots, only for matches. So a document is there from the moment its slot says so,
  which is the last step of adding and the first of removing; what tables hold beyond that is
  never seen.

  Sources: [1] Manku, Jain, Das Sarma, "Detecting Near-Duplicates for Web Crawling", WWW 2007, §3.
           [2] Norouzi, Punjani, Fleet, "Fast Exact Search in Hamming Space with Multi-Index
               Hashing", TPAMI 2014, §3. */

  private final BlockLayout layout;
  private final PermutationTable[] tables;
  private final int[][] tablesByDistance;
  private final DocumentIds ids;
  private final Slots slots;
  private final MoveLog moves = new MoveLog();

  /// An empty index.
  ///
  /// @param ids names documents, to order those at equal distance
  public PermutationIndex(BlockLayout layout, DocumentIds ids) {
    this.layout = layout;
    this.ids = ids;
    this.slots = new Slots(Comparator.comparing(this::idOf).thenComparing(document -> document));
    this.tables =
        layout.keyMasks().stream().map(PermutationTable::new).toArray(PermutationTable[]::new);
    this.tablesByDistance =
        IntStream.rangeClosed(0, layout.exactTo())
            .mapToObj(layout::tablesFor)
            .toArray(int[][]::new);
  }

  /// How this index cuts fingerprints.
  public BlockLayout layout() {
    return layout;
  }

  /// Adds a document that is not in the index.
  ///
  /// @param document its number, 0 or more
  public void add(int document, long fingerprint) {
    synchronized (slots.lockOf(fingerprint)) {
      if (!slots.contains(fingerprint)) {
        for (PermutationTable table : tables) {
          table.add(fingerprint);
        }
      }
      slots.add(fingerprint, document);
    }
  }

  /// Removes a document if it has this fingerprint, and tells whether it had.
  public boolean remove(int document, long fingerprint) {
    synchronized (slots.lockOf(fingerprint)) {
      boolean removed = slots.remove(fingerprint, document);
      if (removed && !slots.contains(fingerprint)) {
        for (PermutationTable table : tables) {
          table.remove(fingerprint);
        }
      }
      return removed;
    }
  }

  /// Gives a document another fingerprint; lookups see it with the one or with the other.
  public void move(int document, long from, long to) {
    if (from != to) {
      add(document, to);
      moves.note(document, to);
      remove(document, from);
    }
  }

  /// The documents within `maxDistance` of `query`, nearest first, then by id.
  ///
  /// @param maxDistance 0 or more, in bits
  /// @param limit how many to return at most, 1 or more
  public SearchResult search(long query, int maxDistance, int limit) {
    Plan plan = maxDistance <= layout.exactTo() ? Plan.TABLES : Plan.SCAN;
    int enough = Math.max(limit, limit + 1); // the largest limit has no successor
    MoveLog.Move before = moves.latest();
    Hits hits = new Hits(query, maxDistance);
    switch (plan) {
      case TABLES -> probe(hits);
      case SCAN -> slots.scan(hits);
    }
    Map<Integer, Match> found = documents(hits, enough);
    addMoved(found, hits, before);
    List<Match> matches = new ArrayList<>(found.values());
    matches.sort(Comparator.comparingInt(Match::distance).thenComparing(Match::id));
    boolean truncated = matches.size() > limit;
    List<Match> nearest = truncated ? matches.subList(0, limit) : matches;
    return new SearchResult(List.copyOf(nearest), truncated, plan, hits.candidates());
  }

  /// How many distinct fingerprints there are.
  public long fingerprints() {
    return slots.size();
  }

  /// The longest bucket of all tables: what the costliest probe looks at.
  public int largestBucket() {
    return Stream.of(tables).mapToInt(PermutationTable::largestBucket).max().orElse(0);
  }

  private void probe(Hits hits) {
    int[] chosen = tablesByDistance[hits.maxDistance()];
    for (int table : chosen) {
      tables[table].scan(
          hits, (fingerprint, at) -> firstShared(fingerprint ^ hits.query(), chosen) == table);
    }
  }

  /// The first of the tables whose whole key has no differing bit, or -1.
  private int firstShared(long difference, int[] chosen) {
    for (int table : chosen) {
      if ((difference & tables[table].keyMask()) == 0) {
        return table;
      }
    }
    return -1;
  }

  /// The documents of the nearest fingerprints: all at one distance, then all at the next, until
  /// there are `enough`.
  private Map<Integer, Match> documents(Hits hits, int enough) {
    Map<Integer, Match> found = new HashMap<>();
    if (hits.size() == 0) {
      return found;
    }
    int[] nearestFirst = hits.nearestFirst();
    int distance = 0;
    for (int i : nearestFirst) {
      if (hits.distance(i) > distance && found.size() >= enough) {
        break;
      }
      distance = hits.distance(i);
      for (int document : slots.documents(hits.fingerprint(i), enough)) {
        put(found, document, hits.fingerprint(i), distance);
      }
    }
    return found;
  }

  /// Adds what moved near the query while the lookup was under way: a document whose move was noted
  /// since then was at both places at that moment.
  private void addMoved(Map<Integer, Match> found, Hits hits, MoveLog.Move before) {
    MoveLog.Move last = moves.latest();
    for (MoveLog.Move move = before; move != last; ) {
      move = move.next();
      int distance = hits.distanceTo(move.fingerprint());
      if (distance <= hits.maxDistance()) {
        put(found, move.document(), move.fingerprint(), distance);
      }
    }
  }

  /// Adds a match unless its document is there. What was seen first stays: a limit may have been
  /// reached because of it.
  private void put(Map<Integer, Match> found, int document, long fingerprint, int distance) {
    String id = ids.idOf(document);
    if (id != null) {
      found.putIfAbsent(document, new Match(document, id, fingerprint, distance));
    }
  }

  private String idOf(int document) {
    return Objects.requireNonNull(ids.idOf(document));
  }
}
