package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The view in which pairs are judged and the limit is chosen.
class CalibratePageTests extends PageTest {

  private static final int LIMIT = 16;

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
    assertThat(page.locator(".chart")).hasCount(1);
    // A distance stands for one share, in the table of limits and beside a pair.
    String[] near = page.locator(".judged [role=status]").textContent().split(" ");
    page.getByText("Show as a table").click();
    assertThat(page.locator(".chart tbody th").nth(Integer.parseInt(near[4])))
        .hasText("%s (%s bits)".formatted(near[1], near[4]));
    assertThat(page.locator(".score")).containsText("of the near-duplicates are found (recall)");
    page.reload(); // the address has the job
    assertThat(page.locator(".recommended")).isVisible();
    assertThat(field("from")).hasValue("judgements");
  }

  /// Pairs that were judged are not sampled again.
  @Test
  void samplesUntilNoPairIsLeft() {
    open("calibrate?collection=judged");
    button("Sample pairs").click();
    assertThat(page.locator(".judged .marked")).hasCount(2);
    page.keyboard().press("u");
    assertThat(button("Undo (Z)")).isVisible();
    goTo("compare");
    assertThat(page.locator(".verdict")).isVisible();
    page.goBack(); // what was shown is kept
    assertThat(button("Undo (Z)")).isVisible();
    int judged = 1;
    Locator none = page.getByText("No pair near the limit is left");
    while (none.count() == 0) {
      if (button("Sample pairs").isVisible()) {
        button("Sample pairs").click();
        assertThat(page.locator(".judged").or(none)).isVisible();
      } else {
        page.keyboard().press("d");
        assertThat(page.getByText("Near-duplicates: %d of 50".formatted(judged++))).isVisible();
        assertThat(page.locator(".judged").or(button("Sample pairs"))).isVisible();
      }
    }
    assertThat(judged).as("more than a sample has").isGreaterThan(20);
    button("Sample pairs").click();
    assertThat(none).isVisible();
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
    open("compare");
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
    assertThat(page.getByText("Measured with copies of your documents")).isVisible();
    button("Use this limit").click();
    assertThat(button("Use this limit")).hasCount(0);
    assertThat(page.evaluate("clicks")).isEqualTo(3);
    assertThat(service.get("/collections/judged").number("/maxDistance"))
        .isEqualTo(Integer.parseInt(distance));
  }

  @Test
  void judgesWhatADistanceChanges() {
    open("calibrate?collection=judged&from=documents");
    button("Evaluate").click();
    assertThat(page.locator(".recommended")).isVisible();
    assertThat(page.locator(".chart polyline")).hasCount(2);
    page.getByText("Show as a table").click();
    assertThat(page.locator(".chart tbody td").first()).hasText(Pattern.compile("\\d+(\\.\\d)?%"));
    page.setViewportSize(390, 900); // a row of each limit, which is no card there
    assertThat(page.locator(".chart tbody tr").first()).hasCSS("display", "table-row");
    assertThat(
            (Integer) page.evaluate("document.querySelector('.chart .overflow-auto').clientHeight"))
        .isLessThan(400);
    page.setViewportSize(1280, 900);
    assertThat(page.locator(".examples .line")).hasCount(3);
    assertThat(page.locator(".examples .line").first()).containsText("word");
    assertThat(button("Judge ten pairs where it is unsure")).isVisible();
    field("distance").fill("24");
    audit("calibrate");
    button("Judge pairs between both limits").click();
    assertThat(page.locator(".judged [role=status]"))
        .containsText(Pattern.compile(" (1[7-9]|2[0-4]) bits"));
    assertThat(page.locator(".judged .marked").first()).isInViewport(); // below the chart
    button("Near-duplicates (D)").click();
    assertThat(page.getByText("Near-duplicates: 1 of 50")).isVisible();
    button("Undo (Z)").click();
    assertThat(page.getByText("Near-duplicates: 0 of 50")).isVisible();
    assertThat(judged()).isZero();
    page.reload();
    assertThat(field("distance")).hasValue("24");
  }
}
