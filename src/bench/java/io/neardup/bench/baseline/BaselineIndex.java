package io.neardup.bench.baseline;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.index.Match;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;

/// Tables of row numbers alone, by blocks of 16 bits; each candidate's row is read.
public final class BaselineIndex {

  private static final double PROBE_NANOS = 60;
  private static final double CANDIDATE_NANOS = 24;
  private static final double SCANNED_BIT_NANOS = 1.3 / 256;
  private static final int WIDTH = 16;

  private final int bits;
  private final int blocks;
  private final BaselineTable[] tables;
  private final BaselineRows rows;
  private final Map<List<Object>, Integer> steps = new HashMap<>();

  /// @param bits a multiple of 64
  public BaselineIndex(int bits) {
    this.bits = bits;
    this.blocks = bits / WIDTH;
    this.tables =
        IntStream.range(0, blocks).mapToObj(i -> new BaselineTable()).toArray(BaselineTable[]::new);
    this.rows = new BaselineRows(bits / Long.SIZE);
  }

  /// Takes fingerprints, each of one document, while there is none.
  public void fill(FingerprintSnapshot filling, ForkJoinPool pool) {
    int[] numbers = new int[filling.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = rows.add(filling.wordsOf(i), filling.document(i, 0));
    }
    int wordCount = filling.wordCount();
    pool.invoke(
        ForkJoinTask.adapt(() ->
            Parallel.each(
                blocks,
                block ->
                    tables[block].fill(numbers, i -> key(block, filling.words(), i * wordCount)))));
  }

  private static int key(int block, long[] words, int at) {
    return (int) (words[at + block / 4] >>> block % 4 * WIDTH) & 0xFFFF;
  }

  /// The `limit` nearest documents within a distance, found with that recall or a larger one.
  public List<Match> search(Fingerprint query, int maxDistance, double recall, int limit) {
    long[] words = new long[bits / Long.SIZE];
    for (int i = 0; i < words.length; i++) {
      words[i] = query.word(i);
    }
    BaselineFound found = new BaselineFound(words, maxDistance, limit + 1);
    int step =
        steps.computeIfAbsent(
            List.of(maxDistance, recall),
            asked -> BaselineRecall.step(bits, blocks, maxDistance, recall));
    if (step < 0 || !probe(found, step)) {
      rows.scan(found);
    }
    List<Match> matches = new ArrayList<>();
    for (int place : found.nearestFirst()) {
      int document = found.owner(place);
      Fingerprint fingerprint = Fingerprint.of(bits, found.wordsOf(place));
      matches.add(new Match(document, "" + document, fingerprint, found.distance(place)));
    }
    matches.sort(Comparator.comparingInt(Match::distance).thenComparing(Match::id));
    return List.copyOf(matches.subList(0, Math.min(limit, matches.size())));
  }

  private boolean probe(BaselineFound found, int step) {
    long[] query = found.query();
    int probed = Math.min(blocks, step);
    for (int table = 0; table < probed; table++) {
      found.fetched(tables[table].fetch(key(table, query, 0), radius(table, step)));
    }
    BaselineRuns runs = new BaselineRuns();
    int[] ends = new int[probed];
    for (int table = 0; table < probed; table++) {
      tables[table].find(key(table, query, 0), radius(table, step), runs);
      ends[table] = runs.count();
    }
    double probing = runs.probes() * PROBE_NANOS + (double) runs.size() * CANDIDATE_NANOS;
    if (probing >= rows.end() * (bits * SCANNED_BIT_NANOS)) {
      return false;
    }
    for (int table = 0; table < probed; table++) {
      int current = table;
      runs.handOn(
          table == 0 ? 0 : ends[table - 1],
          ends[table],
          (candidates, count) ->
              rows.look(
                  candidates, count, found, words -> firstCovering(words, query, step) == current));
    }
    found.fetched(runs.fetched());
    return true;
  }

  private int radius(int table, int step) {
    return Math.floorDiv(step - 1 - table, blocks);
  }

  private int firstCovering(long[] words, long[] query, int step) {
    for (int table = 0; table < blocks; table++) {
      int flips = Integer.bitCount(key(table, words, 0) ^ key(table, query, 0));
      if (flips <= radius(table, step)) {
        return table;
      }
    }
    return -1;
  }
}
