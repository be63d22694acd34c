package io.neardup.pairs;

import io.neardup.hamming.Parallel;
import io.neardup.hamming.RadixPartition;
import io.neardup.pairs.RangeComparison.WordPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.function.Supplier;

/// Finds every pair within a distance among fingerprints of up to 64 bits, by partitioning them by
/// the keys of pigeonhole tables and comparing rows that share a key.
///
/// [KeyPath] is the tree of those keys; large ranges are partitioned by all threads here, ranges
/// that fit a thread's own memory by a [RangeJoin].
final class TableJoin {

  /* The tables as a tree, for k = 3 and 5 blocks

      all ──► agree on block 0 ──► and 1 │ and 2 │ and 3 │ and 4
          ──► agree on block 1, differ in 0 ──► and 2 │ and 3 │ and 4
          ──► agree on block 2, differ in 0, 1 ──► and 3 │ and 4
          ──► agree on block 3, differ in 0, 1, 2 ──► and 4

  A pair within 3 bits differs in at most 3 of the 5 blocks, so it agrees on at least two; the first two on
  which it agrees are its unique place in the tree. There are C(5, 2) = 10 leaves, the tables of the paper
  [1], but only 4 passes partition all fingerprints; the 10 passes below work within ranges that fit the
  cache.

  Partitioning copies from one array to another by up to 11 bits, so that the heads of the partitions stay
  in the cache and the TLB; partitions are then partitioned by the rest of their block and by the next block
  in memory of the thread.

  A small range is compared pair by pair, at any level of the tree; a pair counts if its differing bits
  belong to this path (KeyPath.owns), so it counts once.

  Skew. If a range is still large when the layout has no more blocks, the bits on which its fingerprints do
  not agree are divided into k + 1 new blocks, and the tree continues. So a million fingerprints that share
  40 bits are joined like a million fingerprints of 24 bits, instead of by 10^12 comparisons. Before a range
  is partitioned, a sample of it decides whether that would reduce comparisons. If not, as within a dense
  cluster, whose pairs are mostly within the distance anyway, all pairs of the range are compared, in vector
  instructions. Ranges too large for a thread's own memory are partitioned in place, and their buckets are
  distributed to the threads.

  Sources: [1] Manku, Jain, Das Sarma, "Detecting Near-Duplicates for Web Crawling", WWW 2007, §3;
           [2] Balkesen et al., "Main-Memory Hash Joins on Multi-Core CPUs", ICDE 2013 (radix
               partitioning, fan-out). */

  private static final int MAX_FIRST_BITS = 11;
  private static final int MAX_BITS_IN_PLACE = 8;
  private static final int OWN =
      1 << 17; // maximum size of ranges partitioned in a thread's own memory
  private static final int CHUNKS = 64;
  private static final int FEW_A_PATH = 12;

  private final long[] fingerprints;
  private final int size;
  private final KeyPath rootPath;
  private final RangeComparison comparison;
  private final JoinRun run;
  private final Supplier<RangeJoin> joiner;
  private final ConcurrentLinkedQueue<RangeJoin> idle = new ConcurrentLinkedQueue<>();

  /// @param fingerprints `size` distinct ones; not written to
  /// @param blocks more than `maxDistance`, at most `bits`
  TableJoin(
      long[] fingerprints,
      int size,
      int bits,
      int maxDistance,
      int blocks,
      WordPairs wordPairs,
      JoinRun run) {
    this.fingerprints = fingerprints;
    this.size = size;
    this.rootPath = KeyPath.root(bits, maxDistance, blocks);
    this.comparison = new RangeComparison(maxDistance, wordPairs, run);
    this.run = run;
    this.joiner = () -> new RangeJoin(few(maxDistance), comparison, run);
  }

  /// The size up to which ranges are compared pair by pair.
  static int few(int maxDistance) {
    return FEW_A_PATH * (maxDistance + 1);
  }

  /// Runs the join in the pool of the calling thread. Takes as much memory again as the
  /// fingerprints.
  void join() {
    join(rootPath.children());
  }

  /// Finds the pairs of these paths only.
  void join(List<KeyPath> paths) {
    long[] pieces = new long[size];
    run.begin((long) size * paths.size());
    for (KeyPath path : paths) {
      int bits = Math.min(path.keyBits(), firstBits());
      int[] ends = RadixPartition.inParallel(fingerprints, size, path.shiftOf(bits), bits, pieces);
      KeyPath after = path.after(bits);
      List<Range> ranges = new ArrayList<>();
      for (int i = 0, start = 0; i < ends.length; start = ends[i++]) {
        ranges.add(new Range(pieces, start, ends[i], after, true));
      }
      ForkJoinTask.invokeAll(ranges);
    }
  }

  private int firstBits() {
    int bits = 0;
    while (bits < MAX_FIRST_BITS && size >>> bits > OWN / 4) {
      bits++;
    }
    return bits;
  }

  /// A task for a range that agrees on a path.
  private final class Range extends RecursiveAction {

    private final long[] source;
    private final int from;
    private final int to;
    private final KeyPath path;
    private final boolean counts;

    /// @param counts whether it counts for the progress of the run
    Range(long[] source, int from, int to, KeyPath path, boolean counts) {
      this.source = source;
      this.from = from;
      this.to = to;
      this.path = path;
      this.counts = counts;
    }

    @Override
    protected void compute() {
      if (run.isCancelled()) {
        return;
      }
      if (to - from > OWN) {
        share();
      } else {
        RangeJoin taken = idle.poll();
        RangeJoin join = taken == null ? joiner.get() : taken;
        join.join(source, from, to, path);
        idle.add(join);
      }
      if (counts) {
        run.did(to - from);
      }
    }

    private void share() {
      long varying = RangeJoin.varying(source, from, to);
      if (!path.isOpen(varying)) {
        return;
      }
      if (path.keyBits() > 0) {
        shareBuckets(path, varying);
      } else if (RangeSample.isWorthSplitting(source, from, to, path)) {
        path.children().forEach(child -> shareBuckets(child, varying));
      } else {
        int chunk = (to - from) / CHUNKS + 1;
        Parallel.each(
            CHUNKS,
            c -> {
              int start = from + c * chunk;
              comparison.many(source, start, Math.min(to, start + chunk), to, path);
            });
      }
    }

    private void shareBuckets(KeyPath childPath, long varying) {
      if (childPath.agrees(varying)) {
        new Range(source, from, to, childPath.after(childPath.keyBits()), false).compute();
        return;
      }
      int bits = Math.min(childPath.keyBits(), MAX_BITS_IN_PLACE);
      int[] ends = RadixPartition.inPlace(source, from, to, childPath.shiftOf(bits), bits);
      KeyPath after = childPath.after(bits);
      List<Range> ranges = new ArrayList<>();
      for (int i = 0, start = from; i < ends.length; start = ends[i++]) {
        if (ends[i] - start > 1) {
          ranges.add(new Range(source, start, ends[i], after, false));
        }
      }
      invokeAll(ranges);
    }
  }
}
