package io.neardup.quality;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A table in Markdown: the first column is left-aligned, the others are right-aligned.
final class MarkdownTable {

  private final StringBuilder out = new StringBuilder();

  MarkdownTable(Object... headings) {
    row(headings);
    out.append("|---|").append("--:|".repeat(headings.length - 1)).append('\n');
  }

  MarkdownTable(List<?> headings) {
    this(headings.toArray());
  }

  void row(Object... cells) {
    out.append(
        Arrays.stream(cells).map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  void row(List<?> cells) {
    row(cells.toArray());
  }

  /// A number with four decimals.
  static String figure(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
