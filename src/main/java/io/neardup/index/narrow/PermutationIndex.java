package io.neardup.index.narrow;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.BucketSizes;
import io.neardup.index.DocumentIds;
import io.neardup.index.EqualKeys;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.MatchCollector;
import io.neardup.index.MoveLog;
import io.neardup.index.NearestSearch;
import io.neardup.index.Plan;
import io.neardup.index.PollingInterval;
import io.neardup.index.ProbePlanner;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The index of fingerprints of up to 64 bits: finds every document within a Hamming distance of a
/// query by permutation tables.
///
/// Any thread may look up, without locks, while others add, move and remove documents. A lookup
/// that begins after a write has returned sees it; a concurrent write is seen, per document,
/// completely or not at all. Writes to one document must not overlap.
///
/// A lookup up to the layout's distance costs one probe per table and compares about `n * tables /
/// 2^keyBits` fingerprints. Beyond that distance, it probes with every key within a radius of the
/// query's if the key of each table is one block, or scans all n if that is cheaper; with other
/// layouts it scans all n. `docs/index.md` explains what is found.
public final class PermutationIndex implements FingerprintIndex {

  /* The pigeonhole tables, for 64 bits in 4 blocks and k = 3

      fingerprint     | block 3 | block 2 | block 1 | block 0 |       16 bits each

      table 0         key = block 0 ──► bucket: every fingerprint with that block 0
      table 1         key = block 1 ──► bucket
      table 2         key = block 2 ──► bucket
      table 3         key = block 3 ──► bucket
                              │
                              └─ first 8 bits: shard; then the shard's own directory

  Why every match is found: a fingerprint within 3 bits of the query differs in at most 3 of the 4
  blocks, so in one table it is in the bucket of the query. Other fingerprints in that bucket (n / 65,536
  of them by chance) are excluded by an XOR and a bit count.

  Why no match is found twice: a fingerprint that agrees on several keys is counted only in the first
  of their tables.

  Slots: tables hold distinct fingerprints. Table 0 stores the owner of each fingerprint, which is read only for
  matches. So a document is visible while table 0 names it: adding sets the owner last, removing clears it
  first. Fingerprints without an owner are ignored.

  Skewed buckets are split, see BucketSplitting.

  Beyond k = 3: the same tables, probed under every key within r bits of the query's, contain everything
  that differs in at most r bits of some block, hence everything within 4 (r + 1) - 1 bits [2]: see
  Probing for this bound and for the recall beyond it, ProbePlanner for the choice of r.

  Sources: [1] Manku, Jain, Das Sarma, "Detecting Near-Duplicates for Web Crawling", WWW 2007, §3.
           [2] Norouzi, Punjani, Fleet, "Fast Exact Search in Hamming Space with Multi-Index
               Hashing", TPAMI 2014, §3. */

  private final BlockLayout layout;
  private final PermutationTable[] tables;
  private final int[][] tablesByDistance;
  private final List<Plan> exactPlans; // by distance
  private final DocumentIds ids;
  private final FingerprintOwners owners;
  private final MoveLog moves;
  private final @Nullable ProbePlanner planner; // for layouts with one block per key

  /// An empty index.
  ///
  /// @param ids of the documents; they order matches at equal distance
  public PermutationIndex(BlockLayout layout, DocumentIds ids) {
    this(layout, ids, BucketSplitting.of(layout.exactTo()));
  }

