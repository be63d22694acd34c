package io.neardup.hamming;

import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The distinct fingerprints of a collection at one moment, with their documents, or a copy in
/// which [some rows are divided][#divided]. Immutable.
///
/// Rows are in ascending order of their words, word 0 first, compared as unsigned, so that the
/// order depends only on the fingerprints. 8 bytes per word and row, 4 bytes per document, and 4
/// more per row if any two documents share a fingerprint.
public final class FingerprintSnapshot {

  private final int bits;
  private final int wordCount;
  private final int size;
  private final long[] words; // row by row
  private final int[] documents;
  private final int @Nullable [] starts; // of rows in documents; null if each row has one

  FingerprintSnapshot(int bits, int size, long[] words, int[] documents, int @Nullable [] starts) {
    this.bits = bits;
    this.wordCount = wordCount(bits);
    this.size = size;
    this.words = words;
    this.documents = documents;
    this.starts = starts;
  }

  /// A copy without some rows and their documents. O(documents).
  public FingerprintSnapshot without(BitSet rows) {
    int kept = size - rows.cardinality();
    if (kept == size) {
      return this;
    }
    long[] keptWords = new long[kept * wordCount];
    int[] keptDocuments = new int[documents()];
    int[] keptStarts = new int[kept + 1];
    int row = 0;
    for (int from = rows.nextClearBit(0); from < size; from = rows.nextClearBit(from + 1)) {
      int count = documents(from);
      System.arraycopy(words, from * wordCount, keptWords, row * wordCount, wordCount);
      int first = starts == null ? from : starts[from];
      System.arraycopy(documents, first, keptDocuments, keptStarts[row], count);
      keptStarts[row + 1] = keptStarts[row] + count;
      row++;
    }
    return new FingerprintSnapshot(bits, kept, keptWords, keptDocuments, keptStarts);
  }

  /// A copy in which the documents of some rows are divided among several rows with the same
  /// fingerprint. O(documents).
  ///
  /// @param parts by row, the part number of each document in order, from 0 without gaps; rows
  ///   without an entry stay whole
  public FingerprintSnapshot divided(Map<Integer, int[]> parts) {
    int added =
        parts.values().stream().mapToInt(each -> Arrays.stream(each).max().orElseThrow()).sum();
    int count = size + added;
    long[] copiedWords = new long[count * wordCount];
    int[] ordered = new int[documents()];
    int[] newStarts = new int[count + 1];
    int[] undivided = new int[IntStream.range(0, size).map(this::documents).max().orElse(0)];
    int to = 0;
    for (int row = 0; row < size; row++) {
      int[] divided = parts.getOrDefault(row, undivided);
      int rows = 1;
      for (int i = 0; i < documents(row); i++) {
        newStarts[to + divided[i] + 1]++;
        rows = Math.max(rows, divided[i] + 1);
      }
      for (int part = 0; part < rows; part++) {
        System.arraycopy(words, row * wordCount, copiedWords, (to + part) * wordCount, wordCount);
        newStarts[to + part + 1] += newStarts[to + part];
      }
      int[] next = Arrays.copyOfRange(newStarts, to, to + rows);
      for (int i = 0; i < documents(row); i++) {
        ordered[next[divided[i]]++] = document(row, i);
      }
      to += rows;
    }
    return new FingerprintSnapshot(bits, count, copiedWords, ordered, newStarts);
  }

  /// The number of words of a fingerprint of that width.
  public static int wordCount(int bits) {
    return (bits + Long.SIZE - 1) / Long.SIZE;
  }

  /// The width of the fingerprints.
  public int bits() {
    return bits;
  }

  /// The number of rows.
  public int size() {
    return size;
  }

  /// The number of documents in all rows.
  public int documents() {
    return starts == null ? size : starts[size];
  }

  /// The number of documents with the fingerprint of a row, 1 or more.
  public int documents(int row) {
    return starts == null ? 1 : starts[row + 1] - starts[row];
  }

  /// A document of a row; documents are in ascending order.
  ///
  /// @param index below `documents(row)`
  public int document(int row, int index) {
    return documents[(starts == null ? row : starts[row]) + index];
  }

  /// The fingerprint of a row.
  public Fingerprint fingerprint(int row) {
    return Fingerprint.of(bits, wordsOf(row));
  }

  /// The words of a row, the lowest first.
  public long[] wordsOf(int row) {
    return Arrays.copyOfRange(words, row * wordCount, (row + 1) * wordCount);
  }

  /// The distance between two rows, in bits.
  public int distance(int a, int b) {
    int distance = 0;
    for (int w = 0; w < wordCount; w++) {
      distance += Long.bitCount(words[a * wordCount + w] ^ words[b * wordCount + w]);
    }
    return distance;
  }

  /// The number of words of a fingerprint.
  public int wordCount() {
    return wordCount;
  }

  /// The words of all rows, `wordCount` each; must not be modified.
  public long[] words() {
    return words;
  }
}
