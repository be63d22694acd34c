package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The view in which pairs are judged and the limit is chosen.
class CalibratePageTests extends PageTest {

  private static final int LIMIT = 16;
  private static final Locator.GetByTextOptions EXACT =
      new Locator.GetByTextOptions().setExact(true);

  /// Texts of random words, each with versions of which each lacks more words than the one before.
  @BeforeEach
  void store() {
    create("judged", "{\"storeText\":true,\"maxDistance\":" + LIMIT + "}");
    List<String> lines = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 4; i++) {
      List<String> words = new ArrayList<>();
      for (int j = 0; j < 40; j++) {
        words.add("word" + random.nextInt(5_000));
      }
      for (int j = 0; j < 4; j++) {
        lines.add(
            "{\"id\":\"text-%d-%d\",\"text\":\"%s\"}"
                .formatted(i, j, String.join(" ", words.subList(2 * j, words.size()))));
      }
    }
    store("judged", lines.stream());
  }

  private int judged() {
    return service.get("/collections/judged/judgements?limit=100").json().get("judgements").size();
  }

  @Test
  void judgesWithKeysAndEvaluates() {
    open("calibrate?collection=judged");
    assertThat(page.getByText("Near-duplicates: 0 of 50")).isVisible();
    button("Sample pairs").click();
    assertThat(page.locator(".judged"))
        .containsText(Pattern.compile("about [\\d.]+% in common \\d+ bits"));
    assertThat(page.locator(".judged .marked")).hasCount(2);
    audit("calibrate-pair");
    page.keyboard().press("D");
    assertThat(page.getByText("Near-duplicates: 1 of 50")).isVisible();
    String second = page.locator(".judged h3").first().textContent();
    page.keyboard().press("n");
    assertThat(page.getByText("Different: 1 of 50")).isVisible();
    page.keyboard().press("Z");
    assertThat(page.getByText("Different: 0 of 50")).isVisible();
    assertThat(page.locator(".judged h3").first()).hasText(second);
    assertThat(judged()).isEqualTo(1);
    button("Different (N)").click();
    assertThat(page.getByText("Different: 1 of 50")).isVisible();
    assertThat(judged()).isEqualTo(2);
    field("from").selectOption("judgements");
    button("Evaluate").click();
    assertThat(page.locator(".recommended"))
        .containsText("Measured pairs: 1 of near-duplicates, 1 others.");
    assertThat(page.locator(".warning + .recommended")).isVisible();
    assertThat(page.locator(".warning").first()).containsText("Too few pairs");
    assertThat(page.locator(".chart")).hasCount(2);
    assertThat(page.locator(".score")).containsText("With this limit: precision ");
    page.reload(); // the address has the job
    assertThat(page.locator(".recommended")).isVisible();
    assertThat(field("from")).hasValue("judgements");
  }

  /// Samples go on until every pair was shown; unsure ones are not stored, and not shown again.
  @Test
  void samplesUntilNoPairIsLeft() {
    open("calibrate?collection=judged");
    button("Sample pairs").click();
    assertThat(page.locator(".judged .marked")).hasCount(2);
    page.keyboard().press("u");
    assertThat(button("Undo (Z)")).isVisible();
    page.getByLabel("Language").selectOption("zh");
    assertThat(button("撤销 (Z)")).isVisible();
    page.reload();
    assertThat(button("撤销 (Z)")).isVisible();
    audit("calibrate-zh");
    page.getByLabel("语言").selectOption("en");
    page.locator("h1").click(); // keys of the choice of a language are its own
    int judged = 1;
    Locator none = page.getByText("No pair near the limit is left");
    while (none.count() == 0) {
      page.keyboard().press("d");
      assertThat(page.getByText("Near-duplicates: %d of 50".formatted(judged++))).isVisible();
      assertThat(page.locator(".judged").or(none)).isVisible();
    }
    assertThat(judged()).as("more than a sample has").isGreaterThan(20);
    button("Sample pairs").click();
    assertThat(none).isVisible();
    page.keyboard().press("z");
    assertThat(page.locator(".judged")).isVisible();
  }

  /// The answer to a judgement comes when another view is open, or when this one is open again.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void goesOnAfterAJudgementWhenTheViewIsLeft(boolean backFirst) {
    List<Route> held = hold("**/judgements"); // before the page is loaded, which obeys it then
    open("calibrate?collection=judged");
    button("Sample pairs").click();
    assertThat(page.locator(".judged .marked")).hasCount(2);
    List<String> first = page.locator(".judged h3").allTextContents();
    button("Near-duplicates (D)").click();
    page.waitForCondition(() -> !held.isEmpty());
    goTo("compare");
    assertThat(page.locator(".verdict")).isVisible();
    if (!backFirst) {
      page.waitForResponse("**/judgements", held.getFirst()::resume);
    }
    page.goBack();
    if (backFirst) {
      assertThat(page.locator(".judged h3")).hasText(first.toArray(String[]::new));
      held.getFirst().resume();
    }
    assertThat(button("Undo (Z)")).isVisible();
    assertThat(page.locator(".judged h3").allTextContents()).isNotEqualTo(first);
    assertThat(judged()).isEqualTo(1);
  }

  @Test
  void keepsThePairsWhileAnotherCollectionIsShown() {
    create("other", "{\"storeText\":true}");
    open("calibrate?collection=judged");
    button("Sample pairs").click();
    assertThat(page.locator(".judged .marked")).hasCount(2);
    page.keyboard().press("u");
    assertThat(button("Undo (Z)")).isVisible();
    page.evaluate("location.hash = '#/calibrate?collection=other'");
    assertThat(button("Sample pairs")).isVisible();
    assertThat(button("Undo (Z)")).hasCount(0);
    page.goBack();
    assertThat(button("Undo (Z)")).isVisible();
  }

  @Test
  void evaluatesJudgementsOnceThereAreEnough() {
    StringBuilder judgements = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < i; j++) {
        judgements.append(
            ",{\"a\":\"text-%d-%d\",\"b\":\"text-%d-%d\",\"duplicate\":%s}"
                .formatted(i / 4, i % 4, j / 4, j % 4, (i + j) % 2 == 0));
      }
    }
    service
        .post(
            "/collections/judged/judgements", "{\"judgements\":[" + judgements.substring(1) + "]}")
        .require(200);
    open("calibrate?collection=judged");
    assertThat(page.getByText("Different: 64 of 50")).isVisible();
    assertThat(field("from")).hasValue("judgements");
    field("from").selectOption("documents");
    page.reload();
    assertThat(page.getByText("Different: 64 of 50")).isVisible();
    assertThat(field("from")).hasValue("documents");
  }

  /// From another view to the distance and what it changes: two clicks, and a third to use it.
  @Test
  void choosesADistanceByTheDocuments() {
    open("changes");
    page.evaluate("window.clicks = 0; addEventListener('click', () => window.clicks++, true);");
    goTo("calibrate");
    assertThat(field("inUse")).hasValue("judged");
    button("Evaluate").click();
    assertThat(page.locator(".recommended")).containsText("Recommended limit: at least ");
    assertThat(page.locator(".score")).containsText("false matches on average");
    String distance = field("distance").inputValue();
    String limit = page.locator(".recommended strong").textContent();
    assertThat(page.getByText("Limit: " + limit.replaceAll("^.*: |\\.$", "") + " (now: at least "))
        .isVisible();
    assertThat(page.getByText("Measured with copies that were edited")).isVisible();
    assertThat(page.locator(".edge li .marked").first()).containsText("word");
    button("Use this limit").click();
    assertThat(page.getByText("Back: at least ")).isVisible();
    assertThat(page.evaluate("clicks")).isEqualTo(3);
    assertThat(service.get("/collections/judged").number("/maxDistance"))
        .isEqualTo(Integer.parseInt(distance));
    page.reload();
    page.getByText("Back: at least ").click();
    assertThat(page.getByText("Back: at least ")).hasCount(0);
    assertThat(service.get("/collections/judged").number("/maxDistance")).isEqualTo(LIMIT);
  }

  @Test
  void judgesWhatADistanceChanges() {
    open("calibrate?collection=judged&from=documents");
    button("Evaluate").click();
    assertThat(page.locator(".recommended")).isVisible();
    page.getByLabel("Language").selectOption("zh"); // the reason as well
    page.getByText("详细说明").click();
    assertThat(page.locator(".recommendation details p")).containsText("位以内时，找到 ");
    assertThat(page.locator(".recommendation"))
        .not()
        .containsText(Pattern.compile("[A-Za-z]{2,} [A-Za-z]{2,}|NaN|undefined"));
    page.getByLabel("语言").selectOption("en");
    field("distance").fill("24");
    assertThat(page.locator(".edge")).containsText("Pairs that would match as well: about ");
    assertThat(page.locator(".edge li del").first()).containsText("word");
    assertThat(page.locator(".chart polyline")).hasCount(2);
    Locator decision = page.locator(".edge li").first().getByText("Near-duplicates", EXACT);
    decision.click();
    assertThat(decision).hasAttribute("aria-pressed", "true");
    assertThat(page.getByText("Near-duplicates: 1 of 50")).isVisible();
    audit("calibrate");
    page.locator(".edge li").first().getByText("Different").click();
    assertThat(page.getByText("Different: 1 of 50")).isVisible();
    assertThat(page.getByText("Near-duplicates: 0 of 50")).isVisible();
    assertThat(judged()).isEqualTo(1);
    page.locator(".edge li").first().getByText("Different").click();
    assertThat(page.getByText("Different: 0 of 50")).isVisible();
    assertThat(judged()).isZero();
    field("distance").fill("10");
    assertThat(page.locator(".edge")).containsText("Pairs that would not match any more: about ");
    page.reload();
    assertThat(field("distance")).hasValue("10");
    page.locator(".edge a").first().click();
    assertThat(page.locator(".verdict")).isVisible();
  }
}
