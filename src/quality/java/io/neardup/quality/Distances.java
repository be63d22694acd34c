package io.neardup.quality;

import java.util.Arrays;

/// The distances between the documents of one kind.
interface Distances {

  /// The distance of a pair in which a text has no features.
  int NEVER = -1;

  int documents();

  /// The distance of two documents, or [#NEVER].
  int between(int a, int b);

  /// The number of pairs at each distance from 0 to `maxDistance`, without those that never match.
  default long[] histogram(int maxDistance) {
    long[] counts = new long[maxDistance + 2]; // the first place takes those that never match
    for (int a = 1; a < documents(); a++) {
      for (int b = 0; b < a; b++) {
        counts[between(a, b) + 1]++;
      }
    }
    return Arrays.copyOfRange(counts, 1, counts.length);
  }
}
