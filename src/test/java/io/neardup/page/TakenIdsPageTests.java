package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Records whose id another record of their file, or a document of the collection, has.
class TakenIdsPageTests extends PageTest {

  private static final String HEADER = "id,text\n";

  private static String row(String id, int seed) {
    return id + "," + text(seed) + "\n";
  }

  private void choose(String rows) {
    dropLater("taken");
    open("load?collection=taken");
    choose("file", "taken.csv", HEADER + rows);
    field("idField").selectOption("id");
    field("collection").fill("taken");
  }

  private void awaitEnd(String counts) {
    assertThat(progress()).hasText("Done. " + counts);
  }

  private Locator records() {
    return page.locator(".problems li");
  }

  private String text(String id) {
    return service
        .get("/documents/" + id.replace("#", "%23") + "?collection=taken")
        .require(200)
        .text("/text");
  }

  private String download(String button, String name) throws IOException {
    return new String(download(button("Download " + button), name), StandardCharsets.UTF_8);
  }

  @Test
  void identicalRecordsAreStoredOnceAndInTheCleanFileOnce() throws IOException {
    String once =
        IntStream.range(0, 40).mapToObj(i -> row("r" + i, i)).collect(Collectors.joining());
    String twice =
        IntStream.range(0, 15).mapToObj(i -> row("r" + i, i)).collect(Collectors.joining());
    choose(once + twice);
    button("Load").click();
    awaitEnd("40 added, 0 replaced, 0 skipped, 15 repeated, 0 refused. ");
    assertThat(page.getByText("Records whose id is taken: 15")).isVisible();
    assertThat(records()).hasCount(15);
    assertThat(records().first())
        .hasText("Line 42: “r0” repeats line 2: not stored, and not in the clean file");
    audit("load-repeated");
    field("kind").selectOption("groups");
    button("Find groups").click();
    assertThat(page.getByText("Groups of near-duplicates: 0, among 40 documents")).isVisible();
    assertThat(download("taken-clean-groups.csv", "taken-clean-groups.csv"))
        .isEqualTo(HEADER + once);
    assertThat(download("what goes (CSV)", "taken-removed-groups.csv").lines())
        .hasSize(16)
        .contains("r0,r0,,,,repeated,42");
    assertThat(download("what stays (CSV)", "taken-kept-groups.csv"))
        .startsWith("\uFEFFid,") // the mark by which Excel knows UTF-8
        .hasLineCount(41);
  }

  @Test
  void otherRecordsOfOneIdAreNumbered() throws IOException {
    String rows =
        row("a", 1) + row("b", 2) + row("a", 3) + row("a#2", 4) + row("a", 1) + row("a", 3);
    choose(rows);
    button("Load").click();
    awaitEnd("4 added, 0 replaced, 0 skipped, 2 repeated, 0 refused. ");
    assertThat(records().nth(0)).hasText("Line 4: “a” is taken: stored as “a#3”");
    assertThat(records().nth(1)).containsText("“a” repeats line 2");
    assertThat(records().nth(2)).containsText("“a” repeats line 4");
    assertThat("a," + text("a") + "\n").isEqualTo(row("a", 1));
    assertThat("a," + text("a#3") + "\n").isEqualTo(row("a", 3));
    service.patch("/documents/a%233?collection=taken", "{\"enabled\":false}").require(200);
    button("Try it").click();
    assertThat(page.locator(".dry-run")).isVisible();
    field("kind").selectOption("groups");
    button("Find groups").click();
    assertThat(download("taken-clean-groups.csv", "taken-clean-groups.csv"))
        .isEqualTo(HEADER + row("a", 1) + row("b", 2) + row("a#2", 4));
  }

