package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The view that compares two texts.
class ComparePageTests extends PageTest {

  private static final String NOTICE =
      "On the first Sunday of every month the museum by the harbour opens its collection of maps,"
          + " globes and old instruments to all visitors, with a tour at ten and another at three.";

  @Test
  void comparesTheExample() {
    open("compare");
    assertThat(page.locator(".verdict"))
        .containsText(
            Pattern.compile("A copy: two words changed\\. .* Limit: .* 16 of 256 bits differ"));
    assertThat(page.locator(".verdict"))
        .containsText(page.locator(".scale-mark").textContent() + " of words");
    assertThat(page.locator(".marked del")).hasText(new String[] {"one week"});
    assertThat(page.locator(".marked ins")).hasText(new String[] {"two weeks"});
    assertThat(page.locator(".bits rect.differs")).hasCount(2 * 16);
    assertThat(page.locator(".bars li").first()).containsText("two");
    audit("compare");
  }

  @Test
  void recomputesWhatChanges() {
    open("compare");
    field("a").fill("one two three four five six");
    field("b").fill("quite another text about something else");
    assertThat(page.locator(".verdict")).containsText("Not a copy: hardly any words in common.");
    assertThat(page.locator(".verdict")).containsText("too short");
    field("b").fill("one two three four five six");
    assertThat(page.locator(".verdict"))
        .containsText(Pattern.compile("The same text\\. .*0 of 256 bits differ"));
    assertThat(page.locator(".marked del, .marked ins")).hasCount(0);
    field("profile").selectOption("paper-v1");
    assertThat(page.locator(".verdict")).containsText("Limit: up to 3 bits. 0 of 64 bits differ.");
    field("limit").fill("9");
    assertThat(page.locator(".verdict")).containsText("Limit: up to 9 bits.");
    field("b").fill("one two three four five nine");
    awaitState(
        "compare?a=one two three four five six&b=one two three four five nine"
            + "&profile=paper-v1&limit=9");
    page.reload();
    assertThat(field("b")).hasValue("one two three four five nine");
    assertThat(page.locator(".verdict"))
        .containsText(Pattern.compile("Limit: up to 9 bits\\. \\d+ of 64 bits differ\\."));
  }

  @Test
  void marksChineseByCharacter() {
    open("compare?a=当日到期的借阅免费延长一周&b=当日到期的借阅免费延长两周");
    assertThat(page.locator(".marked del")).hasText(new String[] {"一"});
    assertThat(page.locator(".marked ins")).hasText(new String[] {"两"});
    assertThat(page.locator(".verdict")).containsText("A copy: one character changed.");
    assertThat(page.locator(".marked del")).not().hasCSS("text-decoration-line", "line-through");
    page.getByLabel("Language").selectOption("zh");
    assertThat(page.locator("h1")).hasText("比较两段文本");
    assertThat(field("b")).hasValue("当日到期的借阅免费延长两周");
    assertThat(page.locator(".marked ins")).hasText("两");
    assertThat(page.locator(".verdict")).containsText("副本：改动了一个字。");
    audit("compare-zh");
  }

  /// From another view to the verdict and its reason: a click and two pastes.
  @Test
  void pastedTextsGiveAVerdict() {
    open("documents");
    page.evaluate(
        "window.actions = [];"
            + " for (const type of ['click', 'paste'])"
            + " addEventListener(type, () => actions.push(type), true);");
    goTo("compare");
    assertThat(page.locator(".verdict")).isVisible();
    paste(NOTICE);
    assertThat(field("b")).isFocused();
    assertThat(page.locator(".verdict")).hasCount(0); // no comparison with the example
    paste(NOTICE.replace("first", "last").replace("every", "each") + " It is free.");
    assertThat(page.locator(".verdict strong"))
        .hasText("A copy: two words changed, three words added.");
    assertThat(page.evaluate("actions")).isEqualTo(List.of("click", "paste", "paste"));
    assertThat(page.locator(".verdict")).isFocused();
    assertThat(field("a")).isHidden();
    audit("compare-pasted");
    unfold();
    assertThat(field("a")).hasValue(NOTICE);
    page.locator(".asked > summary").click();
    button("Compare others").click();
    assertThat(field("a")).isFocused();
    assertThat(field("a")).hasValue("");
    assertThat(page.locator(".verdict")).hasCount(0);
  }

