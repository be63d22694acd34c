package io.neardup.text;

import java.util.Optional;
import java.util.Set;
import net.dankito.readability4j.Readability4J;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/// The article of a page without the surrounding site, like a browser's reader view.
///
/// The library compares elements with their neighbours and ancestors repeatedly, so pages larger
/// than any article are not passed to it.
final class MainText {

  private static final int MAX_NODES = 25_000;
  private static final int MAX_CHARACTERS = 500_000;

  /// Shorter texts are not articles, but teasers, notices or remains.
  private static final int MIN_CHARACTERS = 250;

  /// The base URL for links: the library resolves them although their targets were removed.
  private static final String SOMEWHERE = "http://localhost/";

  /// The attributes that the library rates elements by; others only cost time.
  private static final Set<String> ATTRIBUTES =
      Set.of("class", "id", "rel", "itemprop", "name", "property", "content", "role", "style");

  /// The maximum length of such attributes; the library searches each of them many times.
  private static final int MAX_VALUE = 300;

  private MainText() {}

  /// The article of `page`, which is not modified. Empty if there is none, or if the page is too
  /// large.
  static Optional<String> of(Document page) {
    if (!fits(page)) {
      return Optional.empty();
    }
    Document copy = page.clone();
    copy.outputSettings().prettyPrint(false); // the library serialises the page first
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
      element.tagName("div"); // the library drops forms, which contain the whole page on some sites
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
      return Optional.empty(); // markup that the library does not support
    }
  }
}
