package io.neardup.quality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// The figures as tables.
final class MarkdownReport {

  private static final String INTRODUCTION =
      """
      # Quality

      How well near-duplicates are told from other texts, by profile and by other methods. Made by

          mvn -Pquality test-compile exec:exec -Dquality.seeds=%d

      `QualityReport` says how to give it other documents, methods and recipes.

      **Scoring.** A kind is a collection of documents of one sort. Within a kind, a pair labelled `1` is a
      near-duplicate, a pair labelled `a` counts neither way, and every other pair is none; all of them are
      compared. Pairs across kinds are not scored. A text without features is like nothing. Averages
      (macro) count every kind the same, except `code_plag`, plagiarised programs, which are mostly no
      near-duplicates and are left out.

      """;

  private static final String METHODS =
      """

      ## Methods

      *own*: at the distance that the method comes with. *best*: at the one distance that is best for all
      kinds, chosen on these very documents, so it flatters. *held out*: each kind at the distance that is
      best for the others, which does not. *each*: each kind at its best distance, the limit of what a choice
      of distances could give. *micro*: F1 of all pairs together, at the best distance. P is precision,
      R recall.

      ![Macro F1 by method](macro-f1.png)

      """;

  private static final String LUCK =
      """

      ## What is luck

      The same recipes with other hash functions: mean and standard deviation of macro figures. Differences
      between two methods that are smaller than this say nothing.

      """;

  private final StringBuilder out = new StringBuilder();

  MarkdownReport(
      LabelledTexts texts, List<MethodCurves> curves, Map<String, List<MethodCurves>> seeded) {
    int seeds = seeded.values().stream().mapToInt(List::size).findAny().orElse(0);
    out.append(INTRODUCTION.formatted(seeds));
    documents(texts);
    out.append(METHODS);
    methods(curves);
    byKind(curves);
    if (!seeded.isEmpty()) {
      out.append(LUCK);
      luck(seeded);
    }
    curves.forEach(this::details);
  }

  @Override
  public String toString() {
    return out.toString();
  }

  private void documents(LabelledTexts texts) {
    header("kind", "documents", "pairs", "near-duplicates", "ambiguous");
    texts
        .kinds()
        .forEach((name, kind) -> {
          long documents = kind.texts().size();
          row(
              name,
              documents,
              documents * (documents - 1) / 2,
              kind.positives().size(),
              kind.ambiguous().size());
        });
  }

  private void methods(List<MethodCurves> all) {
    header(
        "method",
        "bytes",
        "own",
        "F1",
        "P",
        "R",
        "best",
        "F1",
        "P",
        "R",
        "held out",
        "each",
        "micro");
    for (MethodCurves curves : all) {
      List<Object> cells = new ArrayList<>(List.of(curves.method().name()));
      cells.add(orDash(curves.method().bytesPerDocument()));
      cells.addAll(macro(curves, curves.method().defaultDistance()));
      cells.addAll(macro(curves, OptionalInt.of(curves.best())));
      cells.add(figure(curves.f1AtBestOfOtherKinds()));
      cells.add(figure(curves.f1AtBestOfEachKind()));
      cells.add(figure(curves.micro(curves.best()).f1()));
      row(cells.toArray());
    }
    out.append('\n');
    all.forEach(curves ->
        out.append(
            "- **%s**: %s.%n".formatted(curves.method().name(), curves.method().description())));
  }

  private void byKind(List<MethodCurves> all) {
    out.append(
        "\n## F1 by kind\n\nAt the method's own distance, or the best one if it has none.\n\n");
    List<Object> names = new ArrayList<>(List.of("kind"));
    all.forEach(curves -> names.add(curves.method().name()));
    header(names.toArray());
    Set<String> kinds = new TreeSet<>();
    all.forEach(curves -> kinds.addAll(curves.kinds().keySet()));
    for (String kind : kinds) {
      List<Object> cells = new ArrayList<>(List.of(kind));
      all.forEach(
          curves -> cells.add(figure(curves.kinds().get(kind).at(curves.ownDistance()).f1())));
      row(cells.toArray());
    }
  }

  private void luck(Map<String, List<MethodCurves>> seeded) {
    header("recipe", "hash functions", "own F1", "own P", "own R", "best F1", "held out");
    seeded.forEach((name, runs) -> {
      boolean own = runs.getFirst().method().defaultDistance().isPresent();
      row(
          name,
          runs.size(),
          own ? spread(runs, run -> run.macro(run.ownDistance(), Score::f1)) : "–",
          own ? spread(runs, run -> run.macro(run.ownDistance(), Score::precision)) : "–",
          own ? spread(runs, run -> run.macro(run.ownDistance(), Score::recall)) : "–",
          spread(runs, run -> run.macro(run.best(), Score::f1)),
          spread(runs, MethodCurves::f1AtBestOfOtherKinds));
    });
  }

  private void details(MethodCurves curves) {
    Method method = curves.method();
    int own = curves.ownDistance();
    out.append("\n## ").append(method.name()).append("\n\n");
    if (method instanceof SimHashMethod) {
      String file = Charts.fileName(method);
      out.append("![F1 over distance](%s-f1.png)\n".formatted(file));
      out.append("![Precision and recall over distance](%s-pr.png)\n\n".formatted(file));
    }
    out.append("At distance ").append(own).append(", and at the best distance of each kind:\n\n");
    header("kind", "found", "wrong", "missed", "ambiguous", "P", "R", "F1", "best", "P", "R", "F1");
    curves
        .kinds()
        .forEach((name, kind) -> {
          Score score = kind.at(own);
          Score best = kind.at(kind.best());
          row(
              name,
              score.found(),
              score.wrong(),
              score.positives() - score.found(),
              score.ignored(),
              figure(score.precision()),
              figure(score.recall()),
              figure(score.f1()),
              kind.best(),
              figure(best.precision()),
              figure(best.recall()),
              figure(best.f1()));
        });
    if (!curves.averaged().keySet().equals(curves.kinds().keySet())) {
      out.append("\nMacro F1 with ")
          .append(String.join(", ", MethodCurves.APART))
          .append(": ")
          .append(figure(MethodCurves.macro(curves.kinds().values(), own, Score::f1)))
          .append(".\n");
    }
  }

  private static List<Object> macro(MethodCurves curves, OptionalInt distance) {
    if (distance.isEmpty()) {
      return List.of("–", "–", "–", "–");
    }
    int at = distance.getAsInt();
    return List.of(
        at,
        figure(curves.macro(at, Score::f1)),
        figure(curves.macro(at, Score::precision)),
        figure(curves.macro(at, Score::recall)));
  }

  private static String spread(List<MethodCurves> runs, ToDoubleFunction<MethodCurves> figure) {
    double mean = runs.stream().mapToDouble(figure).average().orElse(0);
    double squares =
        runs.stream().mapToDouble(run -> Math.pow(figure.applyAsDouble(run) - mean, 2)).sum();
    return figure(mean) + " ± " + figure(Math.sqrt(squares / Math.max(1, runs.size() - 1)));
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String orDash(OptionalInt value) {
    return value.isPresent() ? String.valueOf(value.getAsInt()) : "–";
  }

  private void header(Object... cells) {
    row(cells);
    out.append("|---|").append("--:|".repeat(cells.length - 1)).append('\n');
  }

  private void row(Object... cells) {
    out.append(
        Arrays.stream(cells).map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |\n")));
  }
}
