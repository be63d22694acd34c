package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.BucketSizes;
import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.MatchCollector;
import io.neardup.index.MoveLog;
import io.neardup.index.Plan;
import io.neardup.index.PollingInterval;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.index.wide.WidePlanner.ScanBudget;
import io.neardup.simhash.Fingerprint;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/// The index of wide fingerprints, 65 to 512 bits, for any distance: probes tables of blocks with
/// every key within a radius of the query's, or scans where that is cheaper.
///
/// Takes about 240 bytes per 256-bit fingerprint with all tables, 42 without. `docs/index.md`
/// explains the algorithm and its guarantees.
public final class WideIndex implements FingerprintIndex {

  /* One table a block, radius 1

      fingerprint  | block 15 | ... | block 1 | block 0 |        256 bits in 16 blocks
                                                   │
      table 0      keys block 0, and block 0 with each one of its 16 bits flipped: 17 buckets
                   bucket ──► sketches within the threshold ──► row numbers ──► RowStore ──► distance

  Visibility. Tables and rows only contain candidates; for those within the distance, the owner is looked up by
  the value of the fingerprint in its RowHashTable. A document is visible from the moment its row is in that
  table (the last step of adding) until the row has no owner (the first step of removing). All other contents of
  tables and rows are ignored, so a row can be reused at once.

  Moves. A document that changes its fingerprint is recorded in a MoveLog between the add and the remove,
  and lookups also return documents recorded while they ran. Compaction of a row (many rows are free, and
  memory is to be released) is recorded in the same way: the row is added to the tables at its new place,
  then recorded, then removed from the old place. So a lookup that finds it in neither place began before
  the record, and checks the records until there are no more.

  No match is counted twice. A row found through several tables counts in the first that contains it, by
  its radius and its sketch; this is computed only for rows within the distance, which are few. */

  private static final int MOVES_DOWN_PER_REMOVE = 2;

  private final Blocks blocks;
  private final DocumentIds ids;
  private final WidePlanner planner;
  private final WideTableSet tables; // empty if every lookup is a scan
  private final RowStore rows;
  private final RowOwners owners;
  private final MoveLog moves;
  private final MoveLog movesDown;

  /// An empty index.
  ///
  /// @param bits the width of its fingerprints, 32 to 512
  /// @param tables the number of tables; without tables every lookup is a scan
  /// @param ids of the documents; they order matches at equal distance
  public WideIndex(int bits, WideTableCount tables, DocumentIds ids) {
    this(bits, tables, ids, new RowStore(wordCount(bits)));
  }

  /// @param rows an empty store
  WideIndex(int bits, WideTableCount tables, DocumentIds ids, RowStore rows) {
    this.blocks = tables.blocks(bits);
    this.ids = ids;
    this.planner = new WidePlanner(blocks, tables != WideTableCount.NONE);
    this.tables = new WideTableSet(blocks, tables != WideTableCount.NONE);
    this.rows = rows;
    this.owners =
        new RowOwners(
            bits, rows, Comparator.comparing(this::idOf).thenComparing(document -> document));
    Fingerprint zero = Fingerprint.of(bits, new long[wordCount(bits)]);
    this.moves = new MoveLog(zero);
    this.movesDown = new MoveLog(zero);
  }

  @Override
  public void add(int document, Fingerprint fingerprint) {
    long[] words = RowOwners.words(fingerprint);
    RowHashTable hashTable = owners.hashTable(words);
    synchronized (hashTable) {
      int row = hashTable.find(words);
      if (row >= 0) {
        owners.share(row, fingerprint, document);
        return;
      }
      row = rows.take(words);
      tables.add(row, words);
      rows.setOwner(row, document);
      hashTable.put(words, row);
    }
  }

  @Override
  public void fill(FingerprintSnapshot snapshot, ForkJoinPool pool) {
    if (fingerprints() > 0) {
      throw new IllegalStateException(
          "fill requires an empty index, it has " + fingerprints() + " fingerprints");
    }
    pool.invoke(
        ForkJoinTask.adapt(() -> {
          int[] numbers = owners.take(snapshot);
          tables.fill(numbers, snapshot);
          owners.fill(numbers, snapshot);
        }));
  }

