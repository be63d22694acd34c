package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.index.BucketSizes;
import io.neardup.index.Probing;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A [WideTable] for each key of wide fingerprints, or no tables.
final class WideTableSet {

  private final Blocks blocks;
  private final SketchWindows windows;
  private final WideTable[] tables;

  /// @param withTables whether to create tables
  WideTableSet(Blocks blocks, boolean withTables) {
    this.blocks = blocks;
    this.windows = new SketchWindows(blocks);
    this.tables =
        IntStream.range(0, withTables ? blocks.keys() : 0)
            .mapToObj(key -> new WideTable(blocks.width(key)))
            .toArray(WideTable[]::new);
  }

  boolean isEmpty() {
    return tables.length == 0;
  }

  int count() {
    return tables.length;
  }

  void add(int row, long[] words) {
    for (int table = 0; table < tables.length; table++) {
      tables[table].add(blocks.value(table, words), row, windows.sketch(table, words, 0));
    }
  }

  void remove(int row, long[] words) {
    for (int table = 0; table < tables.length; table++) {
      tables[table].remove(blocks.value(table, words), row);
    }
  }

  /// Adds many rows to empty tables, on the calling thread's pool.
  ///
  /// @param numbers of the rows of `snapshot`
  void fill(int[] numbers, FingerprintSnapshot snapshot) {
    long[] words = snapshot.words();
    int wordCount = snapshot.wordCount();
    Parallel.each(
        tables.length,
        table ->
            tables[table].fill(
                numbers,
                i -> blocks.value(table, words, i * wordCount),
                i -> windows.sketch(table, words, i * wordCount)));
  }

  /// Collects the probed buckets.
  ///
  /// @return for each probed table, the number of runs, including the runs of earlier tables
  int[] find(long[] query, WideProbing probing, ProbedRuns runs) {
    Probing nearby = probing.keys();
    int[] keys = new int[probing.tables()];
    for (int table = 0; table < keys.length; table++) {
      keys[table] = blocks.value(table, query);
      runs.prefetched(tables[table].prefetch(keys[table], nearby.radius(table)));
    }
    int[] ends = new int[keys.length];
    for (int table = 0; table < ends.length; table++) {
      tables[table].find(keys[table], nearby.radius(table), nearby.blocks().dropped(), runs);
      ends[table] = runs.count();
    }
    return ends;
  }

  void count(BucketSizes sizes) {
    for (WideTable table : tables) {
      table.count(sizes);
    }
  }

  /// The memory in bytes.
  long bytes() {
    return Stream.of(tables).mapToLong(WideTable::bytes).sum();
  }
}
