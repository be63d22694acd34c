package io.neardup.text;

import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;

/// The readable text of an HTML page.
public final class HtmlText {

  /// Elements whose text nobody reads.
  private static final String CODE = "script, style, noscript, template, iframe, svg";

  /// Elements whose text is not the page's own: controls and what every page of a site repeats.
  private static final String NOT_CONTENT = "nav, header, footer, aside, button, select";

  /// What a page has and a fragment of one has not.
  private static final Pattern PAGE =
      Pattern.compile("<(?:!doctype|html|body)[\\s>]", Pattern.CASE_INSENSITIVE);

  /// How deep elements are nested at most, those below are moved up; real pages stay below 60.
  private static final int MAX_DEPTH = 100;

  private HtmlText() {}

  /// Parses `html` as a browser would, however broken, and returns the text of its article, or
  /// where it has none, as on short pages and in fragments of a page, the title and all of the text
  /// in reading order. O(length).
  public static String of(String html) {
    Document page = Parser.htmlParser().setMaxDepth(MAX_DEPTH).parseInput(html, "");
    page.select(CODE).remove();
    if (PAGE.matcher(html).find()) {
      return MainText.of(page).orElseGet(() -> all(page));
    }
    return all(page);
  }

  private static String all(Document page) {
    page.select(NOT_CONTENT).remove();
    return page.title() + "\n" + page.body().text();
  }
}
