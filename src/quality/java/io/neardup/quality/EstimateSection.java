package io.neardup.quality;

import static io.neardup.quality.MarkdownTable.figure;

import java.util.ArrayList;
import java.util.List;

/// The section of the report about the error of estimated similarities.
final class EstimateSection {

  private static final String TEXT =
      """

      ## The similarity estimated from a distance

      The error of `featureSimilarity` of sparse SimHash, which is 1 - 2 · distance / bits and at least 0, with
      the features of `simhash-256-v1`. It is the difference from the exact similarity of the weighted features,
      measured with %d hash functions over all labelled pairs and 5,000 random pairs of each kind. The exact
      similarity has three definitions; over all of these pairs:

      """;

  private static final String BY_DECILE =
      """

      By exact %s similarity; near 0, the lower bound of 0 causes the bias:

      """;

  private EstimateSection() {}

  static String of(EstimateError estimate) {
    String similarity = EstimateError.SIMILARITIES.keySet().iterator().next();
    return TEXT.formatted(estimate.hashFunctions())
        + bySimilarity(estimate)
        + BY_DECILE.formatted(similarity)
        + byDecile(estimate, similarity);
  }

  private static MarkdownTable bySimilarity(EstimateError estimate) {
    MarkdownTable table = errorTable("similarity");
    EstimateError.SIMILARITIES
        .keySet()
        .forEach(name -> errorRow(table, name, estimate, name, 0, Double.POSITIVE_INFINITY));
    return table;
  }

  private static MarkdownTable byDecile(EstimateError estimate, String similarity) {
    MarkdownTable table = errorTable("from");
    for (int decile = 0; decile < 10; decile++) {
      double to = decile == 9 ? Double.POSITIVE_INFINITY : (decile + 1) / 10.0;
      errorRow(table, "0." + decile, estimate, similarity, decile / 10.0, to);
    }
    return table;
  }

  private static MarkdownTable errorTable(String first) {
    List<String> names = new ArrayList<>(List.of(first, "estimates"));
    EstimateError.WIDTHS.forEach(
        bits -> names.addAll(List.of("bias, " + bits + " bits", "RMS error, " + bits + " bits")));
    return new MarkdownTable(names);
  }

  private static void errorRow(
      MarkdownTable table,
      String first,
      EstimateError estimate,
      String similarity,
      double from,
      double to) {
    List<Object> cells = new ArrayList<>(List.of(first));
    for (int bits : EstimateError.WIDTHS) {
      EstimateError.Errors errors = estimate.errors(similarity, bits, from, to);
      if (cells.size() == 1) {
        cells.add(errors.count());
      }
      cells.add(figure(errors.bias()));
      cells.add(figure(errors.rms()));
    }
    table.row(cells);
  }
}
