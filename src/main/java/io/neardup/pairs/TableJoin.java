package io.neardup.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/// Finds every pair within a distance among fingerprints of up to 64 bits, by partitioning them by
/// the keys of pigeonhole tables and comparing what shares a key.
final class TableJoin {

  /* The tables as a tree, for k = 3 and 5 blocks

      all ──► agree on block 0 ──► and 1 │ and 2 │ and 3 │ and 4
          ──► agree on block 1, differ in 0 ──► and 2 │ and 3 │ and 4
          ──► agree on block 2, differ in 0, 1 ──► and 3 │ and 4
          ──► agree on block 3, differ in 0, 1, 2 ──► and 4

  A pair within 3 bits differs in at most 3 of the 5 blocks, so it agrees on at least two; the first
  two that it agrees on are its one place in the tree. There are C(5, 2) = 10 leaves, the tables of
  the paper [1], but blocks are partitioned by only 4 times for all fingerprints; the 10 times
  below that happen within ranges that lie in the cache.

  Partitioning goes from one array to another by up to 11 bits, so that the heads of what is being
  written stay in the cache and the TLB; the pieces are then partitioned by the rest of their block and
  by the next in memory of the thread.

  A range that is small is compared pair by pair, wherever it is in the tree; a pair counts if its
  differing bits say that it belongs to this path (KeyPath.owns), so it counts once.

  Skew. A range that is still large when the layout has no more blocks to agree on is cut anew:
  the bits that its fingerprints do not agree on make k + 1 new blocks, and the tree goes on. So a
  million fingerprints that share 40 bits are joined like a million fingerprints of 24 bits, and not
  compared a million times a million. Before a range is partitioned, a sample of it tells whether
  that would leave fewer comparisons; where it would not, as within a dense cluster, whose pairs
  are mostly near anyway, all pairs of the range are compared, in vector instructions. Ranges too large
  for a thread's own memory are partitioned in place, and their buckets are shared among threads.

  Sources: [1] Manku, Jain, Das Sarma, "Detecting Near-Duplicates for Web Crawling", WWW 2007, §3;
           [2] Balkesen et al., "Main-Memory Hash Joins on Multi-Core CPUs", ICDE 2013 (radix
               partitioning, fan-out). */

  private static final int MAX_FIRST_BITS = 11;
  private static final int MAX_BITS = 12;
  private static final int MAX_BITS_IN_PLACE = 8;
  private static final int OWN = 1 << 17; // fingerprints that a thread partitions in its own memory
  private static final int CHUNKS = 64;
  private static final int FEW_A_PATH = 12;
  private static final int SAMPLE = 256;
  private static final double WORTH = 0.5; // of the comparisons must be spared by partitioning

  /// Fingerprints compared together: enough for the compiler to use vector instructions.
  private static final int RUN = 64;

  private final long[] fingerprints;
  private final int size;
  private final int maxDistance;
  private final int few;
  private final KeyPath root;
  private final WordPairs found;
  private final JoinRun run;
  private final ConcurrentLinkedQueue<Scratch> idle = new ConcurrentLinkedQueue<>();

  /// Takes pairs of fingerprints, from several threads.
  @FunctionalInterface
  interface WordPairs {
    void pair(long a, long b);
  }

  /// @param fingerprints `size` distinct ones; not written to
  /// @param blocks more than `maxDistance`, at most `bits`
  TableJoin(
      long[] fingerprints,
      int size,
      int bits,
      int maxDistance,
      int blocks,
      WordPairs found,
      JoinRun run) {
    this.fingerprints = fingerprints;
    this.size = size;
    this.maxDistance = maxDistance;
    this.few = few(maxDistance);
    this.root = KeyPath.root(bits, maxDistance, blocks);
    this.found = found;
    this.run = run;
  }

  /// Ranges of at most that many are compared pair by pair.
  static int few(int maxDistance) {
    return FEW_A_PATH * (maxDistance + 1);
  }

