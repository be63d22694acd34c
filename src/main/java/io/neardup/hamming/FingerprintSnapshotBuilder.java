package io.neardup.hamming;

import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Collects documents with their fingerprints, in any order, and builds a [FingerprintSnapshot].
/// Not thread-safe.
public final class FingerprintSnapshotBuilder {

  private final int bits;
  private final int wordCount;
  private long[] words;
  private int[] documents;
  private int size;

  /// A builder without fingerprints.
  ///
  /// @param bits the width of the fingerprints, 32 to 512
  /// @param expected approximate number of documents
  public FingerprintSnapshotBuilder(int bits, int expected) {
    this.bits = bits;
    this.wordCount = FingerprintSnapshot.wordCount(bits);
    this.words = new long[Math.multiplyExact(Math.max(1, expected), wordCount)];
    this.documents = new int[Math.max(1, expected)];
  }

  /// Adds a document, which must not have been added before.
  public void add(int document, Fingerprint fingerprint) {
    if (fingerprint.bits() != bits) {
      throw new IllegalArgumentException(
          "fingerprint must have " + bits + " bits, had " + fingerprint.bits());
    }
    reserve();
    for (int w = 0; w < wordCount; w++) {
      words[size * wordCount + w] = fingerprint.word(w);
    }
    documents[size++] = document;
  }

  /// Builds the snapshot. The builder cannot be used afterwards: the snapshot takes over its
  /// memory.
  public FingerprintSnapshot build(ForkJoinPool pool) {
    FingerprintSnapshot built = sorted(pool);
    words = new long[0];
    documents = new int[0];
    return built;
  }

  private FingerprintSnapshot sorted(ForkJoinPool pool) {
    pool.invoke(new RowSort(words, documents, wordCount, 0, size, Long.SIZE * wordCount));
    int rows = countDistinct();
    if (rows == size) {
      return new FingerprintSnapshot(bits, rows, words, documents, null);
    }
    int[] starts = new int[rows + 1];
    int row = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || !isSame(i - 1, i)) {
        starts[row] = i;
        System.arraycopy(words, i * wordCount, words, row * wordCount, wordCount);
        row++;
      }
    }
    starts[rows] = size;
    for (int i = 0; i < rows; i++) {
      Arrays.sort(documents, starts[i], starts[i + 1]);
    }
    return new FingerprintSnapshot(
        bits, rows, Arrays.copyOf(words, rows * wordCount), documents, starts);
  }

  private int countDistinct() {
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || !isSame(i - 1, i)) {
        distinct++;
      }
    }
    return distinct;
  }

  private boolean isSame(int a, int b) {
    int to = (a + 1) * wordCount;
    return Arrays.equals(words, a * wordCount, to, words, b * wordCount, (b + 1) * wordCount);
  }

  private void reserve() {
    if (size == documents.length) {
      int capacity = Math.max(16, size + size / 2);
      words = Arrays.copyOf(words, Math.multiplyExact(capacity, wordCount));
      documents = Arrays.copyOf(documents, capacity);
    }
  }
}
