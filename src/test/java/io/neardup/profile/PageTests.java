package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content.Html;
import io.neardup.profile.Content.Text;
import io.neardup.text.HtmlText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pages are compared by their content, without the navigation and other parts of their site.
class PageTests {

  private static final Profile WIDE = Profiles.SIMHASH_256_V1;

  private static final List<String> BRIDGE =
      List.of(
          "The old swing bridge at the mouth of the harbour will turn again in spring, four years"
              + " after a coal barge bent its eastern pivot. The port authority said on Friday that"
              + " the last of the new bearings had arrived and that the frame, which has been lying on"
              + " the quay since the accident, will be lifted back in March if the wind allows it.",
          "Until then, lorries keep taking the long way around the basin, a detour of eleven"
              + " kilometres that has cost hauliers more than the repair itself, according to their"
              + " association. Buses will be the first to return, and private cars follow once the"
              + " control room has been staffed at night as well.",
          "The bridge was built in 1907 for the grain trade and carried a tramway until the"
              + " seventies. Engineers who took it apart found that the riveted girders were in better"
              + " shape than anybody had hoped, and that only the machinery, rebuilt after the war with"
              + " what was at hand, had to be replaced from the ground up.",
          "A small exhibition in the customs house shows the broken pivot, the drawings of the first"
              + " builders and a film of the night when the barge drifted into the span. It is open on"
              + " weekends, and entry is free.");

  private static final List<String> OWLS =
      List.of(
          "For the first time since counting began, more barn owls than kestrels have bred in the"
              + " nesting boxes of the valley. Volunteers found forty-three occupied boxes this summer,"
              + " nine more than in the year before, and most of them held four chicks or even five.",
          "The reason sits in the grass: a mild winter and a dry spring let the voles multiply, and"
              + " the owls raised two broods where they usually manage one. Farmers who used to close"
              + " their barns at night now leave the upper hatch open, since owls take more mice than"
              + " any trap.",
          "It may not last. Vole years come in waves, and after a peak the numbers tend to collapse"
              + " within months. Young owls then have to move far, many of them along the motorway,"
              + " where they hunt on the verges and fly too low.",
          "The nature club therefore asks the road office for hedges along the cutting, which force"
              + " the birds to rise above the traffic. A trial on two kilometres has been running since"
              + " autumn, and so far not a single dead owl has been found there.");

  private static String harbourPost(String headline, List<String> article) {
    return """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>%s - The Harbour Post</title>
    <script>window.dataLayer = window.dataLayer || []; track('page');</script>
    <style>.cookie-banner { position: fixed }</style></head>
    <body class="page article-page">
    <div id="cookie-banner" class="cookie-banner"><p>We and our 214 partners store cookies on your
    device to show you advertisements that fit you. You can accept all of them, refuse all of them, or
    choose each one.</p><button>Accept all</button><button>Refuse all</button></div>
    <header><a href="/">The Harbour Post</a><nav><ul><li><a href="/town">Town</a></li><li><a
    href="/sport">Sport</a></li><li><a href="/ads">Small ads</a></li></ul></nav></header>
    <div class="wrapper"><div class="content-column" id="main">
    <article class="article-body"><h1>%s</h1><p class="byline">From our newsroom</p>
    %s
    </article>
    <div class="related-links sidebar"><h3>Read more</h3><ul><li><a href="/1">What the new timetable
    means for commuters</a></li><li><a href="/2">Ten walks along the shore</a></li><li><a
    href="/3">Market square closed until Sunday</a></li></ul></div>
    <div class="comments" id="comments"><h3>12 comments</h3><div class="comment"><p>About time!</p>
    </div><div class="comment"><p>And who pays for it, as always?</p></div></div>
    </div></div>
    <footer><p>All rights reserved. Imprint, privacy, terms of use, contact.</p></footer>
    </body></html>
    """
        .formatted(headline, headline, paragraphs("<p>%s</p>\n", article));
  }

