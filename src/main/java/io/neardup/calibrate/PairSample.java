package io.neardup.calibrate;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The pairs of some documents by distance, with up to [#KEPT] random ones at each distance. O(n²).
final class PairSample {

  private static final int KEPT = 2_000;

  private final List<Reservoir<Pair>> byDistance = new ArrayList<>();
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

  /// A pair of documents.
  ///
  /// @param a the place of a document
  /// @param b the place of another one, below `a`
  record Pair(int a, int b) {}

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
    for (int distance = 0; distance <= farthest; distance++) {
      byDistance.add(new Reservoir<>(KEPT, random));
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
            byDistance.get(distance).add(new Pair(a, b));
          }
        }
      }
      if (a % 100 == 0) {
        progress.report(a, documents);
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
    return byDistance.get(distance).seen();
  }

  /// Random pairs at a distance, in random order; all of them, up to [#KEPT].
  List<Pair> kept(int distance) {
    return byDistance.get(distance).sample();
  }

  int farthest() {
    return byDistance.size() - 1;
  }
}
