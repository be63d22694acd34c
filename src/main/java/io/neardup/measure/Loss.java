package io.neardup.measure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// What is lost if a text is dropped for another one.
///
/// @param similarity of their features, to four digits
/// @param unique the share of the dropped text's features that the kept text lacks, to four digits
/// @param isVariant whether they differ in rare features
public record Loss(double similarity, double unique, boolean isVariant) {

  private static final double DIGITS = 1e4;

  /// The loss with rounded shares.
  public Loss {
    similarity = Math.round(similarity * DIGITS) / DIGITS;
    unique = Math.round(unique * DIGITS) / DIGITS;
  }

  /// A histogram of dropped texts by their share of unique features. Not thread-safe.
  public static final class Distribution {

    private static final double[] BOUNDS = {0, 0.05, 0.1, 0.25, 1};

    private final long[] counts = new long[BOUNDS.length];

    /// Counts dropped texts.
    public void add(double unique, long texts) {
      int at = Arrays.binarySearch(BOUNDS, unique);
      counts[at < 0 ? -at - 1 : at] += texts;
    }

    /// The numbers by the upper bound of the share; the lower bound is the previous entry's.
    public Map<Double, Long> counts() {
      Map<Double, Long> shares = new LinkedHashMap<>();
      for (int i = 0; i < BOUNDS.length; i++) {
        shares.put(BOUNDS[i], counts[i]);
      }
      return shares;
    }
  }
}
