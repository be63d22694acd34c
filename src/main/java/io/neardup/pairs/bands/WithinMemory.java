package io.neardup.pairs.bands;

import io.neardup.hamming.FingerprintSnapshot;
import java.util.BitSet;

/// What is compared of some of the documents of a [StoredBandJoin], by their numbers.
final class WithinMemory implements BucketComparison.Rows {

  private final int wordCount;
  private final long[] chosen; // a bit for each number
  private final int[] before; // how many are chosen before each word of these
  private final long[] words;
  private final long[] sketches;
  private final long[] contents;
  private final byte[] further;
  private int size;

  /// @param documents that are going to be added
  /// @param bits of the fingerprints
  WithinMemory(BitSet documents, int bits) {
    chosen = documents.toLongArray();
    before = new int[chosen.length];
    int count = 0;
    for (int i = 0; i < chosen.length; i++) {
      before[i] = count;
      count += Long.bitCount(chosen[i]);
    }
    wordCount = FingerprintSnapshot.wordCount(bits);
    words = new long[Math.multiplyExact(count, wordCount)];
    sketches = new long[2 * count];
    contents = new long[count];
    further = new byte[Math.multiplyExact(count, BandPlan.FURTHER)];
  }

  /// The bytes that a document takes.
  static int bytes(int bits) {
    return Long.BYTES * (3 + FingerprintSnapshot.wordCount(bits)) + BandPlan.FURTHER;
  }

  void add(int number, StoredBands.StoredRow document) {
    System.arraycopy(document.words(), 0, words, size * wordCount, wordCount);
    System.arraycopy(document.sketch(), 0, sketches, 2 * size, 2);
    System.arraycopy(document.further(), 0, further, size * BandPlan.FURTHER, BandPlan.FURTHER);
    contents[size++] = document.contents();
  }

  private int place(int number) {
    int word = number / Long.SIZE;
    return before[word] + Long.bitCount(chosen[word] & (1L << number) - 1);
  }

  @Override
  public long sketch(int word, int row) {
    return sketches[2 * place(row) + word];
  }

  @Override
  public byte further(int index, int row) {
    return further[place(row) * BandPlan.FURTHER + index];
  }

  @Override
  public int distance(int a, int b) {
    int one = place(a) * wordCount;
    int other = place(b) * wordCount;
    int distance = 0;
    for (int word = 0; word < wordCount; word++) {
      distance += Long.bitCount(words[one + word] ^ words[other + word]);
    }
    return distance;
  }

  @Override
  public long contents(int row) {
    return contents[place(row)];
  }
}
