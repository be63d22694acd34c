package io.neardup.text;

import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.jsoup.parser.Tag;
import org.jsoup.parser.TagSet;

/// The readable text of an HTML page.
public final class HtmlText {

  /// Elements whose text is not displayed: code, fallbacks for players and gauges, input
  /// suggestions, and hidden elements. Style sheets are not read.
  private static final String NOT_DISPLAYED =
      "script, style, noscript, template, iframe, svg, video, audio, canvas, meter, progress,"
          + " datalist, dialog:not([open]), [hidden]:not([hidden=until-found])";

  /// Elements whose text is not part of the content: controls, and parts repeated on every page of
  /// a site.
  private static final String NOT_CONTENT = "nav, header, footer, aside, button, select";

  /// Elements that browsers display as blocks (HTML Standard, section 15.3) but the parser treats
  /// as inline. It has the others right, except `xmp`, whose text it treats as data.
  private static final List<String> BLOCKS = List.of("summary", "legend", "optgroup", "xmp");

  /// Markup of whole pages that fragments do not have.
  private static final Pattern PAGE =
      Pattern.compile("<(?:!doctype|html|body)[\\s>]", Pattern.CASE_INSENSITIVE);

  /// The maximum nesting depth; deeper elements are moved up. Real pages stay below 60.
  private static final int MAX_DEPTH = 100;

  private HtmlText() {}

  /// Parses `html` as a browser does, valid or not, and returns the text of its article. If it has
  /// none, as in short pages and fragments, returns the title and all text in reading order.
  /// O(length).
  public static String of(String html) {
    Document page = Parser.htmlParser().tagSet(tags()).setMaxDepth(MAX_DEPTH).parseInput(html, "");
    page.select(NOT_DISPLAYED).remove();
    if (PAGE.matcher(html).find()) {
      return MainText.of(page).orElseGet(() -> all(page));
    }
    return all(page);
  }

  private static TagSet tags() {
    TagSet tags = TagSet.Html();
    for (String block : BLOCKS) {
      tags.valueOf(block, Parser.NamespaceHtml).set(Tag.Block).clear(Tag.Data);
    }
    tags.valueOf("output", Parser.NamespaceHtml).clear(Tag.TextBoundary); // a part of a line
    return tags;
  }

  private static String all(Document page) {
    page.select(NOT_CONTENT).remove();
    return page.title() + "\n" + page.body().text();
  }
}
