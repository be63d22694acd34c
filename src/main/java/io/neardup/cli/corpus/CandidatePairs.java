package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.measure.DropRule;
import io.neardup.measure.WeightedJaccard;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.PairSet;
import io.neardup.pairs.RecordPass;
import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Pairs of records whose features decide whether they are near-duplicates, and the similarities of
/// these, once the texts have been read again.
///
/// A pair takes 16 bytes. The texts are read in [PairRounds].
final class CandidatePairs {

  private static final int FEATURE_BYTES = 10; // 16 with many different weights
  private static final int VECTOR_BYTES = 128; // objects, and the entry in the map

  private final PairSet found;
  private final long maxBytes;
  private long[] pairs = new long[0]; // of PairRounds, ascending, once all are found
  private double[] similarities = new double[0]; // of the pairs
  private byte[] drops =
      new byte[0]; // of the pairs: 1 if the earlier one takes the later, 2 reversed
  private int count;

  /// @param maxPairs maximum of pairs
  /// @param maxBytes of features that are kept in a round; one record's are kept in any case
  CandidatePairs(int maxPairs, long maxBytes) {
    this.found = new PairSet(maxPairs);
    this.maxBytes = maxBytes;
  }

  /// Pairs that were compared.
  ///
  /// @param pairs as of [PairRounds], ascending
  static CandidatePairs compared(long[] pairs, double[] similarities, int count) {
    CandidatePairs compared = new CandidatePairs(count, 0);
    compared.pairs = pairs;
    compared.similarities = similarities;
    compared.count = count;
    return compared;
  }

  /// About the bytes of memory that the features of a record take.
  static long bytes(int features) {
    return VECTOR_BYTES + (long) FEATURE_BYTES * features;
  }

  /// Adds two records, once.
  ///
  /// @return false if there are too many pairs
  boolean add(int one, int other) {
    return found.add(new long[] {PairRounds.pair(one, other)}, 1);
  }

  /// Whether there are more pairs than the maximum.
  boolean isFull() {
    return found.isFull();
  }

  /// The number of pairs, once they are compared.
  int size() {
    return count;
  }

  /// The earlier record of a pair.
  int earlier(int index) {
    return PairRounds.earlier(pairs[index]);
  }

  /// The later record of a pair.
  int later(int index) {
    return PairRounds.later(pairs[index]);
  }

  /// Reads the texts, and compares all pairs. No pair can be added afterwards.
  ///
  /// @param features the number of features of each record, at most
  /// @param rule which of the records may be dropped for which
  /// @throws FileFailure if a file cannot be read, or was changed
  void compare(RecordPass<FeatureVector> texts, IntUnaryOperator features, DropRule rule) {
    count = found.size();
    pairs = found.sorted();
    similarities = new double[count];
    drops = new byte[rule.isAll() ? 0 : count];
    new PairRounds<FeatureVector>(
            pairs,
            count,
            (index, _, earlier, later) -> {
              similarities[index] = WeightedJaccard.of(earlier, later);
              if (drops.length > 0) {
                int ofLater = rule.drops(later, earlier) ? 1 : 0;
                drops[index] = (byte) (ofLater | (rule.drops(earlier, later) ? 2 : 0));
              }
            })
        .compare(texts, record -> bytes(features.applyAsInt(record)), maxBytes);
  }

  /// Whether a record may be dropped for another one, with which it was compared.
  boolean drops(int record, int kept) {
    int index = Arrays.binarySearch(pairs, 0, count, PairRounds.pair(record, kept));
    return index >= 0 && (drops[index] & (record > kept ? 1 : 2)) != 0;
  }

  /// The exact similarity of the features of two records, null if they were not compared.
  @Nullable Double similarity(int one, int other) {
    int index = Arrays.binarySearch(pairs, 0, count, PairRounds.pair(one, other));
    return index < 0 ? null : similarities[index];
  }

  /// The similarity of a pair that was compared.
  double similarity(int index) {
    return similarities[index];
  }
}