  @Test
  void whatIsStoredIsReplacedOnlyOnRequest() throws IOException {
    choose(row("a", 1) + row("b", 2));
    button("Load").dblclick(); // is loaded once
    awaitEnd("2 added, 0 replaced, 0 skipped, 0 repeated, 0 refused. ");
    choose(row("a", 3) + row("c", 4));
    button("Load").click();
    assertThat(page.locator(".taken")).containsText("Ids that “taken” has already: 1, such as a");
    assertThat(field("onStored")).isFocused();
    audit("load-stored");
    button("Load").click();
    awaitEnd("1 added, 0 replaced, 1 skipped, 0 repeated, 0 refused. ");
    assertThat(records())
        .hasText("Line 2: “a” is stored already, and stays as it was: this record is skipped");
    assertThat("a," + text("a") + "\n").isEqualTo(row("a", 1));
    field("kind").selectOption("groups");
    button("Find groups").click(); // the record stays in the file, as the document of its id does
    assertThat(download("taken-clean-groups.csv", "taken-clean-groups.csv"))
        .isEqualTo(HEADER + row("a", 3) + row("c", 4));
    unfoldLoading();
    button("Load").click();
    assertThat(page.locator(".taken")).containsText("has already: 2, such as a, c");
    field("onStored").selectOption("replace");
    button("Load").click();
    awaitEnd("0 added, 2 replaced, 0 skipped, 0 repeated, 0 refused. ");
    assertThat("a," + text("a") + "\n").isEqualTo(row("a", 3));
    unfoldLoading();
    button("Load").click();
    field("onStored").selectOption("number");
    button("Load").click();
    awaitEnd("2 added, 0 replaced, 0 skipped, 0 repeated, 0 refused. ");
    assertThat("a," + text("a#2") + "\n").isEqualTo(row("a", 3));
    assertThat(alert()).hasCount(0);
  }

  /// Opens the step of what is loaded, which is folded once that is done.
  private void unfoldLoading() {
    page.locator(".step").nth(1).evaluate("step => step.open = true");
  }

  /// A part whose answer was lost is stored already when it is sent again.
  @Test
  void whatIsSentAgainIsCountedAsAdded() {
    expect("ERR_FAILED");
    AtomicInteger attempts = new AtomicInteger();
    page.route(
        "**/documents?*",
        route -> {
          if (route.request().method().equals("POST") && attempts.incrementAndGet() == 1) {
            route.fetch(); // it is stored
            route.abort();
          } else {
            route.resume();
          }
        });
    choose(row("a", 1) + row("b", 2));
    button("Load").click();
    awaitEnd("2 added, 0 replaced, 0 skipped, 0 repeated, 0 refused. ");
    assertThat(service.get("/documents/a?collection=taken").number("/version")).isEqualTo(2);
  }

  @Test
  void theNamesOfDownloadsSayHowFarACleanUpIs() throws IOException {
    choose(row("a", 1) + row("b", 1) + row("c", 2));
    button("Load").click();
    awaitEnd("3 added, 0 replaced, 0 skipped, 0 repeated, 0 refused. ");
    field("survivor").selectOption("first");
    button("Try it").click();
    String clean = HEADER + row("a", 1) + row("c", 2);
    assertThat(download("taken-clean-dry-run.csv", "taken-clean-dry-run.csv")).isEqualTo(clean);
    assertThat(download("what stays (CSV)", "taken-kept-dry-run.csv")).hasLineCount(3);
    assertThat(download("what goes (CSV)", "taken-removed-dry-run.csv")).hasLineCount(2);
    button("Disable what is listed (1)").click();
    assertThat(download("taken-clean-applied.csv", "taken-clean-applied.csv")).isEqualTo(clean);
    assertThat(page.locator(".steps button:not(.secondary, .link)"))
        .hasText(new String[] {"Download taken-clean-applied.csv"});
    assertThat(download("what goes (CSV)", "taken-removed-applied.csv")).contains("b,a,1,0,1,near");
    assertThat(download("what stays (CSV)", "taken-kept-applied.csv")).hasLineCount(3);
    audit("applied");
  }
}
