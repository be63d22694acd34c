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
import org.junit.jupiter.params.provider.EnumSource;

/// What people come for, from the start page to the result, and in how many actions: clicks or
/// their keys, pastes, and choices of a file or of a value.
class TaskPageTests extends PageTest {

  private static final int DESKTOP_WIDTH = 1200;
  private static final int PHONE_WIDTH = 390;
  private static final int HEIGHT = 844;
  private static final int MOST_TABS = 300;
  private static final String COUNT =
      """
      window.actions = 0;
      for (const type of ["click", "paste", "change"]) {
        addEventListener(type, ({ target }) => {
          const isChosen = type === "click" ? !target.matches?.("input:not([type=submit])") : true;
          window.actions += isChosen && (type !== "change" || target.matches("select, [type=file]")) ? 1 : 0;
        }, true);
      }
      """;

  /// Who works with the page.
  enum Reader {
    POINTER_ON_A_DESKTOP("en", ColorScheme.LIGHT, DESKTOP_WIDTH),
    KEYBOARD_ON_A_NARROW_SCREEN("zh", ColorScheme.DARK, PHONE_WIDTH);

    private final String language;
    private final ColorScheme theme;
    private final int width;

    Reader(String language, ColorScheme theme, int width) {
      this.language = language;
      this.theme = theme;
      this.width = width;
    }
  }

  private static final String COLLECTION = "stored";

  private Reader reader = Reader.POINTER_ON_A_DESKTOP;

  @AfterEach
  void drop() {
    leave();
    service.delete("/collections/" + COLLECTION);
    service.delete("/collections/tasks");
  }

