package io.neardup.index;

import io.neardup.rows.FingerprintRows;
import io.neardup.rows.Parallel;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A [BlockTable] for each block of wide fingerprints, or none at all.
final class BlockTables {

  private final Blocks blocks;
  private final BlockTable[] tables;

  /// @param withTables whether there are any
  BlockTables(Blocks blocks, boolean withTables) {
    this.blocks = blocks;
    this.tables =
        IntStream.range(0, withTables ? blocks.count() : 0)
            .mapToObj(block -> new BlockTable(blocks.width(block)))
            .toArray(BlockTable[]::new);
  }

  boolean isEmpty() {
    return tables.length == 0;
  }

  int count() {
    return tables.length;
  }

  void add(int row, long[] words) {
    for (int table = 0; table < tables.length; table++) {
      tables[table].add(blocks.value(table, words), row);
    }
  }

  void remove(int row, long[] words) {
    for (int table = 0; table < tables.length; table++) {
      tables[table].remove(blocks.value(table, words), row);
    }
  }

  /// Adds many rows while there is none, on the threads of the pool that the calling thread belongs
  /// to.
  ///
  /// @param numbers of the rows of `filling`
  void fill(int[] numbers, FingerprintRows filling) {
    long[] words = filling.words();
    int wordCount = filling.wordCount();
    Parallel.each(
        tables.length,
        table -> tables[table].fill(numbers, i -> blocks.value(table, words, i * wordCount)));
  }

  /// Has the processor fetch the shards that are probed, see [BlockTable#fetch].
  int fetch(long[] query, Probing probing) {
    int fetched = 0;
    for (int table = 0; table < probed(probing); table++) {
      fetched += tables[table].fetch(blocks.value(table, query), probing.radius(table));
    }
    return fetched;
  }

  /// Finds the buckets that are probed.
  ///
  /// @return for each table that is probed, how many runs there are with those of the tables before
  int[] find(long[] query, Probing probing, Runs runs) {
    int[] ends = new int[probed(probing)];
    for (int table = 0; table < ends.length; table++) {
      tables[table].find(blocks.value(table, query), probing.radius(table), runs);
      ends[table] = runs.count();
    }
    return ends;
  }

  private int probed(Probing probing) {
    return Math.min(tables.length, probing.step());
  }

  /// The first table in which a row lies within the radius, or -1.
  int firstCovering(long[] words, long[] query, Probing probing) {
    for (int table = 0; table < tables.length; table++) {
      int flips = Integer.bitCount(blocks.value(table, words) ^ blocks.value(table, query));
      if (flips <= probing.radius(table)) {
        return table;
      }
    }
    return -1;
  }

  int largestBucket() {
    return Stream.of(tables).mapToInt(BlockTable::largestBucket).max().orElse(0);
  }
}
