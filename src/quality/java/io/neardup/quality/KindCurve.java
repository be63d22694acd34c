package io.neardup.quality;

import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.quality.LabelledTexts.Pair;
import java.util.List;

/// The scores of a method on one kind of documents, for every distance, from one pass over all
/// pairs.
final class KindCurve {

  private final Score[] scores; // by distance

  private KindCurve(Score[] scores) {
    this.scores = scores;
  }

  /// Compares every document of the kind with every other.
  static KindCurve of(Method method, Kind kind) {
    Distances distances = method.distances(kind.texts());
    int max = method.maxDistance();
    long[] all = distances.histogram(max);
    long[] positive = histogram(distances, kind.positives(), max);
    long[] ambiguous = histogram(distances, kind.ambiguous(), max);
    Score[] scores = new Score[max + 1];
    Score sum = new Score(0, 0, 0, kind.positives().size());
    for (int d = 0; d <= max; d++) {
      long wrong = all[d] - positive[d] - ambiguous[d];
      sum = sum.plus(new Score(positive[d], wrong, ambiguous[d], 0));
      scores[d] = sum;
    }
    return new KindCurve(scores);
  }

  /// The score if pairs up to this distance are reported as near-duplicates.
  Score at(int distance) {
    return scores[distance];
  }

  /// The distance with the best F1; the middle one if several are equal.
  int best() {
    return MethodCurves.best(scores.length - 1, distance -> scores[distance].f1());
  }

  private static long[] histogram(Distances distances, List<Pair> pairs, int max) {
    long[] counts = new long[max + 1];
    for (Pair pair : pairs) {
      int distance = distances.between(pair.a(), pair.b());
      if (distance != Distances.NEVER) {
        counts[distance]++;
      }
    }
    return counts;
  }
}
