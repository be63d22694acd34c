package io.neardup.quality;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The scores of a method on every kind of documents.
///
/// @param kinds those that contain a near-duplicate, by name
record MethodCurves(Method method, Map<String, KindCurve> kinds) {

  /// Kinds that are excluded from averages: most plagiarised programs are not near-duplicates.
  static final Set<String> APART = Set.of("code_plag");

  /// Kinds of similar texts that have an additional average, by the name of that average.
  static final Map<String, Set<String>> GROUPS =
      Collections.unmodifiableMap(
          new TreeMap<>(
              Map.of(
                  "short texts",
                  Set.of("edit_en_short", "edit_zh_short", "en_sms", "en_tweets", "zh_sms"),
                  "programs",
                  Set.of("code_subm", "edit_code"))));

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
    averaged.keySet().removeIf(name -> APART.contains(LabelledTexts.kindOf(name)));
    return averaged;
  }

  /// The [#GROUPS] of which the documents have at least one kind, with their kinds.
  Map<String, List<KindCurve>> groups() {
    Map<String, List<KindCurve>> groups = new TreeMap<>();
    GROUPS.forEach((name, members) -> {
      List<KindCurve> present =
          kinds.entrySet().stream()
              .filter(kind -> members.contains(LabelledTexts.kindOf(kind.getKey())))
              .map(Map.Entry::getValue)
              .toList();
      if (!present.isEmpty()) {
        groups.put(name, present);
      }
    });
    return groups;
  }

  /// The unweighted mean of a metric over kinds.
  static double macro(Collection<KindCurve> kinds, int distance, ToDoubleFunction<Score> metric) {
    return kinds.stream()
        .mapToDouble(kind -> metric.applyAsDouble(kind.at(distance)))
        .average()
        .orElse(0);
  }

  /// The mean of a metric over the kinds that averages are taken over.
  double macro(int distance, ToDoubleFunction<Score> metric) {
    return macro(averaged().values(), distance, metric);
  }

  /// The score of all pairs of the averaged kinds together.
  Score micro(int distance) {
    return averaged().values().stream()
        .map(kind -> kind.at(distance))
        .reduce(new Score(0, 0, 0, 0), Score::plus);
  }

  /// The distance with the best macro F1.
  int best() {
    return best(averaged().values());
  }

  /// The default distance of the method, or the best one if it has no default.
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

  /// Macro F1, with each kind scored at the distance that is best for the other kinds: an estimate
  /// for documents on which no distance was tuned.
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

  /// The distance with the highest metric; the middle one if several are equal.
  static int best(int maxDistance, IntToDoubleFunction metric) {
    double highest = IntStream.rangeClosed(0, maxDistance).mapToDouble(metric).max().orElseThrow();
    int[] distances =
        IntStream.rangeClosed(0, maxDistance)
            .filter(distance -> metric.applyAsDouble(distance) == highest)
            .toArray();
    return distances[distances.length / 2];
  }
}
