package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The fingerprints of a group, in arrays that are used again for the next group. Not thread-safe.
public final class GroupRows {

  private final BlockPlan plan;
  private final int wordCount;
  private long[] words = new long[1024];
  private long[] firsts = new long[256];
  private long[] documents = new long[256];
  private long[] referred = new long[256];
  private int size;

  public GroupRows(BlockPlan plan) {
    this.plan = plan;
    this.wordCount = FingerprintSnapshot.wordCount(plan.bits());
  }

  public void clear() {
    size = 0;
  }

  /// Adds a row.
  ///
  /// @param count of its documents
  /// @param ofReference how many of these are records of the reference
  public void add(byte[] fp, long first, long count, long ofReference) {
    if (size == firsts.length) {
      firsts = Arrays.copyOf(firsts, size * 2);
      documents = Arrays.copyOf(documents, size * 2);
      referred = Arrays.copyOf(referred, size * 2);
    }
    if ((size + 1) * wordCount > words.length) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    FingerprintBytes.words(fp, words, size * wordCount);
    firsts[size] = first;
    documents[size] = count;
    referred[size++] = ofReference;
  }

  public int size() {
    return size;
  }

  /// The number of the first document of a row.
  public long first(int row) {
    return firsts[row];
  }

  /// The number of pairs of a document of one row and one of the other, but for those of two
  /// records of the reference.
  ///
  /// @param onlyReferred whether pairs of two records of the input are left out, too
  public long pairs(int a, int b, boolean onlyReferred) {
    long input = (documents[a] - referred[a]) * (documents[b] - referred[b]);
    long pairs = documents[a] * documents[b] - referred[a] * referred[b];
    return onlyReferred ? pairs - input : pairs;
  }

  /// The distance of two rows.
  public int distance(int a, int b) {
    int distance = 0;
    for (int w = 0; w < wordCount; w++) {
      distance += Long.bitCount(words[a * wordCount + w] ^ words[b * wordCount + w]);
    }
    return distance;
  }

  /// Whether two rows have the same key of a block before another one.
  public boolean agree(int before, int a, int b) {
    for (int block = 0; block < before; block++) {
      if (plan.key(block, words, a * wordCount) == plan.key(block, words, b * wordCount)) {
        return true;
      }
    }
    return false;
  }

  /// The rows for a join of the engine; the document of each is its index here.
  public FingerprintSnapshot snapshot(ForkJoinPool pool) {
    int bits = plan.bits();
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(bits, size);
    for (int row = 0; row < size; row++) {
      builder.add(
          row,
          Fingerprint.of(bits, Arrays.copyOfRange(words, row * wordCount, (row + 1) * wordCount)));
    }
    return builder.build(pool);
  }
}