  @Override
  public boolean remove(int document, Fingerprint fingerprint) {
    long[] words = RowOwners.words(fingerprint);
    RowHashTable hashTable = owners.hashTable(words);
    synchronized (hashTable) {
      int row = hashTable.find(words);
      if (row < 0 || !owners.leave(row, fingerprint, document)) {
        return false;
      }
      if (rows.owner(row, words) == RowStore.ABSENT) {
        hashTable.remove(words);
        tables.remove(row, words);
        rows.give(row);
      }
    }
    for (int i = 0; i < MOVES_DOWN_PER_REMOVE; i++) {
      moveDown();
    }
    return true;
  }

  @Override
  public void move(int document, Fingerprint from, Fingerprint to) {
    if (!from.equals(to)) {
      add(document, to);
      moves.note(document, to);
      remove(document, from);
    }
  }

  @Override
  public SearchResult search(
      Fingerprint query, int maxDistance, int reach, double recall, int limit, StopSignal stop) {
    WideLookupPath path = planner.widened(choose(maxDistance, recall), maxDistance, reach);
    return lookup(query, maxDistance, reach, limit, path, true, stop);
  }

  @Override
  public SearchResult nearest(Fingerprint query, int limit, StopSignal stop) {
    for (int radius = 0; ; radius++) {
      int known = blocks.keys() * (radius + 1) - 1;
      WideLookupPath path = known < blocks.bits() ? choose(known, 1) : WideLookupPath.FULL_SCAN;
      if (path.equals(WideLookupPath.FULL_SCAN)) {
        return search(query, blocks.bits(), limit, path, stop);
      }
      SearchResult result = search(query, known, limit, path, stop);
      if (result.truncated()) {
        return result;
      }
    }
  }

  @Override
  public void forEach(Receiver receiver) {
    MoveLog.Move before = moves.latest();
    owners.forEach(receiver);
    moves.forEachAfter(before, receiver);
  }

  @Override
  public Plan plan(int maxDistance, double recall) {
    return planner.plan(choose(maxDistance, recall), maxDistance);
  }

  @Override
  public String description() {
    return tables.isEmpty()
        ? "scan of " + blocks.bits() + "-bit rows"
        : tables.count()
            + " tables over "
            + blocks.count()
            + " blocks, probed near the query's keys, or scan";
  }

  @Override
  public long fingerprints() {
    return owners.size();
  }

  @Override
  public long bytes() {
    return tables.bytes() + rows.bytes() + owners.bytes();
  }

  @Override
  public BucketSizes bucketSizes() {
    BucketSizes sizes = new BucketSizes();
    tables.count(sizes);
    return sizes;
  }

  private WideLookupPath choose(int maxDistance, double recall) {
    return planner.choose(rows.end(), maxDistance, recall);
  }

  /// The result of the chosen path, or of a scan if this query's buckets are so large that a scan
  /// is cheaper.
  private SearchResult search(
      Fingerprint query, int maxDistance, int limit, WideLookupPath chosenPath, StopSignal stop) {
    return lookup(query, maxDistance, maxDistance, limit, chosenPath, true, stop);
  }

  /// The result of the chosen path.
  public SearchResult lookup(Fingerprint query, int maxDistance, int limit, WideLookupPath path) {
    return lookup(query, maxDistance, maxDistance, limit, path, false, StopSignal.NEVER);
  }

  /// Looks up by a given path.
  ///
  /// @param maxDistance that the result's plan applies to
  /// @param reach the distance up to which documents are reported, `maxDistance` or more
  /// @param mayScan whether to scan instead of probing if that is cheaper
  public SearchResult lookup(
      Fingerprint query,
      int maxDistance,
      int reach,
      int limit,
      WideLookupPath chosenPath,
      boolean mayScan,
      StopSignal stop) {
    PollingInterval interval = new PollingInterval(stop);
    long[] words = RowOwners.words(query);
    int enough = Math.max(limit, limit + 1); // the largest limit has no successor
    for (long requested = enough; ; requested *= 4) {
      MoveLog.Move before = moves.latest();
      MoveLog.Move downBefore = movesDown.latest();
      RowCandidates candidates =
          new RowCandidates(words, reach, (int) Math.min(requested, Integer.MAX_VALUE), interval);
      WideLookupPath path = compare(candidates, chosenPath, mayScan);
      MatchCollector collector = new MatchCollector(ids, interval);
      rank(candidates, enough, collector);
      // Some of the counted fingerprints may have no documents: free rows have none.
      if (collector.size() >= enough || !candidates.isNarrowed()) {
        addMovedDown(downBefore, query, reach, enough, collector);
        collector.addMoved(moves, before, query, reach);
        return collector.result(limit, planner.plan(path, maxDistance), candidates.candidates());
      }
    }
  }

