package io.neardup.pairs;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.NearbyKeys;
import io.neardup.hamming.Parallel;
import java.util.stream.IntStream;

/// Finds pairs within a distance that differ in at most `radius` bits of at least one block: for
/// each block, the rows are ordered by the block's value, and the rows of each value are compared
/// with the rows of every value within the radius.
///
/// For wide fingerprints and large distances, for which no whole block need be equal. Exact up to
/// `blocks * (radius + 1) - 1` bits; beyond that a pair is found with the probability computed by
/// [io.neardup.hamming.ProbeRecall]. Takes as much memory again as the rows, and 4 bytes per row.
///
/// If many rows share a value, all threads compare them; [JoinPlanner] avoids plans with too many
/// such comparisons.
///
/// Source: Norouzi, Punjani, Fleet 2014, "Fast Exact Search in Hamming Space with Multi-Index
/// Hashing", §3.
final class ProbeJoin {

  private static final int TASKS = 1024;

  /// Rows of one value that are compared with others while they are in the cache.
  private static final int TILE = 1024;

  private final FingerprintSnapshot snapshot;
  private final int words;
  private final int maxDistance;
  private final Blocks cut;
  private final int radius;
  private final PairSink sink;
  private final JoinRun run;
  private final long[] ordered; // the rows in the order of the current block
  private final int[] rowOf;
  private int[] ends = new int[0]; // end of each value of the block, in ordered

  ProbeJoin(
      FingerprintSnapshot snapshot,
      int maxDistance,
      int blocks,
      int radius,
      PairSink sink,
      JoinRun run) {
    this.snapshot = snapshot;
    this.words = snapshot.wordCount();
    this.maxDistance = maxDistance;
    this.cut = new Blocks(snapshot.bits(), blocks);
    this.radius = radius;
    this.sink = sink;
    this.run = run;
    this.ordered = new long[snapshot.size() * words];
    this.rowOf = new int[snapshot.size()];
  }

  /// Runs the join in the pool of the calling thread.
  void join() {
    join(IntStream.range(0, cut.keys()).toArray());
  }

  /// Finds the pairs that agree on these blocks within the radius, and on no earlier block.
  void join(int[] chosen) {
    run.begin((long) chosen.length * TASKS);
    for (int block : chosen) {
      if (run.isCancelled()) {
        return;
      }
      order(block);
      int[] masks = NearbyKeys.all(cut.width(block), radius);
      Parallel.each(TASKS, task -> join(block, task, masks));
    }
  }

  /// Counting sort by the value of the block.
  private void order(int block) {
    int[] heads = new int[(1 << cut.width(block)) + 1];
    for (int row = 0; row < snapshot.size(); row++) {
      heads[value(row, block) + 1]++;
    }
    for (int value = 0; value < heads.length - 1; value++) {
      heads[value + 1] += heads[value];
    }
    for (int row = 0; row < snapshot.size(); row++) {
      rowOf[heads[value(row, block)]++] = row;
    }
    ends = heads;
    Parallel.each(
        TASKS,
        task -> {
          for (int i = start(task), end = start(task + 1); i < end; i++) {
            System.arraycopy(snapshot.words(), rowOf[i] * words, ordered, i * words, words);
          }
        });
  }

  private int start(int task) {
    return (int) ((long) snapshot.size() * task / TASKS);
  }

  private int value(int row, int block) {
    return cut.value(block, snapshot.words(), row * words);
  }

  /// Compares an equal share of the ordered rows, value by value, with the rows that follow.
  private void join(int block, int task, int[] masks) {
    int last = start(task + 1);
    for (int from = start(task), to; from < last; from = to) {
      int value = cut.value(block, ordered, from * words);
      to = Math.min(last, ends[value]);
      compare(block, from, to, from + 1, ends[value]);
      for (int mask : masks) {
        int other = value ^ mask;
        if (other > value) {
          compare(block, from, to, ends[other - 1], ends[other]);
        }
      }
      if (run.isCancelled()) {
        return;
      }
    }
    run.did(1);
  }

  /// Compares each row of `[from, to)` with the rows of `[first, last)` that follow it.
  private void compare(int block, int from, int to, int first, int last) {
    for (int tile = first; tile < last && !run.isCancelled(); tile += TILE) {
      int end = Math.min(last, tile + TILE);
      for (int one = from; one < to; one++) {
        if (words == 4) {
          compare4(block, one, Math.max(one + 1, tile), end);
        } else {
          compare(block, one, Math.max(one + 1, tile), end);
        }
      }
    }
  }

  private void compare(int block, int one, int from, int to) {
    int base = one * words;
    for (int i = from; i < to; i++) {
      int distance = 0;
      for (int w = 0; w < words; w++) {
        distance += Long.bitCount(ordered[base + w] ^ ordered[i * words + w]);
      }
      if (distance <= maxDistance) {
        found(block, one, i, distance);
      }
    }
  }

  private void compare4(int block, int one, int from, int to) {
    long word0 = ordered[one * 4];
    long word1 = ordered[one * 4 + 1];
    long word2 = ordered[one * 4 + 2];
    long word3 = ordered[one * 4 + 3];
    for (int i = from; i < to; i++) {
      int distance =
          Long.bitCount(word0 ^ ordered[i * 4])
              + Long.bitCount(word1 ^ ordered[i * 4 + 1])
              + Long.bitCount(word2 ^ ordered[i * 4 + 2])
              + Long.bitCount(word3 ^ ordered[i * 4 + 3]);
      if (distance <= maxDistance) {
        found(block, one, i, distance);
      }
    }
  }

  /// Reports a pair unless an earlier block finds it too.
  private void found(int block, int one, int other, int distance) {
    for (int earlier = 0; earlier < block; earlier++) {
      int difference =
          cut.value(earlier, ordered, one * words) ^ cut.value(earlier, ordered, other * words);
      if (Integer.bitCount(difference) <= radius) {
        return;
      }
    }
    int a = rowOf[one];
    int b = rowOf[other];
    sink.pair(Math.min(a, b), Math.max(a, b), distance);
  }
}
