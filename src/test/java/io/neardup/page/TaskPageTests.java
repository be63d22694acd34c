package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What people come for, with the actions that it takes counted: in both languages and themes, on a
/// wide screen and on a phone, with the mouse and with the keyboard.
class TaskPageTests extends PageTest {

  private static final String COLLECTION = "tasks";
  private static final int HEIGHT = 844;
  private static final int MOST_TABS = 300;

  private boolean byKeyboard;
  private int actions;

  @AfterEach
  void drop() {
    leave();
    for (String end : List.of("", "-old", "-new")) {
      service.delete("/collections/" + COLLECTION + end).require(204, 404);
    }
  }

  private void begin(String language, ColorScheme theme, int width, boolean keyboard) {
    page.setViewportSize(width, HEIGHT);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
    page.addInitScript(
        "location.protocol === 'http:' && localStorage.setItem('neardup.language', '"
            + language
            + "')");
    byKeyboard = keyboard;
    actions = 0;
  }

  /// One action of a person.
  private void press(Locator target) {
    actions++;
    if (byKeyboard) {
      assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
      for (int i = 0; i < MOST_TABS && !isFocused(target); i++) {
        page.keyboard().press("Tab");
      }
      assertThat(target).isFocused();
      page.keyboard()
          .press(
              Boolean.TRUE.equals(target.evaluate("each => each.type === 'checkbox'"))
                  ? "Space"
                  : "Enter");
    } else {
      target.click();
    }
  }

