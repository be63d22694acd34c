package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.PairSet;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;

/// Pairs of records in memory, up to 16 bytes each, by pairs of distinct fingerprints. Thread-safe.
///
/// Of more than [CorpusJoin#MAX_EQUAL] records with one fingerprint, the first is paired with the
/// others, and represents them in further pairs.
final class ListedPairs {

  private final FingerprintSnapshot snapshot;
  private final IntPredicate isReferred;
  private final boolean onlyReferred;
  private final PairSet pairs;
  private final int maxPairs;

  /// The pairs of records with equal fingerprints.
  ///
  /// @param reference if it has records, only pairs of one of them and another one are listed
  /// @throws FileFailure if there are more than `maxPairs`
  ListedPairs(FingerprintSnapshot snapshot, Reference reference, int maxPairs) {
    this.snapshot = snapshot;
    this.isReferred = reference::has;
    this.onlyReferred = reference.size() > 0;
    this.maxPairs = maxPairs;
    this.pairs = new PairSet(maxPairs);
    for (int row = 0; row < snapshot.size(); row++) {
      for (int i = 0; i < listed(row); i++) {
        for (int j = i + 1; j < snapshot.documents(row); j++) {
          if (!add(snapshot.document(row, i), snapshot.document(row, j))) {
            throw tooMany(maxPairs);
          }
        }
      }
    }
  }

  /// Adds the records of two rows.
  ///
  /// @return false if there are too many
  boolean addRows(int a, int b) {
    for (int i = 0; i < listed(a); i++) {
      for (int j = 0; j < listed(b); j++) {
        int one = snapshot.document(a, i);
        int other = snapshot.document(b, j);
        if (!add(Math.min(one, other), Math.max(one, other))) {
          return false;
        }
      }
    }
    return true;
  }

  private int listed(int row) {
    int records = snapshot.documents(row);
    return records > CorpusJoin.MAX_EQUAL ? 1 : records;
  }

  private boolean add(int earlier, int later) {
    return onlyReferred && isReferred.test(earlier) == isReferred.test(later)
        || pairs.add(new long[] {(long) earlier << Integer.SIZE | later}, 1);
  }

  /// The pairs, ordered by the earlier record, which is in the upper half, then by the later one.
  ///
  /// @throws FileFailure if there are more than the maximum
  LongStream all() {
    int count = pairs.size();
    if (pairs.isFull()) {
      throw tooMany(maxPairs);
    }
    return Arrays.stream(pairs.sorted(), 0, count);
  }

  /// The failure of a join with more pairs than the maximum.
  static FileFailure tooMany(int maxPairs) {
    return new FileFailure(
        "there are more than "
            + maxPairs
            + " pairs, the maximum in memory; lower --max-distance, raise --max-pairs, or use"
            + " --by components for groups, which stores no pairs");
  }
}