  /// Runs the join in the pool of the calling thread. Takes as much memory again as the
  /// fingerprints.
  void join() {
    long[] pieces = new long[size];
    List<KeyPath> paths = root.children();
    run.begin((long) size * paths.size());
    for (KeyPath path : paths) {
      int bits = Math.min(path.keyBits(), firstBits());
      int[] ends = partition(path.shiftOf(bits), bits, pieces);
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

  /// Writes the fingerprints to `to`, ordered by `bits` bits, and returns where each value ends.
  private int[] partition(int shift, int bits, long[] to) {
    int chunk = size / CHUNKS + 1;
    int[][] heads = new int[CHUNKS][1 << bits];
    Parallel.each(
        CHUNKS,
        c -> {
          int[] counts = heads[c];
          for (int i = c * chunk, end = Math.min(size, i + chunk); i < end; i++) {
            counts[digit(fingerprints[i], shift, bits)]++;
          }
        });
    int at = 0;
    int[] ends = new int[1 << bits];
    for (int digit = 0; digit < ends.length; digit++) {
      for (int[] head : heads) {
        int count = head[digit];
        head[digit] = at;
        at += count;
      }
      ends[digit] = at;
    }
    Parallel.each(
        CHUNKS,
        c -> {
          int[] head = heads[c];
          for (int i = c * chunk, end = Math.min(size, i + chunk); i < end; i++) {
            long fingerprint = fingerprints[i];
            to[head[digit(fingerprint, shift, bits)]++] = fingerprint;
          }
        });
    return ends;
  }

  private static int digit(long fingerprint, int shift, int bits) {
    return (int) (fingerprint >>> shift) & ~(-1 << bits);
  }

  /// A range that agrees on a path, as a task.
  private final class Range extends RecursiveAction {

    private final long[] source;
    private final int from;
    private final int to;
    private final KeyPath path;
    private final boolean counts;

    /// @param counts whether the progress of the run counts it
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
        Scratch taken = idle.poll();
        Scratch scratch = taken == null ? new Scratch() : taken;
        scratch.join(source, from, to, path, 0);
        idle.add(scratch);
      }
      if (counts) {
        run.did(to - from);
      }
    }

    private void share() {
      long varying = varying(source, from, to);
      if (!path.isOpen(varying)) {
        return;
      }
      if (path.keyBits() > 0) {
        shareBuckets(path, varying);
      } else if (isWorthSplitting(source, from, to, path)) {
        path.children().forEach(child -> shareBuckets(child, varying));
      } else {
        int chunk = (to - from) / CHUNKS + 1;
        Parallel.each(
            CHUNKS,
            c -> {
              int start = from + c * chunk;
              compareRuns(source, start, Math.min(to, start + chunk), to, path);
            });
      }
    }

    private void shareBuckets(KeyPath child, long varying) {
      if (child.agrees(varying)) {
        new Range(source, from, to, child.after(child.keyBits()), false).compute();
        return;
      }
      int bits = Math.min(child.keyBits(), MAX_BITS_IN_PLACE);
      int[] ends = partitionInPlace(source, from, to, child.shiftOf(bits), bits);
      KeyPath after = child.after(bits);
      List<Range> ranges = new ArrayList<>();
      for (int i = 0, start = from; i < ends.length; start = ends[i++]) {
        if (ends[i] - start > 1) {
          ranges.add(new Range(source, start, ends[i], after, false));
        }
      }
      invokeAll(ranges);
    }
  }

  /// The bits in which the fingerprints of a range are not all equal.
  private static long varying(long[] source, int from, int to) {
    long first = source[from];
    long varying = 0;
    for (int i = from; i < to; i++) {
      varying |= source[i] ^ first;
    }
    return varying;
  }

  /// Whether partitioning a range by each child of its path leaves fewer pairs to compare, judged
  /// by a sample.
  private boolean isWorthSplitting(long[] source, int from, int to, KeyPath path) {
    int count = Math.min(SAMPLE, to - from);
    double step = (double) (to - from) / count;
    long[] keys = new long[count];
    double left = 0;
    for (KeyPath child : path.children()) {
      int bits = Math.min(child.keyBits(), MAX_BITS);
      for (int i = 0; i < count; i++) {
        keys[i] = digit(source[from + (int) (i * step)], child.shiftOf(bits), bits);
      }
      Arrays.sort(keys);
      left += shareOfEqualPairs(keys);
    }
    return !path.children().isEmpty() && left < 1 - WORTH;
  }

  private static double shareOfEqualPairs(long[] sorted) {
    long equal = 0;
    for (int i = 1, run = 0; i < sorted.length; i++) {
      run = sorted[i] == sorted[i - 1] ? run + 1 : 0;
      equal += run;
    }
    return 2.0 * equal / ((double) sorted.length * (sorted.length - 1));
  }

  /// Compares each of `[from, last)` with all that follow it up to `to`, in runs.
  private void compareRuns(long[] source, int from, int last, int to, KeyPath path) {
    for (int i = from; i < last; i++) {
      long one = source[i];
      int at = i + 1;
      for (; at + RUN <= to; at += RUN) {
        if (nearest(source, at, one) <= maxDistance) {
          compareOne(source, one, at, at + RUN, path);
        }
      }
      compareOne(source, one, at, to, path);
      if (run.isCancelled()) {
        return;
      }
    }
  }

