package io.neardup.text;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/// The readable text of an HTML page.
public final class HtmlText {

  /// Elements whose text is not the page's own: code, controls and what every page of a site
  /// repeats.
  private static final String NOT_CONTENT =
      "script, style, noscript, template, iframe, svg, nav, header, footer, aside, button, select";

  private HtmlText() {}

  /// Parses `html` as a browser would, however broken, and returns its title and body text in
  /// reading order. O(length).
  public static String of(String html) {
    Document page = Jsoup.parse(html);
    page.select(NOT_CONTENT).remove();
    return page.title() + "\n" + page.body().text();
  }
}
