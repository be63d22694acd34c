package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The view that compares two texts.
class ComparePageTests extends PageTest {

  @Test
  void comparesTheExample() {
    open("compare");
    assertThat(page.locator(".verdict")).containsText("Near-duplicates. 16 of 256 bits differ");
    assertThat(page.locator(".verdict")).containsText("89% of words");
    assertThat(page.locator(".marked del")).hasText(new String[] {"one", "week"});
    assertThat(page.locator(".marked ins")).hasText(new String[] {"two", "weeks"});
    assertThat(page.locator(".bits rect.differs")).hasCount(2 * 16);
    assertThat(page.locator(".bars li").first()).containsText("two");
    assertThat(page.locator("table")).containsText("Jaccard similarity");
    assertThat(page.locator("tr:has-text('Edit distance') td")).hasText("4 (1.6%)");
    audit("compare");
  }

  @Test
  void recomputesWhatChanges() {
    open("compare");
    field("a").fill("one two three four five six");
    field("b").fill("quite another text about something else");
    assertThat(page.locator(".verdict")).containsText("Not near-duplicates");
    assertThat(page.locator(".verdict")).containsText("too short");
    field("b").fill("one two three four five six");
    assertThat(page.locator(".verdict")).containsText("0 of 256 bits differ");
    assertThat(page.locator(".marked del, .marked ins")).hasCount(0);
    field("profile").selectOption("paper-v1");
    assertThat(page.locator(".verdict")).containsText("0 of 64 bits differ, the limit is 3");
    field("limit").fill("9");
    assertThat(page.locator(".verdict")).containsText("the limit is 9");
    field("b").fill("one two three four five nine");
    button("Swap the texts").click();
    assertThat(field("a")).hasValue("one two three four five nine");
    awaitState(
        "compare?a=one two three four five nine&b=one two three four five six"
            + "&profile=paper-v1&limit=9");
    page.reload();
    assertThat(field("b")).hasValue("one two three four five six");
    assertThat(page.locator(".verdict")).containsText("of 64 bits differ, the limit is 9");
  }

  @Test
  void marksChineseByCharacter() {
    open("compare?a=当日到期的借阅免费延长一周&b=当日到期的借阅免费延长两周");
    assertThat(page.locator(".marked del")).hasText(new String[] {"一"});
    assertThat(page.locator(".marked ins")).hasText(new String[] {"两"});
    page.getByLabel("Language").selectOption("zh");
    assertThat(page.locator("h1")).hasText("比较两段文本");
    assertThat(field("b")).hasValue("当日到期的借阅免费延长两周");
    assertThat(page.locator(".marked ins")).hasText("两");
    audit("compare-zh");
  }

  @Test
  void bitsAreReadByKeyboard() {
    open("compare");
    assertThat(page.locator(".bars li").first()).isVisible();
    page.locator(".bits").first().focus();
    page.keyboard().press("ArrowRight");
    assertThat(page.locator(".bit-detail")).containsText("Bit 255 is");
    page.keyboard().press("n");
    assertThat(page.locator(".bit-detail")).containsText("in the first and");
    assertThat(page.locator(".bit-detail")).containsText("Its sums are");
    page.locator(".bits rect").nth(255).hover();
    assertThat(page.locator(".bit-detail")).containsText("Bit 0 is");
  }

  @Test
  void comparesStoredDocuments() {
    service.put("/collections/compared", "{\"storeText\":true}").require(200, 201);
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
    leave(); // it asks for the explanation a moment later
    service.delete("/documents/bare").require(204);
    service.delete("/collections/compared").require(204);
  }

  @Test
  void comparesLongTextsFromRightToLeft() {
    String line = "سيتم إغلاق مكتبة المدينة يوم الاثنين للجرد السنوي للكتب والخرائط رقم ";
    String text =
        IntStream.range(0, Seeds.rounds(40_000)) // 5 MB in the nightly build
            .mapToObj(i -> line + i + (i % 100 == 99 ? ".\n" : ". "))
            .collect(Collectors.joining());
    open("compare");
    assertThat(page.locator(".marked del").first()).hasText("one");
    // The browser takes long to type that much, so it is pasted.
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
        List.of(text, text.replace("رقم 1500.", "رقم abc.")));
    assertThat(page.locator(".marked ins")).hasText(new String[] {"abc"});
    assertThat(page.locator(".marked del")).hasText(new String[] {"1500"});
    assertThat(page.locator(".marked .omitted").first()).containsText("characters");
    assertThat(page.locator(".verdict")).containsText("Near-duplicates. ");
    assertThat(page.evaluate("getComputedStyle(document.querySelector('.marked')).direction"))
        .isEqualTo("rtl");
  }

  /// From a key to the new distance in the document, for texts of 5 KB. The times are printed and
  /// not compared with a limit, as other work may delay any of them.
  @Test
  void recomputesAfterEachChange() {
    String text =
        IntStream.range(0, 900).mapToObj(i -> "word" + i % 331).collect(Collectors.joining(" "));
    assertThat(text.length()).isGreaterThan(5_000);
    open("compare");
    field("a").fill(text);
    field("b").fill(text);
    assertThat(page.locator(".verdict")).containsText("0 of 256 bits differ");
    Object times =
        page.evaluate(
            """
            async (patience) => {
              const area = document.querySelector("[name=b]");
              const shown = () => document.querySelector(".scale-mark").textContent;
              const times = [];
              for (let i = 0; i < 6 && times.length < 2; i++) {
                const before = shown();
                const start = performance.now();
                area.value = i % 2 ? area.value.slice(60) : "another beginning of the text " + i + area.value.slice(900);
                area.dispatchEvent(new Event("input", { bubbles: true }));
                while (shown() === before && performance.now() - start < patience) {
                  await new Promise(requestAnimationFrame);
                }
                if (shown() !== before) {
                  times.push(performance.now() - start);
                }
                await new Promise((resolve) => setTimeout(resolve, 350));
              }
              return times;
            }
            """,
            (int) PATIENCE.toMillis());
    List<Double> sorted =
        ((List<?>) times).stream().map(each -> ((Number) each).doubleValue()).sorted().toList();
    assertThat(sorted).as("times of changes that are shown").hasSize(2);
    System.out.printf("compare: %.0f ms at best of %d%n", sorted.getFirst(), sorted.size());
  }
}
