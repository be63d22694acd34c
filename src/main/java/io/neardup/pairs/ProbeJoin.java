package io.neardup.pairs;

import java.util.Arrays;

/// Finds pairs within a distance that differ in at most `radius` bits of at least one block: block
/// by block, the rows are ordered by the block's value, and the rows of each value are compared
/// with those of every value within the radius.
///
/// For wide fingerprints and large distances, where no whole block need be equal. Exact up to
/// `blocks * (radius + 1) - 1` bits; beyond that a pair is found with the probability that
/// [ProbeRecall] tells. Takes as much memory again as the rows, and 4 bytes a row.
///
/// Source: Norouzi, Punjani, Fleet 2014, "Fast Exact Search in Hamming Space with Multi-Index
/// Hashing", §3.
final class ProbeJoin {

  private static final int TASKS = 1024;

  private final Rows rows;
  private final int words;
  private final int maxDistance;
  private final int blocks;
  private final int radius;
  private final PairSink sink;
  private final JoinRun run;
  private final long[] ordered; // the rows in the order of the current block
  private final int[] rowOf;
  private int[] ends = new int[0]; // of each value of the block, in ordered

  ProbeJoin(Rows rows, int maxDistance, int blocks, int radius, PairSink sink, JoinRun run) {
    this.rows = rows;
    this.words = rows.wordCount();
    this.maxDistance = maxDistance;
    this.blocks = blocks;
    this.radius = radius;
    this.sink = sink;
    this.run = run;
    this.ordered = new long[rows.size() * words];
    this.rowOf = new int[rows.size()];
  }

  /// Runs the join in the pool of the calling thread.
  void join() {
    run.begin((long) blocks * TASKS);
    for (int block = 0; block < blocks && !run.isCancelled(); block++) {
      order(block);
      int[] masks = masks(width(block));
      int current = block;
      Parallel.each(
          TASKS,
          task -> {
            join(current, task, masks);
            run.did(1);
          });
    }
  }

  private int shift(int block) {
    return block * (rows.bits() / blocks) + Math.min(block, rows.bits() % blocks);
  }

  private int width(int block) {
    return rows.bits() / blocks + (block < rows.bits() % blocks ? 1 : 0);
  }

  private int value(long[] source, int row, int shift, int width) {
    int word = row * words + shift / Long.SIZE;
    int offset = shift % Long.SIZE;
    long value = source[word] >>> offset;
    if (offset + width > Long.SIZE) {
      value |= source[word + 1] << (Long.SIZE - offset);
    }
    return (int) value & ~(-1 << width);
  }

  /// Counting sort by the value of the block.
  private void order(int block) {
    int shift = shift(block);
    int width = width(block);
    int[] heads = new int[(1 << width) + 1];
    for (int row = 0; row < rows.size(); row++) {
      heads[value(rows.words(), row, shift, width) + 1]++;
    }
    for (int value = 0; value < 1 << width; value++) {
      heads[value + 1] += heads[value];
    }
    for (int row = 0; row < rows.size(); row++) {
      rowOf[heads[value(rows.words(), row, shift, width)]++] = row;
    }
    ends = heads;
    int chunk = rows.size() / TASKS + 1;
    Parallel.each(
        TASKS,
        task -> {
          for (int i = task * chunk, end = Math.min(rows.size(), i + chunk); i < end; i++) {
            System.arraycopy(rows.words(), rowOf[i] * words, ordered, i * words, words);
          }
        });
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

  private void join(int block, int task, int[] masks) {
    int values = 1 << width(block);
    int from = (int) ((long) values * task / TASKS);
    int to = (int) ((long) values * (task + 1) / TASKS);
    for (int value = from; value < to; value++) {
      int start = value == 0 ? 0 : ends[value - 1];
      if (start == ends[value]) {
        continue;
      }
      if (run.isCancelled()) {
        return;
      }
      for (int i = start; i < ends[value] - 1; i++) {
        compare(block, i, i + 1, ends[value]);
      }
      for (int mask : masks) {
        int other = value ^ mask;
        if (other > value && ends[other - 1] < ends[other]) {
          for (int i = start; i < ends[value]; i++) {
            compare(block, i, ends[other - 1], ends[other]);
          }
        }
      }
    }
  }

  private void compare(int block, int one, int from, int to) {
    if (words == 4) {
      compare4(block, one, from, to);
      return;
    }
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

  /// Takes a pair unless an earlier block has led to it.
  private void found(int block, int one, int other, int distance) {
    for (int earlier = 0; earlier < block; earlier++) {
      int shift = shift(earlier);
      int width = width(earlier);
      int difference = value(ordered, one, shift, width) ^ value(ordered, other, shift, width);
      if (Integer.bitCount(difference) <= radius) {
        return;
      }
    }
    int a = rowOf[one];
    int b = rowOf[other];
    sink.pair(Math.min(a, b), Math.max(a, b), distance);
  }
}