  PermutationIndex(BlockLayout layout, DocumentIds ids, BucketSplitting splitting) {
    this.layout = layout;
    this.ids = ids;
    this.moves = new MoveLog(fingerprint(0));
    List<Permutation> permutations = layout.permutations();
    this.tables = new PermutationTable[permutations.size()];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = new PermutationTable(permutations.get(i), i == 0, splitting);
    }
    this.owners =
        new FingerprintOwners(
            tables[0], Comparator.comparing(this::idOf).thenComparing(document -> document));
    this.planner = layout.hasOneBlockATable() ? new ProbePlanner(layout.cut()) : null;
    this.tablesByDistance =
        IntStream.rangeClosed(0, layout.exactTo())
            .mapToObj(layout::tablesFor)
            .toArray(int[][]::new);
    this.exactPlans = IntStream.rangeClosed(0, layout.exactTo()).mapToObj(this::exactPlan).toList();
  }

  private Plan exactPlan(int maxDistance) {
    int[] chosen = tablesByDistance[maxDistance];
    List<Integer> numbers = IntStream.of(chosen).boxed().toList();
    List<Long> keys = IntStream.of(chosen).mapToObj(table -> tables[table].key()).toList();
    return Plan.exact(Plan.Kind.TABLES, chosen.length, maxDistance, new EqualKeys(numbers, keys));
  }

  @Override
  public void add(int document, Fingerprint fingerprint) {
    long word = fingerprint.word(0);
    prefetch(word);
    synchronized (owners.lockOf(word)) {
      if (!owners.contains(word)) {
        for (int i = 1; i < tables.length; i++) {
          tables[i].add(word, Bucket.ABSENT);
        }
      }
      owners.add(word, document);
    }
  }

  /// Prefetches the memory that a write changes, from all tables at once: under locks, cache misses
  /// would be sequential.
  private void prefetch(long fingerprint) {
    int count = 0;
    for (PermutationTable table : tables) {
      count |= table.prefetchBucket(fingerprint);
    }
    if (count < 0) { // uses the loaded values, or the compiler would remove the loads
      throw new IllegalStateException("negative bucket length");
    }
  }

  @Override
  public boolean remove(int document, Fingerprint fingerprint) {
    long word = fingerprint.word(0);
    synchronized (owners.lockOf(word)) {
      boolean removed = owners.remove(word, document);
      if (removed && !owners.contains(word)) {
        for (int i = 1; i < tables.length; i++) {
          tables[i].remove(word);
        }
        owners.drop(word);
      }
      return removed;
    }
  }

  @Override
  public void move(int document, Fingerprint from, Fingerprint to) {
    if (!from.equals(to)) {
      add(document, to);
      moves.note(document, to);
      remove(document, from);
    }
  }

  /// The result of this probing, regardless of its cost.
  public SearchResult probe(
      Fingerprint query, int maxDistance, int limit, Probing probing, StopSignal stop) {
    return lookup(
        query,
        maxDistance,
        limit,
        stop,
        candidates -> {
          collect(query.word(0), probing).forEach(probed -> probed.scan(candidates));
          return Objects.requireNonNull(planner).plan(probing, maxDistance);
        });
  }

  private SearchResult lookup(
      Fingerprint query,
      int maxDistance,
      int limit,
      StopSignal stop,
      Function<BucketCandidates, Plan> look) {
    int enough = Math.max(limit, limit + 1); // the largest limit has no successor
    MoveLog.Move before = moves.latest();
    PollingInterval interval = new PollingInterval(stop);
    BucketCandidates candidates = new BucketCandidates(query.word(0), maxDistance, interval);
    Plan plan = look.apply(candidates);
    MatchCollector collector = new MatchCollector(ids, interval);
    rank(candidates, enough, collector);
    collector.addMoved(moves, before, query, maxDistance);
    return collector.result(limit, plan, candidates.candidates());
  }

  @Override
  public SearchResult search(
      Fingerprint query, int maxDistance, int reach, double recall, int limit, StopSignal stop) {
    return lookup(
        query, reach, limit, stop, candidates -> look(candidates, recall).within(maxDistance));
  }

  @Override
  public SearchResult nearest(Fingerprint query, int limit, StopSignal stop) {
    return NearestSearch.growing(
        distance -> search(query, distance, 1, limit, stop),
        cheapDistances(),
        layout.bits(),
        fingerprints(),
        limit);
  }

  @Override
  public void fill(FingerprintSnapshot snapshot, ForkJoinPool pool) {
    if (fingerprints() > 0) {
      throw new IllegalStateException(
          "fill requires an empty index, it has " + fingerprints() + " fingerprints");
    }
    pool.invoke(
        ForkJoinTask.adapt(() -> {
          for (int i = 1; i < tables.length; i++) {
            tables[i].fill(snapshot.words(), snapshot.size(), row -> Bucket.ABSENT);
          }
          owners.fill(snapshot);
        }));
  }

  @Override
  public void forEach(Receiver receiver) {
    MoveLog.Move before = moves.latest();
    tables[0].forEach((word, owner) -> {
      if (owner != Bucket.ABSENT) {
        Fingerprint fingerprint = fingerprint(word);
        for (int document : owners.documents(word, Integer.MAX_VALUE)) {
          receiver.take(document, fingerprint);
        }
      }
    });
    moves.forEachAfter(before, receiver);
  }

  @Override
  public Plan plan(int maxDistance, double recall) {
    if (maxDistance <= layout.exactTo()) {
      return exactPlans.get(maxDistance);
    }
    Probing probing = planner == null ? null : planner.choose(fingerprints(), maxDistance, recall);
    return planner == null || probing == null
        ? Plan.scan(maxDistance)
        : planner.plan(probing, maxDistance);
  }

  @Override
  public String description() {
    return tables.length
        + " tables over "
        + layout.blocks()
        + " blocks, up to distance "
        + layout.exactTo()
        + (planner == null ? "; scan beyond" : "; probes near the query's keys or scan beyond");
  }

  @Override
  public long fingerprints() {
    return owners.size();
  }

  @Override
  public long bytes() {
    return Math.round(new LayoutCost(layout, fingerprints(), layout.exactTo()).bytes());
  }

  @Override
  public BucketSizes bucketSizes() {
    BucketSizes sizes = new BucketSizes();
    List.of(tables).forEach(table -> table.count(sizes));
    return sizes;
  }

  /// Searches by the cheapest plan, and returns it.
  private Plan look(BucketCandidates candidates, double recall) {
    int maxDistance = candidates.maxDistance();
    if (maxDistance <= layout.exactTo()) {
      probe(candidates);
      return plan(maxDistance, 1);
    }
    if (planner != null) {
      long fingerprints = fingerprints();
      Probing probing = planner.choose(fingerprints, maxDistance, recall);
      if (probing != null) {
        List<ProbedBuckets> probed = collect(candidates.query(), probing);
        long expected = probed.stream().mapToLong(ProbedBuckets::candidates).sum();
        if (planner.pays(probing, (double) expected, fingerprints)) {
          probed.forEach(buckets -> buckets.scan(candidates));
          return planner.plan(probing, maxDistance);
        }
      }
    }
    tables[tables.length - 1].scanAll(candidates); // only the first of several tables has owners
    return Plan.scan(maxDistance);
  }

  private List<ProbedBuckets> collect(long query, Probing probing) {
    List<ProbedBuckets> probed = new ArrayList<>();
    for (int table = 0; table < tables.length && probing.radius(table) >= 0; table++) {
      probed.add(tables[table].collect(query, probing.radius(table)));
    }
    return probed;
  }

  /// The distances up to which everything is found more cheaply than by a scan: the tables'
  /// distance, then one for each further bit of radius.
  private int[] cheapDistances() {
    long fingerprints = fingerprints();
    return IntStream.iterate(layout.exactTo(), distance -> distance + layout.blocks())
        .takeWhile(distance ->
            distance == layout.exactTo()
                || planner != null
                    && distance < layout.bits()
                    && planner.choose(fingerprints, distance, 1) != null)
        .toArray();
  }

  private void probe(BucketCandidates candidates) {
    int[] chosen = tablesByDistance[candidates.maxDistance()];
    for (int table : chosen) {
      candidates.countCandidates(tables[table].prefetch(candidates.query()));
    }
    for (int table : chosen) {
      long key = tables[table].key();
      long outer = candidates.enter(key);
      tables[table].scan(candidates);
      candidates.leave(key, outer);
    }
  }

  /// Collects the documents of the nearest fingerprints, distance by distance, until there are
  /// `enough`.
  private void rank(BucketCandidates candidates, int enough, MatchCollector collector) {
    int distance = 0;
    for (int i : candidates.nearestFirst()) {
      if (candidates.distance(i) > distance && collector.size() >= enough) {
        return;
      }
      distance = candidates.distance(i);
      Fingerprint fingerprint = fingerprint(candidates.fingerprint(i));
      for (int document : owners.documents(candidates.fingerprint(i), enough)) {
        collector.add(document, fingerprint, distance);
      }
    }
  }

  private Fingerprint fingerprint(long word) {
    return Fingerprint.of(layout.bits(), word);
  }

  private String idOf(int document) {
    return Objects.requireNonNull(ids.idOf(document));
  }
}