  private static String coastDaily(String headline, List<String> article) {
    return """
    <html><head><title>Coast Daily | %s</title><meta name="description" content="Read it first"></head>
    <body><table width="100%%"><tr><td class="menu"><a href="/">Home</a> <a href="/news">News</a> <a
    href="/weather">Weather</a> <a href="/tv">TV tonight</a> <a href="/login">Log in</a></td></tr></table>
    <div class="social share-buttons"><a href="#">Share</a> <a href="#">Tweet</a> <a href="#">Mail</a></div>
    <div class="story"><h2>%s</h2>
    <div class="text">%s</div>
    <div class="newsletter promo"><p>Get the best of the coast in your inbox, every morning at six. You
    can cancel at any time.</p><form><input name="mail"><button>Subscribe</button></form></div>
    </div>
    <div class="most-read"><ol><li><a href="/a">Storm tears roof off swimming pool</a></li><li><a
    href="/b">This is how to store potatoes</a></li></ol></div>
    <p class="copyright">Coast Daily is a member of the press council.</p>
    </body></html>
    """
        .formatted(headline, headline, paragraphs("<p>%s</p>", article));
  }

  @Test
  void sameArticleOnTwoSitesIsWithinDistance() {
    assertThat(
            distance(
                harbourPost("Bridge to turn again", BRIDGE),
                coastDaily("Swing bridge returns", BRIDGE)))
        .isLessThanOrEqualTo(WIDE.maxDistance());
    assertThat(distance(harbourPost("A year of owls", OWLS), coastDaily("Owls at record", OWLS)))
        .isLessThanOrEqualTo(WIDE.maxDistance());
  }

  @Test
  void articlesOfOneSiteAreBeyondTheDistance() {
    assertThat(
            distance(
                harbourPost("Bridge to turn again", BRIDGE), harbourPost("A year of owls", OWLS)))
        .isGreaterThan(100);
    assertThat(
            distance(
                coastDaily("Bridge to turn again", BRIDGE), coastDaily("Owls at record", OWLS)))
        .isGreaterThan(100);
  }

  @Test
  void pageIsWithinDistanceOfItsPlainText() {
    String plain = String.join("\n\n", BRIDGE);

    assertThat(
            WIDE.sketch(new Html(harbourPost("Bridge to turn again", BRIDGE)))
                .fingerprint()
                .distance(WIDE.sketch(new Text(plain)).fingerprint()))
        .isLessThanOrEqualTo(WIDE.maxDistance() / 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cookies",
        "partners",
        "Small ads",
        "Accept",
        "comments",
        "About time",
        "Ten walks",
        "rights",
        "dataLayer",
        "Harbour Post"
      })
  void repeatedPartsOfASiteAreIgnored(String boilerplate) {
    assertThat(HtmlText.of(harbourPost("Bridge to turn again", BRIDGE)))
        .contains("swing bridge", "entry is free")
        .doesNotContain(boilerplate);
  }

  @Test
  void aPageInsideAFormKeepsItsArticle() {
    String page = coastDaily("Swing bridge returns", BRIDGE);
    String inForm = page.replace("<body>", "<body><form>").replace("</body>", "</form></body>");

    assertThat(distance(page, inForm)).isLessThanOrEqualTo(WIDE.maxDistance() / 2);
  }

  @Test
  void aChinesePageIsItsArticle() {
    String paragraph = "市图书馆将于下周一闭馆一天，用于盘点图书和影片。到期的图书自动延长一周，不收取任何费用，正门旁的还书箱全天开放，读者可以随时归还。";
    String page =
        "<!DOCTYPE html><html><head><title>图书馆闭馆通知_某某新闻网</title></head><body><div class=\"nav\"><a"
            + " href=/>首页</a><a href=/news>新闻</a><a href=/video>视频</a></div><div class=\"article\">"
            + ("<p>" + paragraph + "</p>").repeat(5)
            + "</div><div class=\"footer\">版权所有 未经许可不得转载 联系我们</div></body></html>";

    assertThat(HtmlText.of(page)).contains("盘点图书").doesNotContain("首页", "某某新闻网");
  }

  private static int distance(String one, String other) {
    return WIDE.sketch(new Html(one))
        .fingerprint()
        .distance(WIDE.sketch(new Html(other)).fingerprint());
  }

  private static String paragraphs(String format, List<String> article) {
    StringBuilder html = new StringBuilder();
    article.forEach(paragraph -> html.append(format.formatted(paragraph)));
    return html.toString();
  }
}
