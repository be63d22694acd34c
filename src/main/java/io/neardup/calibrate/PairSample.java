package io.neardup.calibrate;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// All pairs of some documents by distance, with up to [#KEPT] random ones at each distance. O(n²),
/// 8 bytes per pair kept.
final class PairSample {

  static final int KEPT = 2_000;

  private final long[] counts;
  private final List<PairList> kept = new ArrayList<>();
  private final long pairs;

  /// Random pairs of one distance.
  static final class PairList {
    private int[] first = new int[16];
    private int[] second = new int[16];
    private int size;

    int size() {
      return size;
    }

    int first(int index) {
      return first[index];
    }

    int second(int index) {
      return second[index];
    }

    private void set(int index, int a, int b) {
      if (index == first.length) {
        first = Arrays.copyOf(first, 2 * index);
        second = Arrays.copyOf(second, 2 * index);
      }
      first[index] = a;
      second[index] = b;
      size = Math.max(size, index + 1);
    }
  }

  /// Compares the documents.
  ///
  /// @param fingerprints null for documents that match nothing
  /// @param farthest larger distances are only counted
  PairSample(
      List<@Nullable Fingerprint> fingerprints,
      int farthest,
      SplittableRandom random,
      CalibrationProgress progress) {
    counts = new long[farthest + 1];
    for (int distance = 0; distance <= farthest; distance++) {
      kept.add(new PairList());
    }
    int documents = fingerprints.size();
    pairs = documents * (documents - 1L) / 2;
    for (int a = 1; a < documents; a++) {
      Fingerprint one = fingerprints.get(a);
      for (int b = 0; b < a && one != null; b++) {
        int distance = TextSketcher.distance(one, fingerprints.get(b));
        if (distance >= 0 && distance <= farthest) {
          add(distance, a, b, random);
        }
      }
      if (a % 100 == 0) {
        progress.report(a, documents);
      }
    }
  }

  private void add(int distance, int a, int b, SplittableRandom random) {
    long seen = counts[distance]++;
    if (seen < KEPT) {
      kept.get(distance).set((int) seen, a, b);
    } else {
      long place = random.nextLong(seen + 1);
      if (place < KEPT) {
        kept.get(distance).set((int) place, a, b);
      }
    }
  }

  /// The number of all pairs, at any distance.
  long pairs() {
    return pairs;
  }

  /// The number of pairs at a distance.
  long count(int distance) {
    return counts[distance];
  }

  /// Random pairs at a distance, in random order; all of them, up to [#KEPT].
  PairList kept(int distance) {
    return kept.get(distance);
  }

  int farthest() {
    return counts.length - 1;
  }
}
