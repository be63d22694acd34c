package io.neardup.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.ScreenshotType;
import io.neardup.HttpTest;
import io.neardup.RunningService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;

/// A test of a view of the web page in a real browser. After each test, the browser must have
/// written nothing to its console and sent no request elsewhere.
@HttpTest
abstract class PageTest {

  /// How long the page may take to show something, on a busy machine.
  static final int PATIENCE_MILLIS = 120_000;

  private static final int WIDTH = 1280;
  private static final int PHONE = 360;
  private static final int COMMON_PHONE = 390;
  private static final int HEIGHT = 900;
  private static final List<ColorScheme> THEMES = List.of(ColorScheme.LIGHT, ColorScheme.DARK);

  /// With `-Dpage.write=true`, tests take pictures of each view: in both themes, wide and on a
  /// phone.
  private static final boolean WRITES = Boolean.getBoolean("page.write");

  private static final Path PICTURES = Path.of("target", "page");

  /// The folder of the pictures of the documentation.
  private static final Path IMAGES = Path.of("docs", "images");

  private static final Set<String> SHOWN =
      Set.of(
          "start-light",
          "compare-light",
          "find-light",
          "documents-light",
          "load-light",
          "clean-light",
          "groups-light",
          "against-light",
          "calibrate-light");

  /// What Chromium reports of requests that it ended since containers of other tests came or went.
  private static final String NETWORK_CHANGED = "net::ERR_NETWORK_CHANGED";

  private static final int QUALITY = 70;
  private static final String AXE = axe();

  /// Buttons in the window that stand out.
  private static final String PRIMARY =
      """
      [...document.querySelectorAll(":is(main, .top) :is(button, [type=submit], [role=button]):not(.secondary, .contrast, .link)")]
        .filter((each) => each.checkVisibility() && !each.disabled)
        .filter((each) => each.getBoundingClientRect().top < innerHeight && each.getBoundingClientRect().bottom > 0)
        .map((each) => each.textContent)
      """;

  /// Texts with lines of more than about 70 characters.
  private static final String WIDE =
      """
      [...document.querySelectorAll("main :is(p, dd, small, .marked)")]
        .map((each) => ({ each, style: getComputedStyle(each) }))
        .filter(({ style }) => style.display !== "inline")
        .filter(({ each, style }) => each.clientWidth - 2 * parseFloat(style.paddingLeft) > 35.5 * parseFloat(style.fontSize))
        .map(({ each }) => each.textContent)
      """;

  /// Choices whose words do not fit.
  private static final String CUT =
      """
      [...document.querySelectorAll("select")]
        .filter((each) => each.checkVisibility())
        .filter((each) => {
          const style = getComputedStyle(each);
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = style.font;
          const words = pen.measureText(each.selectedOptions[0]?.textContent ?? "").width;
          return words > each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
        })
        .map((each) => each.selectedOptions[0].textContent)
      """;

  /// A text that tests store with edits.
  static final String FERRY =
      "The harbour ferry will run every twenty minutes from Monday, the port authority said on"
          + " Friday. A second boat joins the line after spring repairs, and the last crossing"
          + " leaves the north quay at half past eleven instead of ten.";

  @Autowired RunningService service;

  private int opened;
  private BrowserContext context;
  private final Set<String> collections = new LinkedHashSet<>();
  private final List<String> faults = new ArrayList<>();
  private final List<String> expected = new ArrayList<>(List.of(NETWORK_CHANGED));

  /// An empty tab.
  Page page;

  /// Skips the class where there is no browser, before anything is stored.
  @BeforeAll
  static void prepare() {
    Chromium.get();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
  }

  @BeforeEach
  void openTab() {
    context =
        Chromium.get()
            .newContext(
                new Browser.NewContextOptions()
                    .setLocale("en-GB")
                    .setTimezoneId("UTC")
                    .setReducedMotion(ReducedMotion.REDUCE)
                    .setViewportSize(WIDTH, HEIGHT));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    page = context.newPage();
    page.onConsoleMessage(message ->
        faults.add(message.type() + ": " + message.text() + " at " + message.location()));
    page.onPageError(faults::add);
    page.onDialog(dialog -> {
      faults.add("dialog: " + dialog.message());
      dialog.dismiss();
    });
    page.onRequest(request -> {
      if (!request.url().startsWith(root())) {
        faults.add("request to " + request.url());
      }
    });
  }

  @AfterEach
  void closeTab() {
    if (context == null) {
      return; // skipped
    }
    context.pages().forEach(Page::unrouteAll); // a request that is routed while it closes fails
    context.close();
    collections.forEach(each -> service.delete("/collections/" + each).require(204, 404));
    assertThat(faults)
        .as("what the browser reported")
        .allMatch(fault -> expected.stream().anyMatch(fault::contains));
  }

  /// A collection that the test or the page creates, and that is deleted after the test.
  void dropLater(String collection) {
    collections.add(collection);
  }

  /// Creates a collection that is deleted after the test.
  void create(String collection, String settings) {
    dropLater(collection);
    service.put("/collections/" + collection, settings).require(200, 201);
  }

  /// Stores documents, as lines of JSON.
  void store(String collection, Stream<String> lines) {
    String body = lines.collect(Collectors.joining("\n"));
    assertThat(service.postLines("/documents?collection=" + collection, body).lines())
        .isNotEmpty()
        .noneMatch(line -> line.has("problem"));
  }

  /// A text of random words.
  static String text(int seed) {
    return new Random(seed)
        .ints(25, 0, 5_000)
        .mapToObj(word -> "word" + word)
        .collect(Collectors.joining(" "));
  }

