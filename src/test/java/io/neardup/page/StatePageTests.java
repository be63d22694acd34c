package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a view shows when it is left and opened again, and when what it shows is gone.
class StatePageTests extends PageTest {

  private static final String COLLECTION = "state";

  @BeforeEach
  void store() {
    create(COLLECTION, "{\"storeText\":true}");
    store(
        COLLECTION,
        IntStream.range(0, 60)
            .mapToObj(
                i -> "{\"id\":\"d%02d\",\"text\":\"%s %d\"}".formatted(i, text(i / 6), i % 6)));
  }

  private int scrolled() {
    return ((Number) page.evaluate("Math.round(scrollY)")).intValue();
  }

  /// Back shows the list, the place in it and the cards as they were left, without another lookup.
  @Test
  void comesBackToWhatWasFound() {
    AtomicInteger lookups = new AtomicInteger();
    page.onRequest(request -> lookups.addAndGet(request.url().contains("/duplicates") ? 1 : 0));
    open("find?collection=" + COLLECTION + "&text=" + text(3) + " 1");
    assertThat(page.locator(".match")).hasCount(6);
    Locator card = page.locator(".match").nth(3);
    card.getByText("Mark what differs").click();
    assertThat(card.locator("ins")).hasCount(1);
    card.locator("h2 a").click();
    assertThat(page.locator(".document")).isVisible();
    assertThat(scrolled()).isZero();
    int asked = lookups.get();
    page.goBack();
    assertThat(card.locator("ins")).hasCount(1);
    assertThat(card.locator("h2 a")).isInViewport();
    assertThat(page.locator(".match")).hasCount(6);
    assertThat(scrolled()).isPositive();
    assertThat(lookups).hasValue(asked);
    // What was done on the page of the document is shown.
    page.goForward();
    button("Disable").first().click();
    assertThat(button("Enable")).isVisible();
    page.goBack();
    assertThat(card.getByText("Disabled – undo")).isVisible();
  }

  /// The address has what was typed right before another view was opened.
  @Test
  void keepsWhatWasTypedLast() {
    open("documents?collection=" + COLLECTION);
    assertThat(page.locator(".documents tbody tr")).hasCount(50);
    page.evaluate(
        """
        () => {
          const field = document.querySelector("[name=begin]");
          field.value = "d0";
          field.dispatchEvent(new Event("input", { bubbles: true }));
          setTimeout(() => document.querySelector("nav a[href='#/compare']").click());
        }\
        """);
    awaitState("compare");
    page.goBack();
    awaitState("documents?collection=" + COLLECTION + "&begin=d0");
    assertThat(page.locator(".documents tbody tr")).hasCount(10);
    // The same when a person goes back: once the view is open again.
    goTo("compare");
    assertThat(page.locator(".verdict")).isVisible();
    goTo("documents");
    // A link to the documents lists all of them, whatever was searched for before.
    assertThat(page.locator(".documents tbody tr")).hasCount(50);
    assertThat(field("begin")).hasValue("");
    page.evaluate(
        """
        () => {
          const field = document.querySelector("[name=begin]");
          field.value = "d1";
          field.dispatchEvent(new Event("input", { bubbles: true }));
          history.back();
        }\
        """);
    awaitState("compare");
    assertThat(page.locator(".verdict")).isVisible();
    page.goForward();
    awaitState("documents?collection=" + COLLECTION + "&begin=d1");
    assertThat(field("begin")).hasValue("d1");
  }

  /// An address that is opened anew shows what it says, although a search began there before.
  @Test
  void anAddressSaysWhatIsShown() {
    String address = "documents?collection=" + COLLECTION;
    open(address);
    Locator rows = page.locator(".documents tbody tr");
    assertThat(rows).hasCount(50);
    field("begin").fill("d0");
    assertThat(rows).hasCount(10);
    awaitState(address + "&begin=d0");
    open(address);
    assertThat(rows).hasCount(50);
    assertThat(field("begin")).hasValue("");
  }

  @Test
  void comesBackToAList() {
    open("documents?collection=" + COLLECTION);
    Locator rows = page.locator(".documents tbody tr");
    assertThat(rows).hasCount(50);
    button("Show 50 more").click();
    assertThat(rows).hasCount(60);
    rows.nth(53).locator("a").click();
    button("Disable").first().click();
    assertThat(button("Enable")).isVisible();
    page.goBack();
    assertThat(rows.nth(53)).isInViewport();
    assertThat(rows).hasCount(60);
    assertThat(rows.nth(53)).containsText("disabled"); // read again
    assertThat(rows).hasCount(60);
  }

