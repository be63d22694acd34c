package io.neardup.quality;

import static io.neardup.quality.MarkdownTable.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/// The section of the report about recipes with several hash functions.
final class VariationSection {

  private static final String TEXT =
      """

      ## Variation between hash functions

      The same recipes with other hash functions: mean and standard deviation of macro averages. The standard
      error is the deviation divided by the square root of the number of hash functions; a smaller difference
      between two methods is not significant. *best* is the distance with the highest mean.

      """;

  private VariationSection() {}

  /// @param seeded by recipe, its scores with each hash function; not empty
  static String of(Map<String, List<MethodCurves>> seeded) {
    return TEXT + table(seeded);
  }

  private static MarkdownTable table(Map<String, List<MethodCurves>> seeded) {
    Set<String> groups = seeded.values().iterator().next().getFirst().groups().keySet();
    List<String> names =
        new ArrayList<>(List.of("recipe", "hash functions", "own", "F1", "P", "R"));
    names.addAll(groups);
    names.addAll(List.of("best", "F1", "held out"));
    MarkdownTable table = new MarkdownTable(names);
    seeded.forEach((name, runs) -> {
      Method method = runs.getFirst().method();
      int best =
          MethodCurves.best(
              method.maxDistance(),
              distance ->
                  runs.stream()
                      .mapToDouble(run -> run.macro(distance, Score::f1))
                      .average()
                      .orElseThrow());
      int own = method.defaultDistance().orElse(best);
      List<Object> cells = new ArrayList<>(List.of(name, runs.size(), own));
      cells.add(spread(runs, run -> run.macro(own, Score::f1)));
      cells.add(spread(runs, run -> run.macro(own, Score::precision)));
      cells.add(spread(runs, run -> run.macro(own, Score::recall)));
      groups.forEach(group ->
          cells.add(
              spread(runs, run -> MethodCurves.macro(run.groups().get(group), own, Score::f1))));
      cells.add(best);
      cells.add(spread(runs, run -> run.macro(best, Score::f1)));
      cells.add(spread(runs, MethodCurves::f1AtBestOfOtherKinds));
      table.row(cells);
    });
    return table;
  }

  private static String spread(List<MethodCurves> runs, ToDoubleFunction<MethodCurves> metric) {
    double mean = runs.stream().mapToDouble(metric).average().orElse(0);
    double squares =
        runs.stream().mapToDouble(run -> Math.pow(metric.applyAsDouble(run) - mean, 2)).sum();
    return figure(mean) + " ± " + figure(Math.sqrt(squares / Math.max(1, runs.size() - 1)));
  }
}