  private void choose(String field, String name, String content) {
    actions++;
    field(field).setInputFiles(new FilePayload(name, "", content.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean isFocused(Locator target) {
    return Boolean.TRUE.equals(target.evaluate("each => each === document.activeElement"));
  }

  private void paste(String text) {
    actions++;
    page.evaluate(
        """
        text => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
        }\
        """,
        text);
  }

  private static String text(int seed) {
    return new Random(seed)
        .ints(25, 0, 5_000)
        .mapToObj(word -> "word" + word)
        .collect(Collectors.joining(" "));
  }

  private void store(int documents, int distinct) {
    service.put("/collections/" + COLLECTION, "{\"storeText\":true}").require(201);
    String lines =
        IntStream.range(0, documents)
            .mapToObj(i -> "{\"id\":\"d%d\",\"text\":\"%s\"}\n".formatted(i, text(i % distinct)))
            .collect(Collectors.joining());
    assertThat(service.postLines("/documents?collection=" + COLLECTION, lines).lines())
        .noneMatch(line -> line.has("problem"));
  }

  private void fits() {
    assertThat((Integer) page.evaluate("document.scrollingElement.scrollWidth - innerWidth"))
        .isLessThanOrEqualTo(0);
  }

  /// From a table to a table without copies, with the columns that it had.
  @ParameterizedTest
  @CsvSource({"en, LIGHT, 1200, false", "zh, DARK, 390, true"})
  void cleansATable(String language, ColorScheme theme, int width, boolean keyboard)
      throws IOException {
    begin(language, theme, width, keyboard);
    open("load");
    String header = "sku;description;price\n";
    String rows =
        IntStream.range(0, 1_500)
            .mapToObj(i -> "s%d;%s;%d\n".formatted(i, text(i % 1_400), i % 7))
            .collect(Collectors.joining());
    actions++;
    field("file")
        .setInputFiles(
            new FilePayload("tasks.csv", "", (header + rows).getBytes(StandardCharsets.UTF_8)));
    press(page.locator("form:has([name=textField]) button[type=submit]"));
    assertThat(page.locator("article [role=status]")).containsText("1,500");
    press(page.locator("form:has([name=cleaned]) button[type=submit]"));
    assertThat(page.locator(".dry-run")).containsText("100");
    fits();
    Download download =
        page.waitForDownload(() ->
            press(
                page.locator(
                    "button", new Page.LocatorOptions().setHasText("tasks-clean-dry-run.csv"))));
    String clean = Files.readString(download.path());
    assertThat(clean).startsWith(header);
    assertThat(clean.lines()).hasSize(1_401);
    assertThat(actions).isLessThanOrEqualTo(5);
  }

  /// Two texts, and whether and why one is a copy of the other.
  @ParameterizedTest
  @CsvSource({
    "en, LIGHT, 1200, false, A copy: one word changed.",
    "zh, DARK, 390, true, 副本：改动了一个词。"
  })
  void judgesTwoTexts(
      String language, ColorScheme theme, int width, boolean keyboard, String verdict) {
    begin(language, theme, width, keyboard);
    open("start");
    Locator menu = page.locator(".menu:visible");
    assertThat(page.locator("h1")).isVisible();
    if (menu.count() > 0) {
      menu.click(); // not counted: the way to the view differs on a phone
    }
    press(page.locator("nav a[href='#/compare']"));
    assertThat(page.locator("textarea[name=a]")).isVisible();
    paste(text(1));
    paste(text(1).replaceFirst("word\\d+", "another"));
    assertThat(page.locator(".verdict strong")).hasText(verdict);
    fits();
    assertThat(actions).isEqualTo(3);
  }

  /// Whether a text is stored, where and since when.
  @ParameterizedTest
  @CsvSource({"en, DARK, 1200, false, Stored since", "zh, LIGHT, 390, true, 存储于"})
  void findsAPastedText(
      String language, ColorScheme theme, int width, boolean keyboard, String since) {
    store(30, 30);
    begin(language, theme, width, keyboard);
    open("start?collection=" + COLLECTION);
    assertThat(field("sought")).isVisible();
    paste(text(7) + " and more");
    assertThat(page.locator(".match h2")).hasText(new String[] {"d7"});
    assertThat(page.locator("main [role=status]")).containsText(COLLECTION);
    assertThat(page.locator(".match")).containsText(since);
    assertThat(page.locator(".match")).containsText(text(7).substring(0, 40));
    fits();
    assertThat(actions).isEqualTo(1);
  }

  /// Why a text is not found: what holds of the nearest document, and a button that leads on.
  @ParameterizedTest
  @CsvSource({"en, LIGHT, 1200, false, but is disabled", "zh, DARK, 390, true, 但已停用"})
  void learnsWhyATextIsNotFound(
      String language, ColorScheme theme, int width, boolean keyboard, String reason) {
    store(30, 30);
    String document = "/documents/d7?collection=" + COLLECTION;
    service.patch(document, "{\"enabled\":false}").require(200);
    begin(language, theme, width, keyboard);
    open("start?collection=" + COLLECTION);
    assertThat(field("sought")).isVisible();
    paste(text(7) + " and more");
    assertThat(page.locator(".why li").first()).containsText("d7");
    assertThat(page.locator(".why li").first()).containsText(reason);
    assertThat(page.locator(".why .match h2")).hasText("d7");
    press(page.locator(".why li button").first());
    assertThat(page.locator(".why")).hasCount(0);
    assertThat(page.locator(".match h2")).hasText(new String[] {"d7"});
    fits();
    assertThat(actions).isEqualTo(2);
  }

  /// From two files to the records of the new one that the old one has, and those that it has not.
  @ParameterizedTest
  @CsvSource({
    "en, LIGHT, 1200, false, '139 are in “tasks-old”, 261 are new.'",
    "zh, DARK, 390, true, '139 个在“tasks-old”中，261 个是新的。'"
  })
  void comparesNewWithOld(
      String language, ColorScheme theme, int width, boolean keyboard, String found)
      throws IOException {
    store(30, 30);
    begin(language, theme, width, keyboard);
    open("start?collection=" + COLLECTION);
    press(page.locator("main a[href^='#/against']"));
    choose("oldFile", COLLECTION + "-old.csv", table("old", 0, 400));
    choose("newFile", COLLECTION + "-new.csv", table("new", 261, 400));
    press(page.locator("main form button[type=submit]"));
    assertThat(page.locator(".dry-run strong")).hasText(found);
    assertThat(page.locator(".against tbody tr")).hasCount(20);
    fits();
    Download download =
        page.waitForDownload(() -> press(page.locator(".against .controls button").first()));
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
  @ParameterizedTest
  @CsvSource({"en, LIGHT, 1200, false, 2 pairs of 40", "zh, DARK, 390, true, 40 个文档中有 2 对"})
  void seesWhoQuotesWhom(
      String language, ColorScheme theme, int width, boolean keyboard, String found) {
    begin(language, theme, width, keyboard);
    open("load");
    String quotes =
        "q1;%s %s %s;0\nq2;%s %s %s;0\n"
            .formatted(text(101), text(3), text(102), text(103), text(4), text(104));
    choose("file", COLLECTION + ".csv", table("d", 0, 38) + quotes);
    press(field("passages"));
    press(page.locator("form:has([name=textField]) button[type=submit]"));
    assertThat(field("kind")).hasValue("passages");
    press(page.locator("form:has([name=cleaned]) button[type=submit]"));
    assertThat(page.locator(".dry-run strong")).containsText(found);
    assertThat(page.locator(".quotation mark")).hasCount(4);
    assertThat(page.locator(".quotation mark").first()).containsText(text(3).substring(0, 40));
    fits();
    assertThat(service.get("/collections/tasks").json().get("passages").asBoolean()).isTrue();
    assertThat(actions).isEqualTo(4);
  }

  /// Which distance suits some documents, without judgements.
  @ParameterizedTest
  @CsvSource({"en, LIGHT, 1200, false", "zh, DARK, 390, true"})
  void choosesADistance(String language, ColorScheme theme, int width, boolean keyboard) {
    store(300, 250);
    begin(language, theme, width, keyboard);
    open("start?collection=" + COLLECTION);
    press(page.locator("main a[href^='#/calibrate']"));
    press(page.locator("section:has([name=from]) > .controls > button"));
    assertThat(page.locator(".recommended strong")).isVisible();
    fits();
    assertThat(actions).isLessThanOrEqualTo(3);
  }

  /// A document that somebody disabled, found and enabled again.
  @ParameterizedTest
  @CsvSource({"en, DARK, 1200, false", "zh, LIGHT, 390, true"})
  void enablesADocument(String language, ColorScheme theme, int width, boolean keyboard) {
    store(30, 30);
    String document = "/documents/d5?collection=" + COLLECTION;
    service.patch(document, "{\"enabled\":false}").require(200);
    begin(language, theme, width, keyboard);
    open("documents?collection=" + COLLECTION);
    page.reload();
    actions++;
    field("state").selectOption("disabled");
    assertThat(page.locator(".documents tbody th a")).hasText(new String[] {"d5"});
    press(page.locator(".documents tbody th a"));
    press(page.locator(".document .controls button").first());
    page.waitForCondition(() -> service.get(document).json().at("/enabled").asBoolean(true));
    fits();
    assertThat(actions).isEqualTo(3);
  }
}
