package io.neardup.pairs;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Finds pairs within a distance that differ in at most `radius` bits of at least one block: block
/// by block, the rows are ordered by the block's value, and the rows of each value are compared
/// with those of every value within the radius.
///
/// For wide fingerprints and large distances, where no whole block need be equal. Exact up to
/// `blocks * (radius + 1) - 1` bits; beyond that a pair is found with the probability that
/// [ProbeRecall] tells. Takes as much memory again as the rows, and 4 bytes a row.
///
/// Where many rows share a value, they are compared as fast as a [ScanJoin] does it, and by all
/// threads; [JoinPlanner] sees to it that not too many of them do.
///
/// Source: Norouzi, Punjani, Fleet 2014, "Fast Exact Search in Hamming Space with Multi-Index
/// Hashing", §3.
final class ProbeJoin {

  private static final int TASKS = 1024;

  /// Rows of a value that are passed over while they are in the first-level cache.
  private static final int TILE = 4 * RowColumns.RUN;

  private final Rows rows;
  private final int words;
  private final int maxDistance;
  private final BlockCut cut;
  private final int radius;
  private final PairSink sink;
  private final JoinRun run;
  private final long[] ordered; // the rows in the order of the current block, by columns
  private final RowColumns columns;
  private final int[] rowOf;
  private int[] ends = new int[0]; // of each value of the block, in ordered

  ProbeJoin(Rows rows, int maxDistance, int blocks, int radius, PairSink sink, JoinRun run) {
    this.rows = rows;
    this.words = rows.wordCount();
    this.maxDistance = maxDistance;
    this.cut = new BlockCut(rows.bits(), blocks);
    this.radius = radius;
    this.sink = sink;
    this.run = run;
    this.ordered = new long[rows.size() * words];
    this.columns = new RowColumns(ordered, words, rows.size());
    this.rowOf = new int[rows.size()];
  }

  /// Runs the join in the pool of the calling thread.
  void join() {
    join(IntStream.range(0, cut.blocks()).toArray());
  }

  /// The same for the pairs that are found by these blocks, and not by an earlier one.
  void join(int[] chosen) {
    run.begin((long) chosen.length * TASKS);
    for (int block : chosen) {
      if (run.isCancelled()) {
        return;
      }
      order(block);
      int[] masks = masks(cut.width(block));
      Parallel.each(TASKS, task -> join(block, task, masks));
    }
  }

  /// Counting sort by the value of the block.
  private void order(int block) {
    int[] heads = new int[(1 << cut.width(block)) + 1];
    for (int row = 0; row < rows.size(); row++) {
      heads[value(row, block) + 1]++;
    }
    for (int value = 0; value < heads.length - 1; value++) {
      heads[value + 1] += heads[value];
    }
    for (int row = 0; row < rows.size(); row++) {
      rowOf[heads[value(row, block)]++] = row;
    }
    ends = heads;
    Parallel.each(
        TASKS,
        task -> {
          for (int i = start(task), end = start(task + 1); i < end; i++) {
            for (int w = 0; w < words; w++) {
              ordered[w * rows.size() + i] = rows.words()[rowOf[i] * words + w];
            }
          }
        });
  }

  private int start(int task) {
    return (int) ((long) rows.size() * task / TASKS);
  }

  private int value(int row, int block) {
    return cut.value(rows.words(), row * words, block);
  }

  /// Every value of 1 to `radius` set bits.
  private int[] masks(int width) {
    int[] masks = new int[(int) ProbeRecall.probes(width, radius) - 1];
    int count = 0;
    int[] layer = {0};
    for (int bits = 0; bits < radius; bits++) {
      int[] next = new int[layer.length * width];
      int size = 0;
      for (int mask : layer) {
        int above = mask == 0 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(mask);
        for (int bit = above; bit < width; bit++) {
          next[size++] = mask | 1 << bit;
        }
      }
      layer = Arrays.copyOf(next, size);
      System.arraycopy(layer, 0, masks, count, size);
      count += size;
    }
    return masks;
  }

  /// Compares an equal share of the ordered rows, value by value, with what follows.
  private void join(int block, int task, int[] masks) {
    int[] distances = new int[RowColumns.RUN];
    int last = start(task + 1);
    for (int from = start(task), to; from < last; from = to) {
      int value = value(rowOf[from], block);
      to = Math.min(last, ends[value]);
      compare(block, from, to, from + 1, ends[value], distances);
      for (int mask : masks) {
        int other = value ^ mask;
        if (other > value) {
          compare(block, from, to, ends[other - 1], ends[other], distances);
        }
      }
      if (run.isCancelled()) {
        return;
      }
    }
    run.did(1);
  }

  /// Compares each of `[from, to)` with those of `[first, last)` that follow it.
  private void compare(int block, int from, int to, int first, int last, int[] distances) {
    for (int tile = first; tile < last && !run.isCancelled(); tile += TILE) {
      int end = Math.min(last, tile + TILE);
      for (int one = from; one < to; one++) {
        for (int at = Math.max(one + 1, tile); at < end; at += RowColumns.RUN) {
          int length = Math.min(RowColumns.RUN, end - at);
          if (columns.nearest(rows.words(), rowOf[one] * words, at, length, distances)
              <= maxDistance) {
            collect(block, rowOf[one], at, length);
          }
        }
      }
    }
  }

  private void collect(int block, int row, int from, int length) {
    for (int i = from; i < from + length; i++) {
      int distance = rows.distance(row, rowOf[i]);
      if (distance <= maxDistance && isFirst(block, row, rowOf[i])) {
        sink.pair(Math.min(row, rowOf[i]), Math.max(row, rowOf[i]), distance);
      }
    }
  }

  /// Whether no earlier block leads to a pair.
  private boolean isFirst(int block, int one, int other) {
    for (int earlier = 0; earlier < block; earlier++) {
      if (Integer.bitCount(value(one, earlier) ^ value(other, earlier)) <= radius) {
        return false;
      }
    }
    return true;
  }
}
