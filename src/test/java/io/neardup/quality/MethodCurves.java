package io.neardup.quality;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The scores of a method on every kind of documents.
///
/// @param kinds those with a near-duplicate in them, by name
record MethodCurves(Method method, Map<String, KindCurve> kinds) {

  /// Kinds that are left out of averages: plagiarised code is mostly no near-duplicate.
  static final Set<String> APART = Set.of("code_plag");

  static MethodCurves of(Method method, LabelledTexts texts) {
    Map<String, KindCurve> kinds = new TreeMap<>();
    texts
        .kinds()
        .forEach((name, kind) -> {
          if (!kind.positives().isEmpty()) {
            kinds.put(name, KindCurve.of(method, kind));
          }
        });
    return new MethodCurves(method, kinds);
  }

  /// The kinds that averages are taken over.
  Map<String, KindCurve> averaged() {
    Map<String, KindCurve> averaged = new TreeMap<>(kinds);
    averaged.keySet().removeAll(APART);
    return averaged;
  }

  /// The mean of a figure over kinds, each counting the same.
  static double macro(Collection<KindCurve> kinds, int distance, ToDoubleFunction<Score> figure) {
    return kinds.stream()
        .mapToDouble(kind -> figure.applyAsDouble(kind.at(distance)))
        .average()
        .orElse(0);
  }

  /// The mean of a figure over the kinds that averages are taken over.
  double macro(int distance, ToDoubleFunction<Score> figure) {
    return macro(averaged().values(), distance, figure);
  }

  /// The score of all pairs of those kinds together.
  Score micro(int distance) {
    return averaged().values().stream()
        .map(kind -> kind.at(distance))
        .reduce(new Score(0, 0, 0, 0), Score::plus);
  }

  /// The distance with the best macro F1.
  int best() {
    return best(averaged().values());
  }

  /// The distance that the method comes with, or else the best one.
  int ownDistance() {
    return method.defaultDistance().orElseGet(this::best);
  }

  /// Macro F1 with the best distance for each kind.
  double f1AtBestOfEachKind() {
    return averaged().values().stream()
        .mapToDouble(kind -> kind.at(kind.best()).f1())
        .average()
        .orElse(0);
  }

  /// Macro F1 where each kind is scored at the distance that is best for the others: what to expect
  /// of documents that nobody has tuned on.
  double f1AtBestOfOtherKinds() {
    Map<String, KindCurve> averaged = averaged();
    double sum = 0;
    for (String name : averaged.keySet()) {
      Map<String, KindCurve> others = new TreeMap<>(averaged);
      KindCurve held = others.remove(name);
      sum += held.at(best(others.isEmpty() ? averaged.values() : others.values())).f1();
    }
    return sum / averaged.size();
  }

  private int best(Collection<KindCurve> over) {
    return best(method.maxDistance(), distance -> macro(over, distance, Score::f1));
  }

  /// The distance with the highest figure; the middle one of several.
  static int best(int maxDistance, IntToDoubleFunction figure) {
    double highest = IntStream.rangeClosed(0, maxDistance).mapToDouble(figure).max().orElseThrow();
    int[] distances =
        IntStream.rangeClosed(0, maxDistance)
            .filter(distance -> figure.applyAsDouble(distance) == highest)
            .toArray();
    return distances[distances.length / 2];
  }
}
