package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlTextTests {

  @ParameterizedTest
  @CsvSource({
    "<p>one</p><p>two</p>, one two",
    "one<br>two, one two",
    "<td>one</td><td>two</td>, onetwo",
    "<table><tr><td>one</td><td>two</td></table>, one two",
    "<b>wo</b>rd, word",
    "<span>相</span>似, 相似",
    "a &amp; b &lt;c&gt; &#x76F8;&eacute;, a & b <c> 相é",
    "<!-- not -->text, text",
    "plain text, plain text",
    "<p>unclosed <b>bold <i>both</b> italic, unclosed bold both italic",
    "<script>var a</script>text<style>p{}</style>, text",
    "<noscript>no</noscript><template>no</template><svg><text>no</text></svg>text, text",
    "<video>no</video><audio>no</audio><canvas>no</canvas>text<meter>no</meter>, text",
    "<progress>no</progress><datalist><option>no</datalist>text<p hidden>no</p>, text",
    "<p hidden=until-found>text</p><dialog>no</dialog>, text",
    "<nav>menu</nav><header>top</header>text<aside>ad</aside><footer>end</footer>, text",
    "'<iframe src=x>no</iframe><button>no</button>text', text",
    "'', ''"
  })
  void extractsReadableTextInReadingOrder(String html, String text) {
    assertThat(HtmlText.of(html)).isEqualTo("\n" + text);
  }

  /// Those of the HTML Standard, section 15.3, with `display: block`, `list-item` or a part of a
  /// table, that may contain text.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "address",
        "article",
        "blockquote",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hgroup",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "ul",
        "xmp"
      })
  void blocksSeparateWords(String block) {
    String html = "one<" + block + " open>two</" + block + ">three";

    assertThat(HtmlText.of(html)).isEqualTo("\none two three");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<table><caption>one</caption><tr><td>two</table>three",
        "<table><thead><tr><th>one<th>two</thead><tfoot><tr><td>three</table>",
        "<fieldset><legend>one</legend>two</fieldset>three",
        "<details><summary>one</summary>two</details>three",
        "<dl><dt>one<dd>two</dl>three",
        "one<br>two<hr>three",
        "<!doctype html><body>one<fieldset><legend>two</legend>three"
      })
  void wordsOfNeighbouringBlocksAreSeparated(String html) {
    assertThat(HtmlText.of(html)).isEqualTo("\none two three");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a", "abbr", "b", "bdi", "big", "cite", "code", "data", "del", "em", "font", "i", "ins",
        "label", "mark", "nobr", "output", "q", "s", "slot", "small", "span", "strong", "sub",
        "sup", "time", "tt", "u", "wbr"
      })
  void partsOfALineDoNotDivideWords(String part) {
    assertThat(HtmlText.of("wo<" + part + ">r</" + part + ">d")).isEqualTo("\nword");
  }

  @Test
  void beginsWithTheTitle() {
    String html =
        "<html><head><title>The  Title</title><meta name=description content=no></head>"
            + "<body><h1>Head</h1><p>Body</p></body></html>";

    assertThat(HtmlText.of(html)).isEqualTo("The Title\nHead Body");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<",
        "<>",
        "</",
        "<!",
        "<!--",
        "<![CDATA[",
        "<p",
        "<p a",
        "<p a=",
        "<p a=\"",
        "&",
        "&#",
        "&#x",
        "&#xFFFFFFFFF;",
        "\u0000",
        "\uD800<p>\uDFFF",
        "<script>",
        "<template><template>",
        "<frameset><frame>",
        "<table><table><td><form><form>",
        "<svg><p><math><mi>",
        "<select><option><select>",
        "</body></html><p>late"
      })
  void parsesBrokenHtml(String html) {
    assertThat(HtmlText.of(html + " <p>rest</p>")).doesNotContain("<p>rest").contains("\n");
  }

  @Test
  void parsesAHundredThousandNestedElements() {
    int depth = 100_000;
    assertThat(HtmlText.of("<div>".repeat(depth) + "deep" + "</div>".repeat(depth)))
        .contains("deep");
    assertThat(HtmlText.of("<div>".repeat(depth) + "deep")).contains("deep");
    assertThat(HtmlText.of("</div>".repeat(depth) + "deep")).contains("deep");
  }

  @Test
  void parsesMegabytesWithoutMarkup() {
    assertThat(HtmlText.of("x".repeat(5_000_000))).hasSize(5_000_001);
    assertThat(HtmlText.of("<".repeat(1_000_000))).isNotNull();
    assertThat(HtmlText.of("&".repeat(1_000_000))).hasSize(1_000_001);
  }

  @Test
  void shortPagesAreExtractedCompletely() {
    assertThat(
            HtmlText.of(
                "<!DOCTYPE html><html><head><title>Closed</title></head><body><nav>menu</nav><p>We"
                    + " are closed.</p><div>Call us.</div></body></html>"))
        .isEqualTo("Closed\nWe are closed. Call us.");
  }

  @Test
  void fragmentsKeepTheirText() {
    String paragraph =
        "<p>" + "A sentence, and another one, of a good length. ".repeat(10) + "</p>";
    String fragment =
        "<div class=sidebar><p>aside</p></div>" + paragraph + "<div class=comment>last</div>";

    assertThat(HtmlText.of(fragment)).startsWith("\naside").endsWith("last");
  }

  /// Markup that is expensive for algorithms that revisit neighbours or ancestors.
  static Stream<String> markup() {
    return Seeds.some(
        Stream.of(
            "<br>",
            "x<br><br>",
            "<p>",
            "<div>",
            "<div>x, y",
            "<div><p>hello, world</p><a href=x>y</a></div>",
            "<a href=x>y</a>",
            "<td>x",
            "<table><tr><td>",
            "<img>",
            "<font>",
            "<b><i>",
            "<!-- x -->",
            "<script>x</script>",
            "<form>",
            "<meta name=description content=x>",
            "<h1>x</h1>",
            "<p class='article comment '>x"));
  }

  @ParameterizedTest
  @MethodSource("markup")
  void parsesPagesOfRepeatedMarkup(String markup) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    for (int characters : new int[] {20_000, 100_000, 1_000_000}) {
      String page = "<!doctype html><html><body>" + markup.repeat(characters / markup.length());
      assertThat(HtmlText.of(page)).isNotNull();
    }
    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before))
        .as("processor time, which does not include that of other programs")
        .isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void parsesLongAttributesAndTitles() {
    String names = "comment ".repeat(100_000);
    String page =
        "<html><head><title>"
            + "a | ".repeat(100_000)
            + "</title></head><body>"
            + "<div class='"
            + names
            + "' id='"
            + names
            + "'>hello</div>".repeat(5);

    assertThat(HtmlText.of(page)).contains("hello");
  }
}