  /// The first list of collections arrives after another text is looked up.
  @Test
  void showsTheLastOfTwoLookups() {
    AtomicReference<Route> held = new AtomicReference<>();
    open("compare");
    assertThat(page.locator(".verdict")).isVisible();
    assertThat(field("inUse")).isVisible();
    page.route(
        "**/collections",
        route -> {
          if (!held.compareAndSet(null, route)) {
            route.resume();
          }
        });
    String first = "find?text=" + text(1) + " 0&collection=" + COLLECTION;
    String second = "find?text=" + text(2) + " 0&collection=" + COLLECTION;
    page.waitForRequest(
        "**/collections", () -> page.evaluate("to => location.hash = '#/' + to", first));
    page.evaluate("to => location.hash = '#/' + to", second);
    assertThat(page.locator(".match h2").first()).hasText("d12");
    held.get().resume();
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))"); // after a late write
    awaitState(second);
    assertThat(field("content")).hasValue(text(2) + " 0");
    assertThat(page.locator(".match h2").first()).hasText("d12");
    // The same with a text that is typed.
    held.set(null);
    page.waitForRequest(
        "**/collections", () -> page.evaluate("to => location.hash = '#/' + to", first));
    field("content").fill(text(4) + " 0");
    button("Find").click();
    assertThat(page.locator(".match h2").first()).hasText("d24");
    unfold();
    field("content").fill(text(5));
    held.get().resume();
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))"); // after another lookup
    assertThat(page.locator(".match h2").first()).hasText("d24");
    assertThat(field("content")).hasValue(text(5));
  }

  /// A collection that is deleted elsewhere, and one that an address names.
  @Test
  void saysThatACollectionIsDeleted() {
    expect("404");
    create("short", "{}");
    store("short", Stream.of("{\"id\":\"a\",\"text\":\"" + text(1) + "\"}"));
    open("load?collection=short");
    assertThat(field("cleaned")).hasValue("short");
    service.delete("/collections/short").require(204);
    field("kind").selectOption("groups");
    button("Find groups").click();
    assertThat(alert()).containsText("There is no collection “short”: it was deleted.");
    assertThat(alert()).hasCount(1); // the refusal of the service says no more
    open("start?collection=" + COLLECTION);
    assertThat(page.locator(".found")).isVisible();
    service.delete("/collections/" + COLLECTION).require(204);
    assertThat(alert()).containsText("There is no collection “state”: it was deleted.");
    goTo("find");
    assertThat(page.locator("h1")).hasText("Find");
    audit("collection-missing");
    alert().getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("default")).click();
    assertThat(page.locator("h1")).hasText("Find near-duplicates");
    assertThat(field("inUse")).hasValue("default");
    page.evaluate("localStorage.setItem('neardup.language', 'zh')");
    open("documents?collection=never");
    assertThat(alert()).containsText("没有集合“never”：它已被删除。");
  }

  /// In the language of the page.
  @Test
  void saysThatAFileIsChangedOrCutOff(@TempDir Path folder) throws IOException {
    String rows =
        IntStream.range(0, 6_000)
            .mapToObj(i -> "k%d;%s\n".formatted(i, text(i)))
            .collect(Collectors.joining());
    String table = "id;text\n" + rows;
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, table);
    Locator load = page.locator("form:has([name=textField]) button[type=submit]");
    open("load");
    field("file").setInputFiles(file);
    assertThat(load).isEnabled();
    Files.writeString(file, table.substring(0, 900));
    load.click();
    assertThat(alert())
        .hasText("rows.csv was changed or deleted since it was chosen.Choose it again.");
    page.evaluate("localStorage.setItem('neardup.language', 'zh')");
    page.reload();
    byte[] packed = gzip(table);
    choose("file", "rows.csv.gz", Arrays.copyOf(packed, packed.length / 2));
    load.click();
    assertThat(alert()).containsText("rows.csv.gz 已损坏或不完整。");
    assertThat(page.locator("form:has([name=textField])")).isVisible();
  }
}