  /// Lines that are broken elsewhere differ in nothing, and each text keeps its own.
  @Test
  void takesEndsOfLinesForSpaces() {
    String broken = NOTICE.replace(" ", "\n");
    open("compare");
    enter(NOTICE, broken.replace("first", "last"));
    assertThat(page.getByText("Differences: 1.")).isVisible();
    assertThat(page.locator(".marked ins")).hasText(new String[] {"last"});
    assertThat(page.locator(".marked").first()).containsText(NOTICE);
    assertThat(page.locator(".marked").last().innerText())
        .isEqualTo(broken.replace("first", "last"));
    enter(NOTICE, broken);
    assertThat(page.locator(".verdict strong")).containsText("A copy: only spaces, punctuation");
    assertThat(page.locator(".marked ins")).hasCount(0);
    enter(NOTICE, NOTICE);
    assertThat(page.locator(".verdict strong")).hasText("The same text.");
  }

  @Test
  void leadsFromDifferenceToDifference() {
    String lines = "the same line of a long text\n".repeat(60);
    String a = "alpha beta\n" + lines + "gamma\n" + lines + "delta";
    String b = "alpha two\n" + lines + "omega\n" + lines + "added line\n".repeat(40) + "delta";
    open("compare");
    enter(a, b);
    assertThat(page.getByText("Differences: 3.")).isVisible();
    button("Next (N)").click();
    assertThat(page.getByText("Difference 1 of 3: “beta” → “two”")).isVisible();
    page.keyboard().press("n");
    assertThat(page.getByText("Difference 2 of 3: “gamma” → “omega”")).isVisible();
    assertThat(page.locator(".marked del.current")).isInViewport();
    assertThat(page.locator(".marked ins.current")).isInViewport();
    audit("compare-differences");
    page.keyboard().press("P");
    page.keyboard().press("p");
    assertThat(page.getByText("Difference 3 of 3: – → “added line")).isVisible();
    page.evaluate("document.querySelector('.marked').scrollTop = 0");
    await("document.querySelectorAll('.marked')[1].scrollTop === 0");
    page.evaluate("document.querySelectorAll('.marked')[1].scrollTop = 1e6");
    await(
        "(({scrollTop, scrollHeight, clientHeight}) => scrollTop > scrollHeight - clientHeight - 2)"
            + "(document.querySelector('.marked'))");
  }

  /// Passages in another order in texts that are no near-duplicates of each other.
  @Test
  void showsSharedPassages() {
    String one = numbered("one", 30);
    String two = numbered("two", 20);
    String a = one + " " + numbered("left", 100) + " " + two;
    String b =
        numbered("right", 300) + " " + two + " gap " + one.replace("one7 ", "edited ") + " end";
    open("compare");
    enter(a, b);
    assertThat(page.locator("h2").first()).hasText("Shared passages");
    assertThat(page.getByText("33% of the first text and 14% of the second")).isVisible();
    assertThat(page.locator(".marked ins")).hasText(new String[] {"edited"});
    assertThat(page.locator(".marked del")).hasText(new String[] {"one7"});
    assertThat(page.locator(".marked").first().locator("mark").last()).hasText(two);
    assertThat(page.locator(".strip g")).hasCount(2);
    page.keyboard().press("n");
    assertThat(page.getByText("Passage 1 of 2: 29 words")).isVisible();
    assertThat(page.locator(".marked").last().locator("mark.current").first()).isInViewport();
    audit("compare-passages");
    page.locator(".strip g").last().click();
    assertThat(page.getByText("Passage 2 of 2: 20 words")).isVisible();
    field("passages").uncheck();
    assertThat(page.locator("h2").first()).hasText("What differs");
    page.reload();
    assertThat(page.locator("h2").first()).hasText("What differs");
    assertThat(field("passages")).not().isChecked();
    enter(a, a.replace("left5 ", "right5 ")); // near-duplicates: what differs is first
    assertThat(page.locator(".marked ins")).hasText(new String[] {"right5"});
    field("passages").check();
    assertThat(page.getByText("Passages: 1.")).isVisible();
  }

