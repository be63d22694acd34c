package io.neardup.pairs;

import io.neardup.hamming.FingerprintSnapshot;

/// Maps a fingerprint of up to 64 bits to its row: a directory by the first bits, then a binary
/// search. About half a byte per row.
final class RowLookup {

  private final long[] words;
  private final int shift;
  private final int[] starts;

  RowLookup(FingerprintSnapshot snapshot) {
    this.words = snapshot.words();
    int directoryBits = Math.max(1, 29 - Integer.numberOfLeadingZeros(snapshot.size() | 1));
    this.shift = snapshot.bits() - directoryBits;
    this.starts = new int[(1 << directoryBits) + 1];
    for (int row = 0; row < snapshot.size(); row++) {
      starts[(int) (words[row] >>> shift) + 1] = row + 1;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] = Math.max(starts[i], starts[i - 1]);
    }
  }

  /// The row of a fingerprint, which must have one.
  int rowOf(long fingerprint) {
    int place = (int) (fingerprint >>> shift);
    int low = starts[place];
    int high = starts[place + 1] - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(words[middle], fingerprint) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
