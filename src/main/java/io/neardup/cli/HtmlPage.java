package io.neardup.cli;

import java.util.List;
import java.util.stream.Stream;

/// A report in HTML: one file without scripts or references.
final class HtmlPage {

  private static final String BEGIN =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>TITLE</title>
      <style>
      body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
      table { border-collapse: collapse; } td, th { padding: 0.15em 0.8em; text-align: left; }
      td.n { text-align: right; } td div { background: #47a; height: 0.9em; }
      </style></head><body>
      <h1>TITLE</h1>
      """;

  private final StringBuilder html = new StringBuilder();

  HtmlPage(String title) {
    html.append(BEGIN.replace("TITLE", escaped(title)));
  }

  /// A bar of a chart in a table.
  record Bar(long pixels) {}

  /// Adds a text.
  ///
  /// @param element such as `p`
  HtmlPage text(String element, String text) {
    return markup("<" + element + ">" + escaped(text) + "</" + element + ">\n");
  }

  /// Adds a table.
  ///
  /// @param names of the columns; without any, it has no header
  /// @param rows of texts, numbers and bars
  HtmlPage table(List<String> names, Stream<List<?>> rows) {
    markup("<table>\n");
    if (!names.isEmpty()) {
      markup("<tr>");
      names.forEach(name -> markup("<th>" + escaped(name) + "</th>"));
      markup("</tr>\n");
    }
    rows.forEach(row -> {
      markup("<tr>");
      row.forEach(cell -> markup(cell(cell)));
      markup("</tr>\n");
    });
    return markup("</table>\n");
  }

  private static String cell(Object value) {
    return switch (value) {
      case Bar bar -> "<td><div style=\"width: " + bar.pixels() + "px\"></div></td>";
      case Number number -> "<td class=\"n\">" + number + "</td>";
      default -> "<td>" + escaped(value.toString()) + "</td>";
    };
  }

  /// Adds markup as it is.
  HtmlPage markup(String markup) {
    html.append(markup);
    return this;
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return html + "</body></html>\n";
  }
}
