package io.neardup.bench.baseline;

import java.util.Arrays;

/// Rows of four or more longs, one after the other, in blocks of 2^18 rows that begin at a line of
/// the cache if they fill regions of the collector; and an owner beside each.
final class BaselineRows {

  private static final int BITS = 18;
  private static final int MASK = (1 << BITS) - 1;
  private static final int HEADER_WORDS = 2;

  private final int wordCount;
  private long[][] blocks = new long[0][];
  private int[][] owners = new int[0][];
  private int end = 1;

  BaselineRows(int wordCount) {
    this.wordCount = wordCount;
  }

  int end() {
    return end;
  }

  int add(long[] words, int owner) {
    int row = (end & MASK) == 0 ? end + 1 : end; // the header lies where the first row would
    if (row >>> BITS == blocks.length) {
      blocks = Arrays.copyOf(blocks, blocks.length + 1);
      owners = Arrays.copyOf(owners, owners.length + 1);
      blocks[blocks.length - 1] = new long[(wordCount << BITS) - HEADER_WORDS];
      owners[owners.length - 1] = new int[1 << BITS];
    }
    System.arraycopy(words, 0, blocks[row >>> BITS], at(row), wordCount);
    owners[row >>> BITS][row & MASK] = owner;
    end = row + 1;
    return row;
  }

  private int at(int row) {
    return (row & MASK) * wordCount - HEADER_WORDS;
  }

  void scan(BaselineFound found) {
    for (int block = 0; block < blocks.length; block++) {
      int first = (block << BITS) + 1;
      int rows = Math.min(end, block + 1 << BITS) - first;
      found.scan(blocks[block], at(first), rows, owners[block]);
    }
  }

  void look(int[] candidates, int count, BaselineFound found, BaselineFound.Filter filter) {
    found.fetched(fetch(candidates, count));
    for (int i = 0; i < count; i++) {
      int row = candidates[i];
      long[] block = blocks[row >>> BITS];
      int at = at(row);
      int distance = found.distance(block, at);
      if (distance <= found.bound()) {
        found.add(block, at, distance, owners[row >>> BITS][row & MASK], filter);
      }
    }
  }

  private long fetch(int[] candidates, int count) {
    long fetched = 0;
    for (int i = 0; i < count; i++) {
      fetched += blocks[candidates[i] >>> BITS][at(candidates[i])];
    }
    return fetched;
  }
}