  private static String numbered(String word, int count) {
    return IntStream.range(0, count).mapToObj(i -> word + i).collect(Collectors.joining(" "));
  }

  /// Long texts, which the address does not have, and how they are shown.
  @Test
  void keepsWhatWasTyped() {
    String text = "A line of a long text.\n".repeat(1_000) + "end";
    open("compare");
    enter(text, text + " changed");
    page.locator(".asked > summary").click();
    assertThat(field("a")).isHidden();
    goTo("calibrate");
    assertThat(page.locator("h1")).hasText("Calibrate the limit");
    page.goBack();
    assertThat(page.locator(".verdict")).containsText("A copy: one word added.");
    page.getByLabel("Language").selectOption("zh");
    assertThat(page.locator(".verdict")).containsText("副本：增加了一个词。");
    page.reload();
    assertThat(page.locator(".verdict")).containsText("副本：增加了一个词。");
    assertThat(field("a")).isHidden();
    assertThat(field("b")).hasValue(text + " changed");
    goTo("calibrate");
    goTo("compare");
    assertThat(field("b")).hasValue(text + " changed");
    page.evaluate("location.hash = '#/compare?a=one&b=two'"); // a link to other texts
    assertThat(field("b")).hasValue("two");
  }

  @Test
  void comparesStoredDocuments() {
    create("compared", "{\"storeText\":true}");
    service
        .put("/documents/a%2F1?collection=compared", "{\"text\":\"one two three four\"}")
        .require(201);
    service
        .put("/documents/bare", "{\"tokens\":[\"one\",\"two\",\"three\",\"five\"]}")
        .require(200, 201);
    open("compare?aId=a/1&b=one two three five&collection=compared");
    assertThat(field("a")).hasValue("one two three four");
    assertThat(page.locator(".marked del")).hasText(new String[] {"four"});
    open("compare?aId=bare&b=one two three five");
    assertThat(page.locator(".verdict")).containsText("0 of 256 bits differ");
    assertThat(field("a"))
        .hasAttribute(
            "placeholder", "The text of this document is not stored; its fingerprint is compared.");
    assertThat(page.locator(".marked")).hasCount(0);
    assertThat(page.locator(".verdict")).containsText("The text of this document is not stored");
    assertThat(page.locator(".asked > summary")).containsText("“bare” and “one two three five”");
    page.close(); // it asks for the explanation a moment later
    service.delete("/documents/bare").require(204);
  }

  @Test
  void comparesLongTextsFromRightToLeft() {
    String line = "سيتم إغلاق مكتبة المدينة يوم الاثنين للجرد السنوي للكتب والخرائط رقم ";
    String text =
        IntStream.range(0, Seeds.rounds(40_000)) // 5 MB in the nightly build
            .mapToObj(i -> line + i + (i % 100 == 99 ? ".\n" : ". "))
            .collect(Collectors.joining());
    open("compare");
    assertThat(page.locator(".marked del").first()).hasText("one week");
    enter(text, text.replace("رقم 1500.", "رقم abc."));
    assertThat(page.locator(".marked ins")).hasText(new String[] {"abc"});
    assertThat(page.locator(".marked del")).hasText(new String[] {"1500"});
    assertThat(page.locator(".marked .omitted").first()).containsText("characters");
    assertThat(page.locator(".verdict")).containsText("A copy: one word changed.");
    assertThat(page.evaluate("getComputedStyle(document.querySelector('.marked')).direction"))
        .isEqualTo("rtl");
  }

  @Test
  void comparesALongSentenceByItsWords() {
    String text =
        IntStream.range(0, 8_000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    open("compare");
    enter(text, text.replace("word4000 ", "another ").replace("word6000 ", ""));
    assertThat(page.locator(".verdict strong"))
        .hasText("A copy: one word changed, one word left out.");
    enter(text, text.replace("word", "other"));
    assertThat(page.locator(".verdict strong")).hasText("Not a copy: hardly any words in common.");
  }

  /// Replaces both texts at once, since the browser takes long to type long ones.
  private void enter(String a, String b) {
    page.evaluate(
        """
        ([a, b]) => {
          for (const [name, text] of [["a", a], ["b", b]]) {
            const area = document.querySelector("[name=" + name + "]");
            area.value = text;
            area.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }
        """,
        List.of(a, b));
  }
}
