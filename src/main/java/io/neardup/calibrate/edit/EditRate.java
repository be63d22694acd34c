package io.neardup.calibrate.edit;

import io.neardup.measure.Edits;
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
    int edits = Edits.distance(a, b, limit);
    return edits < 0 ? 1 : (double) edits / longer;
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
}