  private void begin(Reader reader) {
    this.reader = reader;
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(reader.theme));
    page.setViewportSize(reader.width, HEIGHT);
    page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    page.addInitScript(
        "if (location.protocol !== 'about:') { localStorage.setItem('neardup.language', '"
            + reader.language
            + "'); }"
            + COUNT);
    open("start");
    assertThat(page.locator("h1")).isVisible();
  }

  /// Clicks, or moves the focus there and presses Enter.
  private void act(Locator target) {
    if (reader == Reader.POINTER_ON_A_DESKTOP) {
      target.click();
    } else {
      focus(target);
      page.keyboard().press("Enter");
    }
  }

  private void focus(Locator target) {
    target.waitFor();
    for (int i = 0; i < MOST_TABS && !isFocused(target); i++) {
      page.keyboard().press("Tab");
    }
    assertThat(target).isFocused();
  }

  private static boolean isFocused(Locator target) {
    return Boolean.TRUE.equals(target.evaluate("each => each === document.activeElement"));
  }

  private void view(String name) {
    act(page.locator("nav a[href='#/" + name + "']"));
  }

  private void paste(String text) {
    page.evaluate("text => navigator.clipboard.writeText(text)", text);
    page.keyboard().press("Control+V");
  }

  /// A text of the page in the language of the reader.
  private String words(String key, Object... values) {
    return (String)
        page.evaluate(
            "([key, ...values]) => import(new URL('page/words.js', location.origin))"
                + ".then(({ t }) => t(key, ...values))",
            IntStream.range(0, values.length + 1)
                .mapToObj(i -> i == 0 ? key : values[i - 1])
                .toList());
  }

  private void actionsAtMost(int most) {
    assertThat((Integer) page.evaluate("actions")).as("actions").isBetween(1, most);
    assertThat((Integer) page.evaluate("document.scrollingElement.scrollWidth"))
        .isLessThanOrEqualTo(reader.width);
  }

  private static String text(int seed) {
    return new Random(seed)
        .ints(30, 0, 5_000)
        .mapToObj(word -> "word" + word)
        .collect(Collectors.joining(" "));
  }

  private void store(String id, String text) {
    service.put("/collections/" + COLLECTION, "{\"storeText\":true}").require(200, 201);
    service
        .put(
            "/documents/" + id + "?collection=" + COLLECTION,
            "{\"text\":\"" + text + "\",\"onDuplicate\":\"add\"}")
        .require(200, 201);
  }

  @ParameterizedTest
  @EnumSource
  void fromAFileToACleanFile(Reader reader) throws IOException {
    begin(reader);
    List<String> rows =
        IntStream.range(0, 5_000)
            .mapToObj(i -> i + ",\"" + text(i % 4_900) + "\"," + i % 7 + "\r\n")
            .toList();
    String header = "sku,description,price\r\n";
    byte[] file = (header + String.join("", rows)).getBytes(StandardCharsets.UTF_8);
    page.locator("[type=file]").first().setInputFiles(new FilePayload("tasks.csv", "", file));
    int before = (Integer) page.evaluate("actions");
    act(button(words("load.start")));
    assertThat(page.locator("article [role=status]")).containsText(words("load.done"));
    act(button(words("starts.dedupe")));
    Locator clean = button(words("clean.file", "tasks.clean.csv"));
    clean.waitFor();
    Download download = page.waitForDownload(() -> act(clean));
    assertThat(download.suggestedFilename()).isEqualTo("tasks.clean.csv");
    String[] kept = Files.readString(download.path()).split("(?<=\n)");
    assertThat(kept).hasSize(4_901).startsWith(header);
    assertThat(rows).containsSubsequence(List.of(kept).subList(1, kept.length));
    assertThat(before).isEqualTo(1);
    actionsAtMost(5);
  }

  @ParameterizedTest
  @EnumSource
  void fromTwoTextsToAVerdict(Reader reader) {
    begin(reader);
    view("compare");
    assertThat(page.locator(".verdict")).isVisible();
    paste(text(1));
    paste(text(1).replaceFirst("word", "other"));
    assertThat(page.locator(".verdict strong"))
        .hasText(
            words(
                "verdict.copy",
                words(
                    "verdict.changed",
                    words("verdict.word", words("verdict.numbers").split(" ")[0]))));
    actionsAtMost(3);
  }

  @ParameterizedTest
  @EnumSource
  void fromATextToWhereAndSinceWhenItIsStored(Reader reader) {
    store("first", text(1));
    store("other", text(2));
    begin(reader);
    assertThat(field("inUse")).isVisible();
    paste(text(1) + " more");
    assertThat(page.locator(".match h2")).hasText(new String[] {"first"});
    assertThat(page.locator("[role=status]").first()).containsText(COLLECTION);
    assertThat(page.locator(".match")).containsText(words("document.created"));
    assertThat(page.locator(".match")).containsText(text(1).substring(0, 40));
    actionsAtMost(1);
  }

  @ParameterizedTest
  @EnumSource
  void fromDocumentsToADistance(Reader reader) {
    for (int i = 0; i < 20; i++) {
      store("text-" + i, text(i));
      store("copy-" + i, text(i).replaceFirst("word", "other"));
    }
    begin(reader);
    view("calibrate");
    act(button(words("calibrate.evaluate")));
    assertThat(page.locator(".recommended")).isVisible();
    String distance = field("distance").inputValue();
    assertThat(page.locator(".recommended"))
        .containsText(words("evaluation.recommended", distance));
    assertThat(page.locator(".score")).isVisible();
    act(button(words("calibrate.use", distance)));
    page.waitForCondition(() ->
        service.get("/collections/" + COLLECTION).number("/maxDistance")
            == Integer.parseInt(distance));
    actionsAtMost(3);
  }

  @ParameterizedTest
  @EnumSource
  void fromADisabledDocumentToAnEnabledOne(Reader reader) {
    store("kept", text(1));
    store("gone", text(2));
    String target = "/documents/gone?collection=" + COLLECTION;
    service.patch(target, "{\"enabled\":false}").require(200);
    begin(reader);
    view("documents");
    focus(field("state"));
    field("state").selectOption("disabled");
    assertThat(page.locator(".documents > li")).hasCount(1);
    page.reload();
    assertThat(page.locator(".documents > li")).hasCount(1);
    act(page.locator(".documents a").first());
    act(button(words("document.enable")));
    assertThat(button(words("find.disable"))).isVisible();
    assertThat(service.get(target).json().at("/enabled").asBoolean(true)).isTrue();
    actionsAtMost(4);
  }
}
