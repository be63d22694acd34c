package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The view that finds near-duplicates.
class FindPageTests extends PageTest {

  @BeforeEach
  void store() {
    create("found", "{\"storeText\":true}");
    store("ferry/1", FERRY, "en");
    store("ferry/2", FERRY.replace("Friday", "Thursday"), "en");
    store("ferry/3", FERRY.replace("twenty", "thirty"), "de");
    store("other", "Quite another text about something else, of a few words more than eight", "en");
  }

  private void store(String id, String text, String lang) {
    String target = "/documents/" + id.replace("/", "%2F") + "?collection=found";
    service
        .put(target, "{\"text\":\"" + text + "\",\"metadata\":{\"lang\":\"" + lang + "\"}}")
        .require(200, 201);
  }

  private Locator card(String id) {
    return page.locator(
        ".match",
        new Page.LocatorOptions()
            .setHas(page.locator("h2", new Page.LocatorOptions().setHasText(id))));
  }

  private Locator button(String id, String name) {
    return card(id)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void findsAndMarks() {
    open("find?collection=found");
    field("content").fill(FERRY);
    button("Find").click();
    assertThat(status())
        .containsText(
            Pattern.compile("3 documents, most similar first. Limit: at least \\d+% in common"));
    assertThat(page.locator(".match h2")).hasCount(3);
    assertThat(page.locator(".match h2").first()).hasText("ferry/1");
    assertThat(card("ferry/1")).containsText("identical text");
    assertThat(card("ferry/3")).containsText("de");
    // As Calibrate shows this distance: 1 - .46 * 9 / 54.
    assertThat(card("ferry/2").locator("header")).containsText("about 92.3% of words");
    assertThat(card("ferry/2").locator(".scale-mark")).hasText("92.3%");
    button("ferry/2", "Mark what differs").click();
    assertThat(card("ferry/2").locator("ins")).hasText("Thursday");
    button("ferry/2", "Next").click(); // a change may be far below
    assertThat(card("ferry/2")).containsText("Difference 1 of 1: “Friday” → “Thursday”");
    assertThat(card("ferry/2").locator(".current")).hasCount(2);
    button("ferry/3", "Mark what differs").click();
    assertThat(card("ferry/3").locator("ins")).hasText("thirty");
    audit("find");
    unfold();
    field("maxDistance").fill("4");
    page.keyboard().press("Enter");
    assertThat(page.locator(".match h2")).hasText(new String[] {"ferry/1"});
    awaitState("find?text=" + FERRY + "&collection=found&maxDistance=4");
    page.reload();
    assertThat(page.locator(".match h2")).hasText(new String[] {"ferry/1"});
    unfold();
    field("content").fill(FERRY + " Indeed.");
    field("maxDistance").fill("0");
    page.keyboard().press("Enter");
    assertThat(page.getByText("no near-duplicate. Limit: up to 0 bits.")).isVisible();
  }

  /// A share is rounded alike wherever it stands.
  @Test
  void writesAShareInOneWay() {
    open("find?collection=found&id=ferry%2F1");
    Locator mark = card("ferry/2").locator(".scale-mark");
    assertThat(mark).hasText(Pattern.compile("\\d+\\.\\d%"));
    assertThat(card("ferry/2").locator("header"))
        .containsText(mark.textContent() + " of words and pairs of neighbouring words");
  }

  @Test
  void namesAllOtherCollectionsThatHaveIt() {
    create("lack", "{}");
    create("likewise", "{\"storeText\":true}");
    for (String target : List.of("lack/other", "likewise/ferry")) {
      String[] parts = target.split("/");
      String text =
          parts[1].equals("ferry") ? FERRY : "Words of a text that is about nothing at all";
      service
          .put(
              "/documents/%s?collection=%s".formatted(parts[1], parts[0]),
              "{\"text\":\"" + text + "\"}")
          .require(201);
    }
    open("find?collection=lack&text=" + FERRY);
    assertThat(page.locator(".why"))
        .containsText("Near-duplicates are in other collections: found, likewise.");
    service.delete("/collections/likewise").require(204);
    open("find?collection=lack&text=" + FERRY);
    assertThat(page.locator(".why"))
        .containsText("A near-duplicate is in another collection: found.");
  }

  @Test
  void decidesAndUndoes() {
    open("find?id=ferry/1&collection=found");
    button("ferry/2", "Not a duplicate").click();
    assertThat(button("ferry/2", "Judged not a duplicate – undo")).isVisible();
    assertThat(service.get("/collections/found/judgements").text("/judgements/0/b"))
        .isEqualTo("ferry/2");
    button("ferry/2", "Judged not a duplicate – undo").click();
    assertThat(button("ferry/2", "Not a duplicate")).isVisible();
    assertThat(service.get("/collections/found/judgements").json().get("judgements")).isEmpty();
    String target = "/documents/ferry%2F2?collection=found";
    button("ferry/2", "Disable").click();
    assertThat(button("ferry/2", "Disabled – undo")).isVisible();
    assertThat(service.get(target).json().at("/enabled").asBoolean(true)).isFalse();
    button("ferry/2", "Disabled – undo").click();
    assertThat(button("ferry/2", "Disable")).isVisible();
    assertThat(service.get(target).json().at("/enabled").asBoolean(true)).isTrue();
    button("ferry/2", "Allow").click();
    assertThat(button("ferry/2", "Allowed – undo")).isVisible();
    assertThat(service.get(target).json().at("/allowed").asBoolean(false)).isTrue();
    audit("find-decided");
    button("ferry/2", "Allowed – undo").click();
    assertThat(button("ferry/2", "Allow")).isVisible();
    assertThat(service.get(target).json().at("/allowed").asBoolean(false)).isFalse();
    card("ferry/2").getByText("Compare").click();
    assertThat(page.locator(".marked ins")).hasText("Thursday");
  }

  /// What another client changed meanwhile is neither undone nor repeated.
  @Test
  void forgetsWhatItDidOnceDocumentsAreFoundAgain() {
    open("find?id=ferry/1&collection=found");
    button("ferry/2", "Disable").click();
    assertThat(button("ferry/2", "Disabled – undo")).isVisible();
    String target = "/documents/ferry%2F2?collection=found";
    service.patch(target, "{\"enabled\":true}").require(200);
    unfold();
    button("Find").click();
    assertThat(button("ferry/2", "Disable")).isVisible();
    button("ferry/2", "Disable").click();
    assertThat(button("ferry/2", "Disabled – undo")).isVisible();
    assertThat(service.get(target).json().at("/enabled").asBoolean(true)).isFalse();
    service.delete(target).require(204);
    expect("status of 404");
    button("ferry/2", "Disabled – undo").click();
    assertThat(alert()).containsText("The document is deleted.");
  }

  /// Another collection with documents, which sorts before `found`.
  @Test
  void looksInTheCollectionInUseAndOnRequestInAll() {
    create("elsewhere", "{\"storeText\":true}");
    service
        .put("/documents/else?collection=elsewhere", "{\"text\":\"one two three four five six\"}")
        .require(201);
    open("find");
    field("inUse").selectOption("elsewhere");
    assertThat(field("inUse").locator("option:checked")).hasText("elsewhere (1)");
    assertThat(field("collection")).hasValue("elsewhere");
    open("find"); // remembered
    assertThat(field("collection")).hasValue("elsewhere");
    field("content").fill(FERRY);
    button("Find").click();
    assertThat(status())
        .hasText(Pattern.compile("In “elsewhere”: no near-duplicate. Limit: at least .*"));
    button("Look in all collections").click();
    assertThat(status()).containsText("3 documents in 1 of ");
    assertThat(page.getByText("In “found”: 3 documents, most similar first.")).isVisible();
    assertThat(page.locator(".match h2")).hasCount(3);
    audit("find-everywhere");
    page.reload();
    assertThat(page.locator(".match h2")).hasCount(3);
    assertThat(field("collection")).hasValue("*");
    // A stored document is looked up in other collections by its text.
    open("find?id=else&collection=elsewhere&everywhere=1&maxDistance=256");
    assertThat(page.locator(".match h2")).hasCount(4);
    service.delete("/collections/elsewhere").require(204);
    goTo("start");
    assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("elsewhere"))).hasCount(0);
  }

  /// The reasons for an empty answer, each with the way that leads on.
  @Test
  void saysWhyNothingWasFound() {
    String words =
        IntStream.range(0, 200).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    store("article", words, "en");
    String part = words.substring(0, words.indexOf("word30"));
    open("find?collection=found&text=" + part);
    assertThat(reason(0)).containsText("part of a longer text: 100% of it is in “article”");
    assertThat(page.locator(".why mark").last()).containsText("word29");
    audit("find-why");
    reason(0).getByRole(AriaRole.BUTTON).click();
    assertThat(page.getByText("Documents with passages of it: 1")).isVisible();
    service.patch("/collections/found", "{\"passages\":false}").require(200);
    open("find?collection=found&text=" + words + " " + FERRY);
    assertThat(page.locator(".match h2")).hasText(new String[] {"article"});
    open("find?collection=found&maxDistance=0&text=" + words + " " + FERRY);
    assertThat(reason(0)).containsText("contains a stored text: 100% of “");
    assertThat(reason(1)).containsText("Limit: up to 0 bits.");
    reason(1).getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator(".match h2").first()).hasText("article");
    String other = IntStream.range(0, 130).mapToObj(i -> " else" + i).collect(Collectors.joining());
    String quarter = words.substring(0, words.indexOf("word80")).trim() + other;
    open("find?collection=found&text=" + quarter); // a limit that reaches it would reach any text
    assertThat(reason(0)).containsText("The nearest document, “article”, has ");
    assertThat(reason(0).getByRole(AriaRole.BUTTON)).hasCount(0);
    assertThat(reason(0).getByRole(AriaRole.LINK)).hasText("Compare");
    open("find?collection=found&text=ship");
    assertThat(reason(0)).containsText("fewer than about eight words");
    assertThat(page.locator(".why li").last()).containsText("Nothing like it is stored");
    create("vacant", "{}");
    open("find?collection=vacant&text=" + FERRY);
    assertThat(reason(0)).hasText("“vacant” has no documents. Load a file");
    reason(1).getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator(".match h2")).hasCount(3);
    create("narrow", "{\"profile\":\"paper-v1\",\"storeText\":true}");
    service.put("/documents/ferry?collection=narrow", "{\"text\":\"" + FERRY + "\"}").require(201);
    open("find?collection=narrow&maxDistance=0&text=" + FERRY.replace("quay", "pier"));
    Locator profile =
        page.locator(".why li", new Page.LocatorOptions().setHasText("By the profile"));
    assertThat(profile).containsText("“ferry” is a near-duplicate; this collection has paper-v1");
    profile.getByRole(AriaRole.LINK).click();
    assertThat(page.locator(".verdict strong")).hasText("A copy: one word changed.");
  }

  private Locator reason(int at) {
    return page.locator(".why li").nth(at);
  }

  /// A text that is quoted in a longer one, of which it is no near-duplicate.
  @Test
  void showsWhoQuotesAText() {
    service.patch("/collections/found", "{\"passages\":true}").require(200);
    String article =
        IntStream.range(0, 200).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    store("article", article + " " + FERRY.replace("Monday", "Tuesday") + " " + article, "en");
    open("find?collection=found");
    field("content").fill(FERRY);
    button("Find").click();
    assertThat(page.locator(".match h2"))
        .hasText(new String[] {"ferry/1", "ferry/3", "ferry/2", "article"});
    assertThat(page.getByText("Documents with passages of it: 1")).isVisible();
    assertThat(card("article")).containsText("of the document in shared passages; longest run");
    assertThat(card("article").locator(".marked ins")).hasText(new String[] {"Tuesday"});
    assertThat(card("article").locator(".marked del")).hasText(new String[] {"Monday"});
    card("article")
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Next"))
        .click();
    assertThat(card("article")).containsText("Passage 1 of 1: ");
    assertThat(card("article").locator("mark.current").last()).isInViewport();
    audit("find-passages");
    card("article").getByText("Compare").click();
    assertThat(page.locator("h2").first()).hasText("Shared passages");
    // By its id: the query has its text from the service.
    open("find?collection=found&id=ferry/1");
    assertThat(card("article").locator(".marked ins")).hasText("Tuesday");
    // On the page of a document.
    open("documents?collection=found&id=ferry%2F1");
    page.getByText("Find its near-duplicates").click();
    assertThat(page.locator(".match h2")).hasText(new String[] {"ferry/3", "ferry/2", "article"});
    assertThat(page.getByText("Documents with passages of it: 1")).isVisible();
    assertThat(card("article").locator(".marked ins")).hasText("Tuesday");
    audit("document-passages");
  }

  /// Quotations do not hide why there is no near-duplicate.
  @Test
  void saysWhyBesideQuotations() {
    service.patch("/collections/found", "{\"passages\":true}").require(200);
    String article =
        IntStream.range(0, 200).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    store("article", article + " " + FERRY, "en");
    for (int i = 1; i <= 3; i++) {
      service
          .patch("/documents/ferry%2F" + i + "?collection=found", "{\"enabled\":false}")
          .require(200);
    }
    open("find?collection=found&text=" + FERRY);
    assertThat(reason(0)).containsText("“ferry/1” has 100% in common, but is disabled");
    assertThat(reason(1)).containsText("part of a longer text: 100% of it is in “article”");
    assertThat(page.locator(".why li")).hasCount(2);
    assertThat(page.locator(".why .match h2")).hasText("ferry/1");
    assertThat(page.locator(".why ~ .match h2")).hasText("article");
    audit("find-why-quoted");
    reason(0).getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator(".match h2")).hasText(new String[] {"ferry/1", "article"});
    assertThat(page.locator(".why")).hasCount(0);
  }

  /// A text is looked up where it is pasted: outside of fields, or into the empty one.
  @Test
  void looksUpWhatIsPasted() {
    open("find?collection=found");
    assertThat(field("content")).isVisible();
    paste(FERRY);
    assertThat(page.locator(".match h2")).hasCount(3);
    unfold();
    field("content").focus();
    paste(" Indeed.");
    assertThat(field("content")).hasValue(Pattern.compile("Indeed\\."));
    field("content").fill("");
    paste("Quite another text about something else, of a few words more than eight");
    assertThat(page.locator(".match h2")).hasText(new String[] {"other"});
  }

  /// The view that is left does not write its state into the address that follows.
  @Test
  void keepsTheAddressOfAnotherCollection() {
    open("find?text=harbour&collection=found");
    assertThat(status()).containsText("In “found”");
    page.evaluate("location.hash = '#/find?collection=default'");
    assertThat(field("inUse")).hasValue("default");
    assertThat(field("content")).hasValue("");
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))"); // after a late write
    assertThat(page.url()).endsWith("#/find?collection=default");
  }

  @Test
  void problemsSayWhatToDo() {
    expect("404");
    open("find?id=nobody&collection=found");
    assertThat(alert()).containsText("store it");
    audit("find-problem");
    service.put("/documents/nobody?collection=found", "{\"text\":\"" + FERRY + "\"}").require(201);
    button("Try again").click();
    assertThat(page.locator(".match h2").first()).hasText("ferry/1");
  }

  @Test
  void showsManyMatchesInSteps() {
    expect("404"); // the documents of the matches are not stored
    String print = "0".repeat(64);
    String matches =
        IntStream.range(0, 100)
            .mapToObj(i ->
                "{\"id\":\"match-%d\",\"fingerprint\":\"%s\",\"distance\":%d,\"similarity\":0.9,\"featureSimilarity\":0.8}"
                    .formatted(i, print, i / 2))
            .collect(Collectors.joining(","));
    page.route(
        "**/duplicates?*",
        route ->
            answer(
                route,
                200,
                "{\"query\":{\"fingerprint\":\""
                    + print
                    + "\",\"bits\":256,\"profile\":\"simhash-256-v1\",\"lowConfidence\":false},"
                    + "\"maxDistance\":54,\"plan\":\"scan\",\"exact\":true,\"recall\":1,\"truncated\":true,"
                    + "\"candidates\":1,\"matches\":["
                    + matches
                    + "]}"));
    open("find?text=a&collection=found");
    assertThat(status())
        .containsText(
            Pattern.compile("100 documents, most similar first. Limit: .* There are more"));
    assertThat(page.locator(".match")).hasCount(50);
    button("Show 50 more").click();
    assertThat(page.locator(".match")).hasCount(100);
  }
}
