package io.neardup.calibrate.edit;

import java.util.Arrays;
import java.util.Locale;

/// The share of words to insert, delete or replace between two texts, of the words of the longer
/// one.
public final class EditRate {

  /// Longer texts are compared by their first words.
  private static final int MAX_WORDS = 4_000;

  private EditRate() {}

  /// Hashes of the words of a text in lower case, up to [#MAX_WORDS].
  public static int[] hashes(TextWords text) {
    return text.words().stream()
        .limit(MAX_WORDS)
        .mapToInt(word -> word.toLowerCase(Locale.ROOT).hashCode())
        .toArray();
  }

  /// The rate, or 1 if it is above `most`. O(words²) at most; O(words log words) if the sets of
  /// words differ too much.
  public static double of(int[] a, int[] b, double most) {
    int longer = Math.max(a.length, b.length);
    int limit = (int) Math.floor(most * longer);
    if (longer == 0) {
      return 0;
    }
    if (wordsMissing(a, b) > limit) {
      return 1;
    }
    int edits = edits(a, b, limit);
    return edits > limit ? 1 : (double) edits / longer;
  }

  /// A lower bound of the edits: words of the longer bag without a counterpart in the other.
  private static int wordsMissing(int[] a, int[] b) {
    int[] x = a.clone();
    int[] y = b.clone();
    Arrays.sort(x);
    Arrays.sort(y);
    int i = 0;
    int j = 0;
    int common = 0;
    while (i < x.length && j < y.length) {
      if (x[i] == y[j]) {
        common++;
        i++;
        j++;
      } else if (x[i] < y[j]) {
        i++;
      } else {
        j++;
      }
    }
    return Math.max(x.length, y.length) - common;
  }

  /// The Levenshtein distance in the band of `limit` around the diagonal; above `limit` if the
  /// distance is.
  private static int edits(int[] a, int[] b, int limit) {
    int far = limit + 1;
    int[] row = new int[b.length + 1];
    for (int j = 0; j <= b.length; j++) {
      row[j] = Math.min(j, far);
    }
    for (int i = 1; i <= a.length; i++) {
      int from = Math.max(1, i - limit);
      int to = Math.min(b.length, i + limit);
      int diagonal = row[from - 1];
      row[from - 1] = from == 1 ? Math.min(i, far) : far;
      int least = row[from - 1];
      for (int j = from; j <= to; j++) {
        int above = j == i + limit ? far : row[j];
        int cost =
            Math.min(diagonal + (a[i - 1] == b[j - 1] ? 0 : 1), 1 + Math.min(above, row[j - 1]));
        diagonal = row[j];
        row[j] = Math.min(cost, far);
        least = Math.min(least, row[j]);
      }
      if (least > limit) {
        return far;
      }
    }
    return row[b.length];
  }
}