  /// Compares fingerprints by the chosen path, or all of them if that is cheaper.
  ///
  /// @return the path taken
  private WideLookupPath compare(
      RowCandidates candidates, WideLookupPath chosenPath, boolean mayScan) {
    switch (chosenPath) {
      case WideProbing probing -> {
        if (probe(candidates, probing, mayScan)) {
          return probing;
        }
        rows.scan(candidates);
        return WideLookupPath.FULL_SCAN;
      }
      case WideLookupPath.SketchScan(int threshold) -> rows.scan(threshold, candidates);
      case WideLookupPath.FullScan scan -> rows.scan(candidates);
    }
    return chosenPath;
  }

  /// Compares the contents of the probed buckets, or returns false if a scan is cheaper.
  private boolean probe(RowCandidates candidates, WideProbing probing, boolean mayScan) {
    long[] query = candidates.query();
    ProbedRuns runs = new ProbedRuns();
    int[] runEnds = tables.find(query, probing, runs);
    candidates.prefetched(runs.prefetched());
    ScanBudget budget = mayScan ? planner.budget(probing, rows.end()) : ScanBudget.NONE;
    if (runs.size() > budget.entries()) {
      return false;
    }
    SketchFilter filter = new SketchFilter();
    int[] picked = new int[runEnds.length]; // including the rows of earlier tables
    for (int table = 0; table < runEnds.length; table++) {
      int first = table == 0 ? 0 : runEnds[table - 1];
      long sketch = probing.windows().sketch(table, query, 0);
      candidates.countCandidates(
          runs.pick(first, runEnds[table], sketch, probing.threshold(), filter));
      picked[table] = filter.size();
      if (picked[table] > budget.rows()) {
        return false;
      }
    }
    candidates.prefetched(runs.prefetched());
    for (int table = 0; table < picked.length; table++) {
      int current = table;
      RowCandidates.Filter once = words -> probing.firstCovering(words, query) == current;
      int from = table == 0 ? 0 : picked[table - 1];
      rows.compare(filter.rows(), from, picked[table], candidates, once);
    }
    return true;
  }

  /// Collects the documents of the nearest fingerprints, distance by distance, until there are
  /// `enough`.
  private void rank(RowCandidates candidates, int enough, MatchCollector collector) {
    int distance = 0;
    for (int place : candidates.nearestFirst()) {
      if (candidates.distance(place) > distance && collector.size() >= enough) {
        return;
      }
      distance = candidates.distance(place);
      Fingerprint fingerprint = Fingerprint.of(blocks.bits(), candidates.wordsOf(place));
      rank(fingerprint, distance, enough, collector);
    }
  }

  private void rank(Fingerprint fingerprint, int distance, int enough, MatchCollector collector) {
    for (int document : owners.documents(fingerprint, enough)) {
      collector.add(document, fingerprint, distance);
    }
  }

  /// Adds rows that were compacted while the lookup ran.
  private void addMovedDown(
      MoveLog.Move before,
      Fingerprint query,
      int maxDistance,
      int enough,
      MatchCollector collector) {
    movesDown.forEachAfter( // a row that moves again meanwhile is recorded again
        before,
        (row, fingerprint) -> {
          int distance = fingerprint.distance(query);
          if (distance <= maxDistance) {
            rank(fingerprint, distance, enough, collector);
          }
        });
  }

  /// Compacts the last row if many rows are free.
  private void moveDown() {
    RowStore.Descent descent = rows.descent();
    if (descent == null) {
      return;
    }
    long[] words = descent.words();
    RowHashTable hashTable = owners.hashTable(words);
    synchronized (hashTable) {
      if (hashTable.find(words) != descent.from()) {
        rows.give(descent.to()); // it was removed meanwhile, or is not in the tables yet
        return;
      }
      int row = descent.to();
      tables.add(row, words);
      rows.setOwner(row, rows.owner(descent.from(), words));
      hashTable.move(words, row);
      movesDown.note(row, Fingerprint.of(blocks.bits(), words));
      rows.setOwner(descent.from(), RowStore.ABSENT);
      tables.remove(descent.from(), words);
      rows.give(descent.from());
    }
  }

  private static int wordCount(int bits) {
    return FingerprintSnapshot.wordCount(bits);
  }

  private String idOf(int document) {
    return Objects.requireNonNull(ids.idOf(document));
  }
}