  /// The test causes messages with these words, such as the status of a failed request.
  void expect(String words) {
    expected.add(words);
  }

  String root() {
    return "http://localhost:" + service.port() + "/";
  }

  /// Opens a view, in a page that is loaded anew: another fragment alone would not load it, and by
  /// way of another origin it would start a process of its own.
  ///
  /// @param state what follows `#/`
  void open(String state) {
    page.navigate(root() + "?" + opened++ + "#/" + state);
  }

  /// Switches the connection of the browser on or off.
  void setOffline(boolean offline) {
    context.setOffline(offline);
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator field(String name) {
    return page.locator("[name=" + name + "]");
  }

  Locator alert() {
    return page.getByRole(AriaRole.ALERT);
  }

  Locator status() {
    return page.getByRole(AriaRole.STATUS);
  }

  /// What the view of files says while it loads one, and at the end.
  Locator progress() {
    return page.locator(".said").nth(1);
  }

  void goTo(String view) {
    page.locator("nav a[href='#/" + view + "']").click();
  }

  /// Pastes a text where the focus is.
  void paste(String text) {
    context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
    page.evaluate("text => navigator.clipboard.writeText(text)", text);
    page.keyboard().press("Control+V");
  }

  /// Opens the form of a lookup, which is folded once that is answered.
  void unfold() {
    page.locator(".asked:not([open]) > summary").click();
  }

  /// Chooses a file for the field of this name.
  void choose(String field, String name, byte[] content) {
    field(field).setInputFiles(new FilePayload(name, "", content));
  }

  void choose(String field, String name, String content) {
    choose(field, name, content.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return zipped.toByteArray();
  }

  /// Presses a button, and returns the file that it downloads under this name.
  byte[] download(Locator button, String name) throws IOException {
    Download download = page.waitForDownload(button::click);
    assertThat(download.suggestedFilename()).isEqualTo(name);
    return Files.readAllBytes(download.path());
  }

  /// Requests of a pattern, which are not answered until the test resumes them.
  List<Route> hold(String pattern) {
    List<Route> held = new ArrayList<>();
    page.route(pattern, held::add);
    return held;
  }

  /// Answers a request with JSON.
  static void answer(Route route, int status, String json) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(status)
            .setContentType("application/json")
            .setBody(json));
  }

  /// Everybody can use the view as it stands, in both themes and on a phone: what can be done is in
  /// reach, at most one button stands out, and no line is too long to be read.
  void audit(String name) {
    assertThat((List<?>) page.evaluate(PRIMARY))
        .as("primary buttons of %s", name)
        .hasSizeLessThan(2);
    assertThat((List<?>) page.evaluate(CUT)).as("choices of %s that are cut", name).isEmpty();
    assertThat((List<?>) page.evaluate(WIDE)).as("texts of %s that are too wide", name).isEmpty();
    for (ColorScheme theme : THEMES) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
      assertThat(violations(theme)).as("%s in %s", name, theme).isEmpty();
      picture(name + "-" + theme.name().toLowerCase(Locale.ROOT));
    }
    fitsAPhone(name);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
  }

  /// What axe-core reports. Themes differ in colours alone. It runs in the page itself, since its
  /// `AxeBuilder` opens another page for each run, which takes longer than the checks.
  private List<?> violations(ColorScheme theme) {
    if (Boolean.FALSE.equals(page.evaluate("'axe' in window"))) {
      page.evaluate(AXE);
    }
    return (List<?>)
        page.evaluate(
            """
            only => axe
              .run({ ...(only ? { runOnly: [only] } : { rules: { "target-size": { enabled: true } } }), resultTypes: ["violations"] })
              .then(({ violations }) => violations.map(
                ({ id, help, nodes }) => [id, help, ...nodes.map(({ html }) => html)].join("\\n  ")))
            """,
            theme == ColorScheme.LIGHT ? null : "color-contrast");
  }

  private static String axe() {
    try (InputStream script = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The view needs no more than the width of a phone.
  void fitsAPhone(String name) {
    page.setViewportSize(PHONE, HEIGHT);
    assertThat((Integer) page.evaluate("document.scrollingElement.scrollWidth"))
        .as("width of %s on a phone", name)
        .isLessThanOrEqualTo(PHONE);
    assertThat((List<?>) page.evaluate(CUT)).as("choices of %s on a phone", name).isEmpty();
    page.setViewportSize(COMMON_PHONE, HEIGHT);
    for (ColorScheme theme : THEMES) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
      assertThat(violations(theme)).as("%s on a phone in %s", name, theme).isEmpty();
      picture(name + "-phone-" + theme.name().toLowerCase(Locale.ROOT));
    }
    page.setViewportSize(WIDTH, HEIGHT);
  }

  private void picture(String name) {
    if (WRITES) {
      page.screenshot(
          new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")).setFullPage(true));
    }
    if (WRITES && SHOWN.contains(name)) {
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(IMAGES.resolve(name.replace("-light", "") + ".jpg"))
              .setType(ScreenshotType.JPEG)
              .setQuality(QUALITY)
              .setFullPage(true));
    }
  }

  /// Waits until this is the state in the address, decoded: what follows `#/`.
  void awaitState(String state) {
    Object[] last = new Object[1];
    try {
      page.waitForCondition(() -> {
        last[0] = page.evaluate("decodeURIComponent(location.hash.slice(2).replaceAll('+', ' '))");
        return state.equals(last[0]);
      });
    } catch (TimeoutError e) {
      assertThat(last[0]).isEqualTo(state);
    }
  }

  /// Waits until an expression is true in the page.
  void await(String expression) {
    page.waitForCondition(() -> Boolean.TRUE.equals(page.evaluate(expression)));
  }
}
