package io.neardup.cli;

import java.util.Locale;

/// The frame of reports in HTML: one file without scripts or references.
final class HtmlPage {

  static final String END = "</body></html>\n";

  private HtmlPage() {}

  /// The beginning, with a heading.
  static String begin(String title) {
    return String.format(
        Locale.ROOT,
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>%1$s</title>
        <style>
        body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
        table { border-collapse: collapse; } td, th { padding: 0.15em 0.8em; text-align: left; }
        td.n { text-align: right; } td div { background: #47a; height: 0.9em; }
        </style></head><body>
        <h1>%1$s</h1>
        """,
        escaped(title));
  }

  /// A text without markup.
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
