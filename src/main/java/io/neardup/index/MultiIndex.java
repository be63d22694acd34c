package io.neardup.index;

import io.neardup.rows.FingerprintRows;
import io.neardup.simhash.Fingerprint;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/// An index of wide fingerprints, 65 to 512 bits, that finds documents at any distance: by probing
/// tables of blocks with every key near the query's, or by a scan where that is cheaper.
///
/// Costs about 113 bytes a fingerprint of 256 bits with tables, 42 without. `docs/index.md`
/// explains the algorithm and why it finds what it promises.
public final class MultiIndex implements FingerprintIndex {

  /* One table a block, radius 1

      fingerprint  | block 15 | ... | block 1 | block 0 |        256 bits in 16 blocks
                                                   │
      table 0      keys block 0, and block 0 with each one of its 16 bits flipped: 17 buckets
                   bucket ──► row numbers ──► Rows: the fingerprints ──► distance

  Who is there. Tables and rows only lead to fingerprints; who has one is asked of its RowShard, by its
  value, for those within the distance. A document is there from the moment its row is in the shard,
  which is the last step of adding, until the row has no owner, which is the first of removing. What
  tables and rows hold beyond that is never seen, so a row can be written again at once.

  What moves. A document that changes its fingerprint is noted in a MoveLog between the add and the
  remove, and lookups take what was noted while they ran for seen. A row that moves down (many rows are
  free, and the memory shall go back) is noted in the same way: tables and shard have it in its new
  place, then it is noted, then gone from the old. So a lookup that finds it in neither place began
  before the note, and asks for what was noted until it finds nothing more.

  Counted once. A row found through several tables counts in the first whose radius covers it; that is
  worked out only for rows within the distance, which are few. */

  // Uniform fingerprints of 256 bits: a probe takes 0.11 µs with the 1.5 candidates that it meets
  // among 100,000 of them, 0.45 µs with 15 among a million, 3.6 µs with 153 among ten million; a
  // scan takes 1.2 ns a row in the cache and 1.8 beyond. A candidate is mostly a wait.
  private static final double PROBE_NANOS = 60;
  private static final double CANDIDATE_NANOS = 24;
  private static final double SCANNED_BIT_NANOS = 1.3 / 256;

  // From WideLookupBenchmark, with what RowShard needs to find a row by its fingerprint.
  private static final double OWNER_BYTES = 10.5;
  private static final double ENTRY_BYTES = 4.4;

  private static final int MOVES_DOWN_PER_REMOVE = 2;

  private final Blocks blocks;
  private final DocumentIds ids;
  private final ProbePlanner planner;
  private final BlockTables tables; // none if everything is scanned
  private final Rows rows;
  private final RowSlots slots;
  private final MoveLog moves;
  private final MoveLog movesDown;

  /// An empty index.
  ///
  /// @param bits the width of its fingerprints, 32 to 512
  /// @param withTables whether to keep tables; without them every lookup is a scan
  /// @param ids names documents, to order those at equal distance
  public MultiIndex(int bits, boolean withTables, DocumentIds ids) {
    this(bits, withTables, ids, new Rows(wordCount(bits)));
  }

  /// @param rows none yet
  MultiIndex(int bits, boolean withTables, DocumentIds ids, Rows rows) {
    this.blocks = new Blocks(bits);
    this.ids = ids;
    this.planner =
        new ProbePlanner(
            blocks, new ProbeCost(PROBE_NANOS, CANDIDATE_NANOS, bits * SCANNED_BIT_NANOS));
    this.tables = new BlockTables(blocks, withTables);
    this.rows = rows;
    this.slots =
        new RowSlots(
            bits, rows, Comparator.comparing(this::idOf).thenComparing(document -> document));
    Fingerprint zero = Fingerprint.of(bits, new long[wordCount(bits)]);
    this.moves = new MoveLog(zero);
    this.movesDown = new MoveLog(zero);
  }

