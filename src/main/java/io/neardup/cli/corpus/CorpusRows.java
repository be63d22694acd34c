package io.neardup.cli.corpus;

import io.neardup.hamming.FingerprintSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The rows of a corpus: records of equal fingerprints, and of equal features if these are kept.
/// Those of the reference are the first ones of each row.
final class CorpusRows {

  private final Corpus corpus;
  private final FingerprintSnapshot snapshot;
  private int[] rowOf = new int[0]; // of each record, once it is needed

  /// @param snapshot all rows of the corpus
  CorpusRows(Corpus corpus, FingerprintSnapshot snapshot) {
    this.corpus = corpus;
    this.snapshot = snapshot;
  }

  /// The rows.
  FingerprintSnapshot snapshot() {
    return snapshot;
  }

  /// The row of a record that has features.
  int rowOf(int record) {
    if (rowOf.length == 0) {
      rowOf = new int[corpus.size()];
      for (int row = 0; row < snapshot.size(); row++) {
        for (int i = 0; i < snapshot.documents(row); i++) {
          rowOf[snapshot.document(row, i)] = row;
        }
      }
    }
    return rowOf[record];
  }

  /// The records of some rows.
  IntStream records(List<Integer> some) {
    return some.stream()
        .flatMapToInt(
            row -> IntStream.range(0, snapshot.documents(row)).map(i -> snapshot.document(row, i)));
  }

  /// The distance of two records that have features.
  int distance(int a, int b) {
    return snapshot.distance(rowOf(a), rowOf(b));
  }

  /// The number of records of a row that belong to the reference.
  int referred(int row) {
    return corpus
        .reference()
        .countOf(snapshot.documents(row), index -> snapshot.document(row, index));
  }

  /// The number of pairs inside a row, without those inside the reference.
  ///
  /// @param onlyReferred whether those inside the input are left out, too
  long pairsIn(int row, boolean onlyReferred) {
    long all = snapshot.documents(row);
    long referred = referred(row);
    return pairs(all) - pairs(referred) - (onlyReferred ? pairs(all - referred) : 0);
  }

  private static long pairs(long records) {
    return records * (records - 1) / 2;
  }

  /// The number of pairs of records of two rows, without those inside the reference.
  ///
  /// @param onlyReferred whether those inside the input are left out, too
  long pairsOf(int a, int b, boolean onlyReferred) {
    long ofA = referred(a);
    long ofB = referred(b);
    long otherA = snapshot.documents(a) - ofA;
    long otherB = snapshot.documents(b) - ofB;
    return ofA * otherB + otherA * ofB + (onlyReferred ? 0 : otherA * otherB);
  }

  /// The preferred record of a row.
  Integer best(int row, Comparator<Integer> order) {
    Integer best = snapshot.document(row, 0);
    for (int i = 1; i < snapshot.documents(row); i++) {
      Integer document = snapshot.document(row, i);
      best = order.compare(document, best) < 0 ? document : best;
    }
    return best;
  }
}
