package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What people come for, with the actions that it takes counted: in Chinese and in the dark, on a
/// phone, with the keyboard alone. The tests of the views do the same in English with the mouse.
class TaskPageTests extends PageTest {

  private static final String COLLECTION = "tasks";
  private static final int HEIGHT = 844;
  private static final int MOST_TABS = 300;

  private int actions;

  private void begin() {
    List.of("", "-old", "-new").forEach(end -> dropLater(COLLECTION + end));
    page.setViewportSize(390, HEIGHT);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    page.addInitScript(
        "location.protocol === 'http:' && localStorage.setItem('neardup.language', 'zh')");
  }

  /// One action of a person.
  private void press(Locator target) {
    actions++;
    assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
    for (int i = 0; i < MOST_TABS && !isFocused(target); i++) {
      page.keyboard().press("Tab");
    }
    assertThat(target).isFocused();
    boolean isBox = Boolean.TRUE.equals(target.evaluate("each => each.type === 'checkbox'"));
    page.keyboard().press(isBox ? "Space" : "Enter");
  }

  @Override
  void choose(String field, String name, String content) {
    actions++;
    super.choose(field, name, content);
  }

  @Override
  void paste(String text) {
    actions++;
    super.paste(text);
  }

  private static boolean isFocused(Locator target) {
    return Boolean.TRUE.equals(target.evaluate("each => each === document.activeElement"));
  }

  private void store() {
    create(COLLECTION, "{\"storeText\":true}");
    store(
        COLLECTION,
        IntStream.range(0, 30)
            .mapToObj(i -> "{\"id\":\"d%d\",\"text\":\"%s\"}".formatted(i, text(i))));
  }

  private void fits() {
    assertThat((Integer) page.evaluate("document.scrollingElement.scrollWidth - innerWidth"))
        .isLessThanOrEqualTo(0);
  }

  /// From a table to a table without copies, with the columns that it had.
  @Test
  void cleansATable() throws IOException {
    begin();
    open("load");
    String header = "sku;description;price\n";
    String rows =
        IntStream.range(0, 1_500)
            .mapToObj(i -> "s%d;%s;%d\n".formatted(i, text(i % 1_400), i % 7))
            .collect(Collectors.joining());
    choose("file", "tasks.csv", header + rows);
    press(page.locator("form:has([name=textField]) button[type=submit]"));
    assertThat(progress()).containsText("1,500");
    press(page.locator("form:has([name=cleaned]) button[type=submit]"));
    assertThat(page.locator(".dry-run")).containsText("100");
    fits();
    Locator load =
        page.locator("button", new Page.LocatorOptions().setHasText("tasks-clean-dry-run.csv"));
    String clean = Files.readString(page.waitForDownload(() -> press(load)).path());
    assertThat(clean).startsWith(header);
    assertThat(clean.lines()).hasSize(1_401);
    assertThat(actions).isLessThanOrEqualTo(5);
  }

  /// Whether a text is stored, where and since when.
  @Test
  void findsAPastedText() {
    store();
    begin();
    open("start?collection=" + COLLECTION);
    assertThat(field("sought")).isVisible();
    paste(text(7) + " and more");
    assertThat(page.locator(".match h2")).hasText(new String[] {"d7"});
    assertThat(page.locator("main [role=status]")).containsText(COLLECTION);
    assertThat(page.locator(".match")).containsText("存储于");
    assertThat(page.locator(".match")).containsText(text(7).substring(0, 40));
    fits();
    assertThat(actions).isEqualTo(1);
  }

  /// Why a text is not found: what holds of the nearest document, and a button that leads on.
  @Test
  void learnsWhyATextIsNotFound() {
    store();
    String document = "/documents/d7?collection=" + COLLECTION;
    service.patch(document, "{\"enabled\":false}").require(200);
    begin();
    open("start?collection=" + COLLECTION);
    assertThat(field("sought")).isVisible();
    paste(text(7) + " and more");
    assertThat(page.locator(".why li").first()).containsText("d7");
    assertThat(page.locator(".why li").first()).containsText("但已停用");
    assertThat(page.locator(".why .match h2")).hasText("d7");
    press(page.locator(".why li button").first());
    assertThat(page.locator(".why")).hasCount(0);
    assertThat(page.locator(".match h2")).hasText(new String[] {"d7"});
    fits();
    assertThat(actions).isEqualTo(2);
  }

  /// From two files to the records of the new one that the old one has, and those that it has not.
  @Test
  void comparesNewWithOld() throws IOException {
    store();
    begin();
    open("start?collection=" + COLLECTION);
    press(page.locator("main a[href^='#/against']"));
    choose("oldFile", COLLECTION + "-old.csv", table("old", 0, 400));
    choose("newFile", COLLECTION + "-new.csv", table("new", 261, 400));
    press(page.locator("main form button[type=submit]"));
    assertThat(page.locator(".dry-run strong")).hasText("139 个在“tasks-old”中，261 个是新的。");
    assertThat(page.locator(".against tbody tr")).hasCount(20);
    fits();
    Download download =
        page.waitForDownload(() -> press(page.locator(".against .toolbar button").first()));
    assertThat(download.suggestedFilename()).isEqualTo("tasks-new-new.csv");
    assertThat(Files.readString(download.path())).isEqualTo(table("new", 400, 261));
    assertThat(service.get("/collections/tasks-old").number("/documents")).isEqualTo(400);
    assertThat(actions).isLessThanOrEqualTo(5);
  }

  private static String table(String id, int from, int rows) {
    return IntStream.range(from, from + rows)
        .mapToObj(i -> "%s%d;%s;%d\n".formatted(id, i, text(i), i % 7))
        .collect(Collectors.joining("", "sku;description;price\n", ""));
  }

  /// From a file to the documents that quote each other, with both texts marked.
  @Test
  void seesWhoQuotesWhom() {
    begin();
    open("load");
    String quotes =
        "q1;%s %s %s;0\nq2;%s %s %s;0\n"
            .formatted(text(101), text(3), text(102), text(103), text(4), text(104));
    choose("file", COLLECTION + ".csv", table("d", 0, 38) + quotes);
    press(field("passages"));
    press(page.locator("form:has([name=textField]) button[type=submit]"));
    assertThat(field("kind")).hasValue("passages");
    press(page.locator("form:has([name=cleaned]) button[type=submit]"));
    assertThat(page.locator(".dry-run strong")).containsText("40 个文档中有 2 对");
    assertThat(page.locator(".quotation mark")).hasCount(4);
    assertThat(page.locator(".quotation mark").first()).containsText(text(3).substring(0, 40));
    fits();
    assertThat(service.get("/collections/tasks").json().get("passages").asBoolean()).isTrue();
    assertThat(actions).isEqualTo(4);
  }
}