  @Override
  public void add(int document, Fingerprint fingerprint) {
    long[] words = RowSlots.words(fingerprint);
    RowShard shard = slots.shard(words);
    synchronized (shard) {
      int row = shard.find(words);
      if (row >= 0) {
        slots.share(row, fingerprint, document);
        return;
      }
      row = rows.take(words);
      tables.add(row, words);
      rows.setOwner(row, document);
      shard.put(words, row);
    }
  }

  @Override
  public void fill(FingerprintRows filling, ForkJoinPool pool) {
    if (fingerprints() > 0) {
      throw new IllegalStateException("the index has " + fingerprints() + " fingerprints already");
    }
    pool.invoke(
        ForkJoinTask.adapt(() -> {
          int[] numbers = slots.take(filling);
          tables.fill(numbers, filling);
          slots.fill(numbers, filling);
        }));
  }

  @Override
  public boolean remove(int document, Fingerprint fingerprint) {
    long[] words = RowSlots.words(fingerprint);
    RowShard shard = slots.shard(words);
    synchronized (shard) {
      int row = shard.find(words);
      if (row < 0 || !slots.leave(row, fingerprint, document)) {
        return false;
      }
      if (rows.owner(row, words) == Rows.ABSENT) {
        shard.remove(words);
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
      Fingerprint query, int maxDistance, double recall, int limit, StopSignal stop) {
    return search(query, maxDistance, limit, choose(maxDistance, recall), stop);
  }

  @Override
  public SearchResult nearest(Fingerprint query, int limit, StopSignal stop) {
    for (int radius = 0; ; radius++) {
      int known = blocks.count() * (radius + 1) - 1;
      Probing probing = known < blocks.bits() ? choose(known, 1) : null;
      if (probing == null) {
        return search(query, blocks.bits(), limit, null, stop);
      }
      SearchResult result = search(query, known, limit, probing, stop);
      if (result.truncated()) {
        return result;
      }
    }
  }

  @Override
  public void forEach(Receiver receiver) {
    MoveLog.Move before = moves.latest();
    slots.forEach(receiver);
    moves.forEachAfter(before, receiver);
  }

  @Override
  public Plan plan(int maxDistance, double recall) {
    return plan(maxDistance, choose(maxDistance, recall));
  }

  @Override
  public String description() {
    return tables.isEmpty()
        ? "scan of " + blocks.bits() + "-bit rows"
        : tables.count() + " tables over as many blocks, probed near the query's keys, or scan";
  }

  @Override
  public long fingerprints() {
    return slots.size();
  }

  @Override
  public long bytes() {
    double each =
        wordCount(blocks.bits()) * Long.BYTES + OWNER_BYTES + tables.count() * ENTRY_BYTES;
    return Math.round((double) fingerprints() * each);
  }

  @Override
  public int largestBucket() {
    return tables.largestBucket();
  }

  private @Nullable Probing choose(int maxDistance, double recall) {
    return tables.isEmpty() ? null : planner.choose(rows.end(), maxDistance, recall);
  }

  private Plan plan(int maxDistance, @Nullable Probing probing) {
    if (probing == null) {
      return Plan.exact(Plan.Kind.SCAN, 0, maxDistance);
    }
    return planner.plan(probing, maxDistance);
  }

  /// What is found by probing, or by a scan if there is nothing to probe or this query's buckets
  /// hold so much that a scan is cheaper.
  private SearchResult search(
      Fingerprint query, int maxDistance, int limit, @Nullable Probing chosen, StopSignal stop) {
    return lookup(query, maxDistance, limit, chosen, true, stop);
  }

  /// What is found by probing, or by a scan if there is nothing to probe.
  SearchResult lookup(Fingerprint query, int maxDistance, int limit, @Nullable Probing probing) {
    return lookup(query, maxDistance, limit, probing, false, StopSignal.NEVER);
  }

  /// @param mayScan whether a scan may take the place of probing where it is cheaper
  SearchResult lookup(
      Fingerprint query,
      int maxDistance,
      int limit,
      @Nullable Probing chosen,
      boolean mayScan,
      StopSignal stop) {
    Pace pace = new Pace(stop);
    long[] words = RowSlots.words(query);
    int enough = Math.max(limit, limit + 1); // the largest limit has no successor
    for (long wanted = enough; ; wanted *= 4) {
      MoveLog.Move before = moves.latest();
      MoveLog.Move downBefore = movesDown.latest();
      Near near = new Near(words, maxDistance, (int) Math.min(wanted, Integer.MAX_VALUE), pace);
      Probing probing = chosen != null && look(near, chosen, mayScan) ? chosen : null;
      if (probing == null) {
        rows.scan(near);
      }
      Ranking ranking = new Ranking(ids, pace);
      rank(near, enough, ranking);
      // Fewer fingerprints than were counted on can have documents: those of free rows have none.
      if (ranking.size() >= enough || !near.isNarrowed()) {
        addMovedDown(downBefore, query, maxDistance, enough, ranking);
        ranking.addMoved(before, moves.latest(), query, maxDistance);
        return ranking.result(limit, plan(maxDistance, probing), near.candidates());
      }
    }
  }

  /// Looks into the buckets that are probed, or tells that a scan is better.
  private boolean look(Near near, Probing probing, boolean mayScan) {
    long[] query = near.query();
    near.fetched(tables.fetch(query, probing));
    Runs runs = new Runs();
    int[] ends = tables.find(query, probing, runs);
    if (mayScan && !planner.pays(probing, (double) runs.size(), rows.end())) {
      return false;
    }
    for (int table = 0; table < ends.length; table++) {
      int current = table;
      Near.Filter once = words -> tables.firstCovering(words, query, probing) == current;
      runs.handOn(
          table == 0 ? 0 : ends[table - 1],
          ends[table],
          (candidates, count) -> rows.look(candidates, count, near, once));
    }
    near.fetched(runs.fetched());
    return true;
  }

  /// Ranks the documents of the nearest fingerprints: all at one distance, then all at the next,
  /// until there are `enough`.
  private void rank(Near near, int enough, Ranking ranking) {
    int distance = 0;
    for (int place : near.nearestFirst()) {
      if (near.distance(place) > distance && ranking.size() >= enough) {
        return;
      }
      distance = near.distance(place);
      Fingerprint fingerprint = Fingerprint.of(blocks.bits(), near.wordsOf(place));
      rank(fingerprint, distance, enough, ranking);
    }
  }

  private void rank(Fingerprint fingerprint, int distance, int enough, Ranking ranking) {
    for (int document : slots.documents(fingerprint, enough)) {
      ranking.add(document, fingerprint, distance);
    }
  }

  /// Adds what is in rows that moved down while the lookup was under way.
  private void addMovedDown(
      MoveLog.Move before, Fingerprint query, int maxDistance, int enough, Ranking ranking) {
    MoveLog.Move move = before;
    while (move != movesDown.latest()) { // what moved again while it was asked for is noted again
      move = move.next();
      int distance = move.fingerprint().distance(query);
      if (distance <= maxDistance) {
        rank(move.fingerprint(), distance, enough, ranking);
      }
    }
  }

  /// Moves the last row down if many rows are free.
  private void moveDown() {
    Rows.Descent descent = rows.descent();
    if (descent == null) {
      return;
    }
    long[] words = descent.words();
    RowShard shard = slots.shard(words);
    synchronized (shard) {
      if (shard.find(words) != descent.from()) {
        rows.give(descent.to()); // it has been removed since, or is not entered yet
        return;
      }
      int row = descent.to();
      tables.add(row, words);
      rows.setOwner(row, rows.owner(descent.from(), words));
      shard.move(words, row);
      movesDown.note(row, Fingerprint.of(blocks.bits(), words));
      rows.setOwner(descent.from(), Rows.ABSENT);
      tables.remove(descent.from(), words);
      rows.give(descent.from());
    }
  }

  private static int wordCount(int bits) {
    return FingerprintRows.wordCount(bits);
  }

  private String idOf(int document) {
    return Objects.requireNonNull(ids.idOf(document));
  }
}