  private static int nearest(long[] source, int from, long one) {
    int nearest = Long.SIZE;
    for (int i = from; i < from + RUN; i++) {
      nearest = Math.min(nearest, Long.bitCount(source[i] ^ one));
    }
    return nearest;
  }

  private void compareOne(long[] source, long one, int from, int to, KeyPath path) {
    for (int i = from; i < to; i++) {
      long difference = one ^ source[i];
      if (Long.bitCount(difference) <= maxDistance && path.owns(difference)) {
        found.pair(one, source[i]);
      }
    }
  }

  private static int[] partitionInPlace(long[] a, int from, int to, int shift, int bits) {
    int[] ends = new int[1 << bits];
    for (int i = from; i < to; i++) {
      ends[digit(a[i], shift, bits)]++;
    }
    int[] heads = new int[ends.length];
    for (int digit = 0, at = from; digit < ends.length; digit++) {
      heads[digit] = at;
      at += ends[digit];
      ends[digit] = at;
    }
    for (int digit = 0; digit < ends.length; digit++) {
      while (heads[digit] < ends[digit]) {
        long fingerprint = a[heads[digit]];
        int belongs = digit(fingerprint, shift, bits);
        int place = heads[belongs]++;
        if (belongs != digit) {
          a[heads[digit]] = a[place];
          a[place] = fingerprint;
        }
      }
    }
    return ends;
  }

  /// The memory in which one thread joins small ranges: an array for each level of the tree.
  private final class Scratch {

    private final List<long[]> levels = new ArrayList<>();
    private final List<int[]> heads = new ArrayList<>();

    void join(long[] source, int from, int to, KeyPath path, int level) {
      if (run.isCancelled()) {
        return;
      }
      if (to - from <= few) {
        compare(source, from, to, path);
        return;
      }
      long varying = varying(source, from, to);
      if (!path.isOpen(varying)) {
        return;
      }
      if (path.keyBits() > 0) {
        split(source, from, to, path, varying, level);
      } else if (isWorthSplitting(source, from, to, path)) {
        for (KeyPath child : path.children()) {
          split(source, from, to, child, varying, level);
        }
      } else {
        compareRuns(source, from, to, to, path);
      }
    }

    private void split(long[] source, int from, int to, KeyPath path, long varying, int level) {
      if (path.agrees(varying)) {
        join(source, from, to, path.after(path.keyBits()), level);
        return;
      }
      int size = to - from;
      int bits = Math.min(path.keyBits(), fanOutBits(size));
      int shift = path.shiftOf(bits);
      int[] head = headsOf(level);
      long[] target = targetOf(level, size);
      Arrays.fill(head, 0, (1 << bits) + 1, 0);
      for (int i = from; i < to; i++) {
        head[digit(source[i], shift, bits) + 1]++;
      }
      for (int digit = 0; digit < 1 << bits; digit++) {
        head[digit + 1] += head[digit];
      }
      for (int i = from; i < to; i++) {
        long fingerprint = source[i];
        target[head[digit(fingerprint, shift, bits)]++] = fingerprint;
      }
      KeyPath after = path.after(bits);
      for (int digit = 0, start = 0; digit < 1 << bits; start = head[digit++]) {
        int end = head[digit];
        if (end - start <= few) {
          compare(target, start, end, after);
        } else {
          join(target, start, end, after, level + 1);
        }
      }
    }

    /// So many bits that about four fingerprints go to each bucket.
    private static int fanOutBits(int size) {
      return Math.min(
          MAX_BITS, Math.max(2, Integer.SIZE - Integer.numberOfLeadingZeros(size >>> 3)));
    }

    private void compare(long[] source, int from, int to, KeyPath path) {
      for (int i = from; i < to - 1; i++) {
        compareOne(source, source[i], i + 1, to, path);
      }
    }

    private int[] headsOf(int level) {
      if (level == heads.size()) {
        heads.add(new int[(1 << MAX_BITS) + 1]);
      }
      return heads.get(level);
    }

    private long[] targetOf(int level, int size) {
      if (level == levels.size()) {
        levels.add(new long[Math.max(size, 1024)]);
      } else if (levels.get(level).length < size) {
        levels.set(level, new long[size]);
      }
      return levels.get(level);
    }
  }
}
