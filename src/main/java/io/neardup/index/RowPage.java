package io.neardup.index;

import io.neardup.index.ScanIndex.Row;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Some rows of a scan, by columns: word w of all rows, then word w + 1 of all rows.
///
/// Readers take no lock; one writer at a time. A reader may meet the words of a row half written;
/// so words only say which rows to look at, and the row itself, which never changes, decides. A row
/// that is written while it is passed over is one that is being added: it need not be found.
final class RowPage {

  /// How many rows there are.
  static final int ROWS = 4096;

  /// Rows whose distances are taken together: enough for vector instructions, few enough to look at
  /// again one by one when one of them is near.
  private static final int RUN = 256;

  private final int wordCount;
  private final long[] words;
  private final AtomicReferenceArray<@Nullable Row> rows = new AtomicReferenceArray<>(ROWS);
  private volatile int used; // rows below this have been written

  /// @param bits the width of the fingerprints
  RowPage(int bits) {
    this.wordCount = (bits + Long.SIZE - 1) / Long.SIZE;
    this.words = new long[wordCount * ROWS];
  }

  void write(int place, Row row) {
    for (int w = 0; w < wordCount; w++) {
      words[w * ROWS + place] = row.fingerprint().word(w);
    }
    rows.set(place, row);
    if (place >= used) {
      used = place + 1;
    }
  }

  void erase(int place) {
    rows.set(place, null);
  }

  /// Adds the rows within the distance to `near`.
  void scan(Fingerprint query, int maxDistance, List<Row> near) {
    int[] distances = new int[RUN];
    int end = used;
    for (int from = 0; from < end; from += RUN) {
      int count = Math.min(RUN, end - from);
      Arrays.fill(distances, 0);
      for (int w = 0; w < wordCount; w++) {
        addDistances(w * ROWS + from, count, query.word(w), distances);
      }
      if (nearest(distances, count) <= maxDistance) {
        collect(from, count, distances, query, maxDistance, near);
      }
    }
  }

  private void addDistances(int from, int count, long query, int[] distances) {
    for (int i = 0; i < count; i++) {
      distances[i] += Long.bitCount(words[from + i] ^ query);
    }
  }

  private static int nearest(int[] distances, int count) {
    int nearest = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      nearest = Math.min(nearest, distances[i]);
    }
    return nearest;
  }

  private void collect(
      int from, int count, int[] distances, Fingerprint query, int maxDistance, List<Row> near) {
    for (int i = 0; i < count; i++) {
      if (distances[i] <= maxDistance) {
        Row row = rows.get(from + i);
        if (row != null && row.fingerprint().distance(query) <= maxDistance) {
          near.add(row);
        }
      }
    }
  }
}
