package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The view in which pairs are judged and the limit is chosen.
class CalibratePageTests extends PageTest {

  private static final int LIMIT = 16;

  /// Texts of random words, each with versions of which each lacks more words than the one before.
  @BeforeEach
  void store() {
    service
        .put("/collections/judged", "{\"storeText\":true,\"maxDistance\":" + LIMIT + "}")
        .require(200, 201);
    StringBuilder lines = new StringBuilder();
    Random random = new Random(5);
    for (int i = 0; i < 4; i++) {
      List<String> words = new ArrayList<>();
      for (int j = 0; j < 40; j++) {
        words.add("word" + random.nextInt(5_000));
      }
      for (int j = 0; j < 4; j++) {
        lines.append(
            "{\"id\":\"text-%d-%d\",\"text\":\"%s\"}\n"
                .formatted(i, j, String.join(" ", words.subList(2 * j, words.size()))));
      }
    }
    assertThat(service.postLines("/documents?collection=judged", lines.toString()).lines())
        .hasSize(16)
        .noneMatch(line -> line.has("problem"));
  }

  @AfterEach
  void drop() {
    leave();
    service.delete("/collections/judged").require(204);
  }

  private int judged() {
    return service.get("/collections/judged/judgements").json().get("judgements").size();
  }

  @Test
  void judgesWithTwoKeysAndEvaluates() {
    open("calibrate?collection=judged");
    assertThat(page.getByText("Judged pairs: 0")).isVisible();
    button("Sample pairs").click();
    assertThat(page.locator(".judged")).containsText("Pair 1 of");
    assertThat(page.locator(".judged .marked")).hasCount(2);
    audit("calibrate-pair");
    page.keyboard().press("d");
    assertThat(page.locator(".judged")).containsText("Pair 2 of");
    page.keyboard().press("n");
    assertThat(page.locator(".judged")).containsText("Pair 3 of");
    assertThat(page.getByText("Judged pairs: 2 (near-duplicates: 1, different: 1).")).isVisible();
    page.keyboard().press("u");
    assertThat(page.getByText("Judged pairs: 1 (near-duplicates: 1, different: 0).")).isVisible();
    assertThat(page.locator(".judged")).containsText("Pair 2 of");
    assertThat(judged()).isEqualTo(1);
    button("Different (N)").click();
    assertThat(page.getByText("Judged pairs: 2 (near-duplicates: 1, different: 1).")).isVisible();
    assertThat(judged()).isEqualTo(2);
    button("Evaluate").click();
    assertThat(page.locator(".recommended"))
        .containsText("Measured pairs: 1 of near-duplicates, 1 others.");
    assertThat(page.locator(".chart")).hasCount(2);
    assertThat(page.locator(".score")).containsText("At this distance: precision ");
    page.reload(); // the address has the job
    assertThat(page.locator(".recommended")).isVisible();
  }

  @Test
  void choosesADistanceByTheDocuments() {
    open("calibrate?collection=judged");
    field("from").selectOption("documents");
    button("Evaluate").click();
    assertThat(page.locator(".recommended")).containsText("Recommended distance: ");
    assertThat(page.locator(".score")).containsText("false matches on average");
    field("distance").fill("24");
    assertThat(page.locator(".edge")).containsText("Pairs that would match as well: about ");
    assertThat(page.locator(".edge li").first()).containsText("bits");
    await("[...document.querySelectorAll('canvas')].every(each => each.width > 300)"); // drawn
    audit("calibrate");
    field("distance").fill("10");
    assertThat(page.locator(".edge")).containsText("Pairs that would not match any more: about ");
    button("Use distance 10").click();
    assertThat(button("Back to 16")).isVisible();
    assertThat(service.get("/collections/judged").number("/maxDistance")).isEqualTo(10);
    button("Back to 16").click();
    assertThat(button("Back to 16")).hasCount(0);
    assertThat(service.get("/collections/judged").number("/maxDistance")).isEqualTo(LIMIT);
    page.reload();
    assertThat(field("distance")).hasValue("10");
    page.locator(".edge a").first().click();
    assertThat(page.locator(".verdict")).isVisible();
  }

  @Test
  void problemsSayWhatToDo() {
    open("calibrate?collection=judged");
    button("Evaluate").click();
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("judge");
  }
}
