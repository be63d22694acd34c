package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a view shows when it is left and opened again, and when what it shows is gone.
class StatePageTests extends PageTest {

  private static final String COLLECTION = "state";

  @BeforeEach
  void store() {
    service.put("/collections/" + COLLECTION, "{\"storeText\":true}").require(201);
    String lines =
        IntStream.range(0, 60)
            .mapToObj(
                i -> "{\"id\":\"d%02d\",\"text\":\"%s %d\"}%n".formatted(i, text(i / 6), i % 6))
            .collect(Collectors.joining());
    assertThat(service.postLines("/documents?collection=" + COLLECTION, lines).lines())
        .noneMatch(line -> line.has("problem"));
  }

  @AfterEach
  void drop() {
    leave();
    service.delete("/collections/" + COLLECTION).require(204, 404);
  }

  private static String text(int seed) {
    return new Random(seed)
        .ints(25, 0, 5_000)
        .mapToObj(word -> "word" + word)
        .collect(Collectors.joining(" "));
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
    assertThat(page.locator(".match")).hasCount(5);
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
    open("start?collection=" + COLLECTION);
    assertThat(page.locator(".found")).isVisible();
    service.delete("/collections/" + COLLECTION).require(204);
    assertThat(page.getByRole(AriaRole.ALERT))
        .containsText("There is no collection “state”: it was deleted.");
    page.locator("nav a[href='#/find']").click();
    assertThat(page.locator("h1")).hasText("Find");
    audit("collection-missing");
    page.getByRole(AriaRole.ALERT)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("default"))
        .click();
    assertThat(page.locator("h1")).hasText("Find near-duplicates");
    assertThat(field("inUse")).hasValue("default");
    page.evaluate("localStorage.setItem('neardup.language', 'zh')");
    open("documents?collection=never");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("没有集合“never”：它已被删除。");
  }

  /// In the language of the page.
  @Test
  void saysThatAFileIsChangedOrCutOff(@TempDir Path folder) throws IOException {
    String rows =
        IntStream.range(0, 6_000)
            .mapToObj(i -> "k%d;%s\n".formatted(i, text(i)))
            .collect(Collectors.joining());
    byte[] table = ("id;text\n" + rows).getBytes(StandardCharsets.UTF_8);
    Path file = folder.resolve("rows.csv");
    Files.write(file, table);
    Locator load = page.locator("form:has([name=textField]) button[type=submit]");
    Locator alert = page.getByRole(AriaRole.ALERT);
    open("load");
    field("file").setInputFiles(file);
    assertThat(load).isEnabled();
    Files.write(file, Arrays.copyOf(table, 900));
    load.click();
    assertThat(alert)
        .hasText("rows.csv was changed or deleted since it was chosen.Choose it again.");
    page.evaluate("localStorage.setItem('neardup.language', 'zh')");
    page.reload();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(table);
    }
    byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);
    field("file").setInputFiles(new FilePayload("rows.csv.gz", "", cut));
    load.click();
    assertThat(alert).containsText("rows.csv.gz 已损坏或不完整。");
    assertThat(page.locator("form:has([name=textField])")).isVisible();
  }
}
