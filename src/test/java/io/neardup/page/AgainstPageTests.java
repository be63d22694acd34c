package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The views of what two collections have in common, and of passages.
class AgainstPageTests extends PageTest {

  @BeforeEach
  void store() {
    for (String name : List.of("arrivals", "archive")) {
      create(name, "{\"storeText\":true}");
    }
    store("archive", 0, 30);
    store("arrivals", 25, 40);
  }

  private void store(String collection, int from, int to) {
    store(
        collection,
        IntStream.range(from, to)
            .mapToObj(i ->
                "{\"id\":\"%s-%d\",\"text\":\"%s\",\"metadata\":{\"price\":%d}}"
                    .formatted(collection, i, text(i), i)));
  }

  /// A file that is loaded while another view is shown is not loaded again.
  @Test
  void goesOnAfterItWasLeft() {
    List.of("fresh", "fresh-2").forEach(this::dropLater);
    List<Route> held = hold("**/documents?collection=fresh*");
    open("against?old=archive");
    assertThat(field("old")).hasValue("archive");
    choose("newFile", "fresh.csv", "id,text\na," + text(3) + "\nb," + text(300) + "\n");
    button("Compare").click();
    page.waitForCondition(() -> !held.isEmpty());
    goTo("find");
    assertThat(field("content")).isVisible();
    page.goBack();
    assertThat(button("Compare")).isDisabled();
    held.forEach(Route::resume);
    page.unroute("**/documents?collection=fresh*");
    button("Compare").click();
    assertThat(page.locator(".dry-run")).containsText("1 is in “archive”, 1 is new.");
    service.get("/collections/fresh").require(200);
    service.get("/collections/fresh-2").require(404);
  }

  private void start() {
    page.locator("form:has([name=cleaned]) button[type=submit]").click();
  }

  /// Two collections: the documents of the new one as tables, and both texts of a pair compared.
  @Test
  void comparesCollections() throws IOException {
    String edited = text(3).replaceFirst("( \\w+){6}$", " six of the words are others");
    store(
        "arrivals",
        Stream.of("{\"id\":\"edited\",\"text\":\"" + edited + "\",\"metadata\":{\"price\":1}}"));
    open("against?old=archive");
    assertThat(button("Compare")).isDisabled();
    assertThat(field("inUse")).hasCount(0); // which may be a third one
    field("new").selectOption("arrivals");
    audit("against-form");
    button("Compare").click();
    assertThat(page.locator(".dry-run"))
        .hasText("6 are in “archive”, 10 are new. “archive” is unchanged.");
    assertThat(page.locator(".against tbody tr")).hasCount(6);
    assertThat(page.locator(".against tbody tr").nth(1)).containsText("arrivals-25");
    Locator shares = page.locator(".against tbody td:last-child");
    assertThat(shares.first()).hasText(Pattern.compile("^\\d\\d(\\.\\d)?% in common \\d+ bits$"));
    assertThat(shares.last()).hasText("100% in common 0 bits");
    audit("against");
    assertThat(saved("Download what is new").lines().skip(1))
        .hasSize(10)
        .contains("arrivals-30," + text(30) + ",30");
    assertThat(saved("Download what is in both").lines()).hasSize(7);
    field("which").selectOption("fresh");
    assertThat(page.locator(".against tbody tr")).hasCount(10);
    field("which").selectOption("known");
    page.locator(".against td a[href*=compare]").last().click();
    assertThat(page.locator(".verdict strong")).hasText("The same text.");
    assertThat(page.locator(".asked > summary"))
        .containsText(
            Pattern.compile("“archive-\\d+ \\(archive\\)” and “arrivals-\\d+ \\(arrivals\\)”"));
    page.goBack();
    assertThat(page.locator(".against tbody tr")).hasCount(6);
    page.reload();
    assertThat(page.locator(".dry-run")).containsText("10 are new.");
  }

  private String saved(String button) throws IOException {
    Download download = page.waitForDownload(() -> button(button).click());
    return Files.readString(download.path());
  }

  @Test
  void copiesToAnotherCollection() {
    open("load?collection=arrivals&kind=copy");
    field("other").selectOption("archive");
    assertThat(field("onDuplicate").last()).hasValue("skip");
    start();
    assertThat(page.locator(".dry-run"))
        .containsText("Copied to “archive”: 10 documents. Near-duplicates that were left out: 5.");
    assertThat(page.locator("section tbody tr")).hasCount(5);
    assertThat(page.locator("section tbody tr").first()).containsText("archive-2");
    audit("copied");
    assertThat(service.get("/collections/archive").number("/documents")).isEqualTo(40);
  }

  /// Passages that several documents have are marked, so that they do not count as quotations.
  @Test
  void marksFrequentPassages() {
    String notice = text(99);
    for (int i = 50; i < 53; i++) {
      service
          .put(
              "/documents/notice-%d?collection=archive".formatted(i),
              "{\"text\":\"%s %s\"}".formatted(text(i), notice))
          .require(201);
    }
    open("load?collection=archive&kind=boilerplate");
    field("minDocuments").fill("3");
    start();
    Locator row = page.locator("tbody tr", new Page.LocatorOptions().setHasText("notice-5"));
    assertThat(row).hasCount(1);
    audit("boilerplate");
    row.getByText("Mark").click();
    assertThat(row.getByText("Marked – undo")).isVisible();
    assertThat(service.get("/collections/archive/boilerplate").json().get("passages")).hasSize(1);
    field("kind").selectOption("passages");
    start();
    assertThat(page.locator(".dry-run")).containsText("0 pairs of 33 documents");
    page.getByText("Earlier jobs of this collection").click();
    button("Frequent passages").click();
    assertThat(row.getByText("Marked – undo")).isVisible(); // also when a person comes back
    // A later job finds it no more, but lists it as marked.
    field("kind").selectOption("boilerplate");
    field("minDocuments").fill("3");
    start();
    assertThat(page.locator(".dry-run"))
        .containsText("Passages that many of the 33 documents have: 0.");
    button("Marked – undo").click();
    assertThat(button("Marked – undo")).hasCount(0);
    assertThat(service.get("/collections/archive/boilerplate").json().get("passages")).isEmpty();
    open("load?collection=archive&kind=passages");
    start();
    assertThat(page.locator(".dry-run")).containsText("3 pairs of 33 documents");
    assertThat(page.locator(".quotation mark")).hasCount(6);
    audit("quotations");
  }
}
