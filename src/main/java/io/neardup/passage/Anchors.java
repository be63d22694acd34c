package io.neardup.passage;

import java.util.Arrays;

/// The anchors of a text, in order. Immutable; 12 bytes each.
public final class Anchors {

  private final long[] hashes;
  private final int[] tokens;
  private final int size;

  /// Takes ownership of the arrays.
  Anchors(long[] hashes, int[] tokens, int size) {
    this.hashes = hashes;
    this.tokens = tokens;
    this.size = size;
  }

  /// The number of anchors.
  public int size() {
    return size;
  }

  /// The hash of an anchor's token run.
  public long hash(int anchor) {
    return hashes[anchor];
  }

  /// The index of an anchor's first token; ascending.
  public int token(int anchor) {
    return tokens[anchor];
  }

  /// The distinct hashes, ascending. O(n log n).
  public long[] distinct() {
    long[] sorted = Arrays.copyOf(hashes, size);
    Arrays.sort(sorted);
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[count++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, count);
  }
}
