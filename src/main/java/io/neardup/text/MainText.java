package io.neardup.text;

import java.util.Optional;
import java.util.Set;
import net.dankito.readability4j.Readability4J;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/// The article of a page, without what the site puts around it: what the reader view of a browser
/// shows.
///
/// The library that finds it compares elements with their neighbours and their ancestors again and
/// again, so pages beyond the size of any article are not given to it.
final class MainText {

  private static final int MAX_NODES = 25_000;
  private static final int MAX_CHARACTERS = 500_000;

  /// A shorter text is no article, but a teaser, a notice or what was left over.
  private static final int MIN_CHARACTERS = 250;

  /// The library resolves the links of a page, though they have lost their targets by then.
  private static final String SOMEWHERE = "http://localhost/";

  /// What the library judges elements by; their other attributes only cost time.
  private static final Set<String> ATTRIBUTES =
      Set.of("class", "id", "rel", "itemprop", "name", "property", "content", "role", "style");

  /// No page names a class at such length; the library searches each name many times.
  private static final int MAX_VALUE = 300;

  private MainText() {}

  /// The article of `page`, which stays as it is. Nothing where there is none, or where the page is
  /// too large to look for one.
  static Optional<String> of(Document page) {
    if (!fits(page)) {
      return Optional.empty();
    }
    Document copy = page.clone();
    copy.outputSettings().prettyPrint(false); // the library writes the page down before it tries
    copy.stream().forEach(MainText::simplify);
    return article(copy).filter(text -> text.length() >= MIN_CHARACTERS);
  }

  private static boolean fits(Document page) {
    int[] size = {0, 0};
    page.traverse((node, depth) -> {
      size[0]++;
      size[1] += node instanceof TextNode text ? text.getWholeText().length() : 0;
    });
    return size[0] <= MAX_NODES && size[1] <= MAX_CHARACTERS;
  }

  private static void simplify(Element element) {
    if (element.nameIs("form")) {
      element.tagName("div"); // the library drops forms, and some sites wrap whole pages in one
    }
    for (Attribute attribute : element.attributes().asList()) {
      if (!ATTRIBUTES.contains(attribute.getKey()) || attribute.getValue().length() > MAX_VALUE) {
        element.removeAttr(attribute.getKey());
      }
    }
  }

  private static Optional<String> article(Document page) {
    try {
      Element article = new Readability4J(SOMEWHERE, page).parse().getArticleContent();
      return Optional.ofNullable(article).map(Element::text);
    } catch (RuntimeException e) {
      return Optional.empty(); // markup that the library was not made for
    }
  }
}
