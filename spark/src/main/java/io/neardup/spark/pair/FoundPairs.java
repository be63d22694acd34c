package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.pairs.PairRounds;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.spark.sql.Row;

/// The rows of a group, and the pairs that are found among them. A pair of two indexes takes 8
/// bytes until it becomes a row.
final class FoundPairs {

  private final List<Row> group = new ArrayList<>();
  private final LongStream.Builder found = LongStream.builder();
  private int size;

  FoundPairs(Iterator<Row> rows) {
    rows.forEachRemaining(group::add);
  }

  /// The rows of the group.
  List<Row> group() {
    return group;
  }

  /// Adds a pair.
  void add(int a, int b) {
    found.add(PairRounds.pair(a, b));
    size++;
  }

  /// The number of pairs that were added.
  int size() {
    return size;
  }

  /// The fingerprints of the group for a join of the engine; the document of each is its index
  /// here.
  FingerprintSnapshot snapshot(int bits, Function<Row, byte[]> fingerprint, ForkJoinPool pool) {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(bits, group.size());
    for (int i = 0; i < group.size(); i++) {
      builder.add(i, FingerprintBytes.fingerprint(fingerprint.apply(group.get(i)), bits));
    }
    return builder.build(pool);
  }

  /// The pairs, after which none can be added.
  LongStream pairs() {
    return found.build();
  }
}
