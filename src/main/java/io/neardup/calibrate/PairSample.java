package io.neardup.calibrate;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The pairs of some documents by distance, with up to [#KEPT] random ones at each distance. O(n²),
/// 8 bytes per pair kept.
final class PairSample {

  static final int KEPT = 2_000;

  private final long[] counts;
  private final List<PairList> kept = new ArrayList<>();
  private final long pairs;
  private long near;

  /// Which pairs are counted.
  @FunctionalInterface
  interface Selection {

    /// Selects all pairs.
    Selection ALL = (a, b) -> true;

    /// Whether a pair is counted.
    ///
    /// @param a the place of a document
    /// @param b the place of another one, below `a`
    boolean accepts(int a, int b);
  }

  /// Random pairs of one distance.
  static final class PairList {
    private long[] pairs = new long[16]; // a << 32 | b
    private int size;

    int size() {
      return size;
    }

    int first(int index) {
      return (int) (pairs[index] >>> Integer.SIZE);
    }

    int second(int index) {
      return (int) pairs[index];
    }

    private void set(int index, int a, int b) {
      if (index == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * index);
      }
      pairs[index] = (long) a << Integer.SIZE | b;
      size = Math.max(size, index + 1);
    }
  }

  /// Compares the documents.
  ///
  /// @param fingerprints null for documents that match nothing
  /// @param farthest pairs of larger distances are not counted
  PairSample(
      List<@Nullable Fingerprint> fingerprints,
      int farthest,
      Selection selection,
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
          near++;
          if (selection.accepts(a, b)) {
            add(distance, a, b, random);
          }
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

  /// The number of all pairs, at any distance, selected or not.
  long pairs() {
    return pairs;
  }

  /// The number of pairs up to the farthest distance, selected or not.
  long near() {
    return near;
  }

  /// The number of selected pairs at a distance.
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
