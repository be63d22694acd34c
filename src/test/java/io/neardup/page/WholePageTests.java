package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What all views have in common.
class WholePageTests extends PageTest {

  private static final Path SOURCES = Path.of("src/main/resources/static/page");
  private static final int MAX_BYTES = 330_000; // compressed
  private static final int FIRST_BYTES = 150_000; // compressed, until the first picture

  /// The first picture needs no answer of the API, and few bytes. So it is shown as soon as the
  /// machine can; a limit in milliseconds would measure what else runs there.
  @Test
  void isShownBeforeAnyAnswer() {
    Pattern calls = Pattern.compile(".*/(collections|actuator|documents|jobs)\\b.*");
    List<Route> held = new ArrayList<>();
    page.route(calls, held::add);
    open("start");
    assertThat(page.locator("h1")).isVisible();
    await("performance.getEntriesByName('first-contentful-paint').length === 1");
    assertThat(held).as("answers that the page waits for").isNotEmpty();
    assertThat(loadedBytes()).isBetween(1_000L, (long) FIRST_BYTES);
    page.unroute(calls);
    held.forEach(Route::resume);
  }

  @Test
  void partsAreSmall() {
    open("start");
    assertThat(page.locator("h1")).isVisible();
    for (String view : List.of("compare", "find", "documents", "load", "calibrate")) {
      page.locator("nav a[href='#/" + view + "']").click();
      assertThat(page.locator("h1")).isVisible();
      assertThat(page.locator("nav a[aria-current]")).hasAttribute("href", "#/" + view);
    }
    long bytes = loadedBytes();
    System.out.printf("page: %d bytes compressed%n", bytes);
    assertThat(bytes).isBetween(100_000L, (long) MAX_BYTES);
  }

  /// The size of what the page has loaded, without answers about collections, compressed.
  private long loadedBytes() {
    Object bytes =
        page.evaluate(
            "[...performance.getEntriesByType('navigation'),"
                + " ...performance.getEntriesByType('resource')]"
                + ".filter((entry) => !entry.name.includes('/collections'))"
                + ".reduce((sum, entry) => sum + entry.encodedBodySize, 0)");
    return ((Number) bytes).longValue();
  }

  @Test
  void linksToTheCallsAndBack() throws IOException {
    open("start");
    assertThat(page.locator("footer a").first()).hasAttribute("href", "swagger-ui.html");
    assertThat(Files.readString(Path.of("docs/openapi.json"))).contains("The [web page](/)");
    assertThat(Files.readString(Path.of("README.md")))
        .contains("(docs/tour.md)", "/swagger-ui.html");
    assertThat(Files.readString(Path.of("docs/tour.md"))).contains("Swagger UI");
    assertThat(service.get("/").require(200).header("Content-Type")).startsWith("text/html");
  }

  @Test
  void keepsTheKeyInTheTabAlone() {
    List<String> keys = new ArrayList<>();
    page.onRequest(request -> {
      if (request.url().endsWith("/collections")) {
        keys.add(request.headers().getOrDefault("x-api-key", "none"));
      }
    });
    open("start");
    assertThat(page.locator("h1")).isVisible();
    assertThat(page.evaluate("sessionStorage.length + localStorage.length")).isEqualTo(0);
    button("API key").click();
    field("key").fill("k-secret");
    audit("key");
    page.keyboard().press("Enter");
    assertThat(button("API key is set")).isVisible();
    assertThat(page.locator("h1")).isVisible();
    page.waitForCondition(() -> keys.contains("k-secret"));
    assertThat(keys).startsWith("none").endsWith("k-secret");
    assertThat(page.evaluate("[sessionStorage.length, localStorage.length]"))
        .isEqualTo(List.of(1, 0));
    assertThat(page.url()).doesNotContain("k-secret");
    button("API key is set").click();
    button("Delete").click();
    assertThat(button("API key")).isVisible();
    assertThat(page.evaluate("sessionStorage.length")).isEqualTo(0);
  }

  /// A key is asked for where it is missing; what its role does not permit is disabled.
  @Test
  void asksForAKeyInPlaceAndShowsWhatItPermits() {
    expect("status of 40");
    page.route(
        "**/collections",
        route -> {
          String key = route.request().headers().getOrDefault("x-api-key", "");
          boolean isKnown = key.equals("k-right");
          answer(
              route,
              isKnown ? 200 : 401,
              isKnown
                  ? service.get("/collections").body().replaceFirst("\\{", "{\"role\":\"read\",")
                  : "{\"type\":\"urn:neardup:problem:unknown-caller\",\"status\":401,"
                      + "\"title\":\"The caller is not known\"}");
        });
    create("guarded", "{}");
    service.put("/documents/a?collection=guarded", "{\"text\":\"a b c d\"}").require(201);
    open("documents?collection=guarded&id=a");
    goTo("start");
    assertThat(alert()).containsText("This service needs an API key.");
    audit("key-needed");
    field("key").fill("k-wrong");
    button("Use").click();
    assertThat(alert()).containsText("The service does not know this key.");
    page.getByLabel("Language").selectOption("zh");
    assertThat(alert()).containsText("服务不认识此密钥");
    page.getByLabel("语言").selectOption("en");
    field("key").fill("k-right");
    button("Use").click();
    assertThat(button("API key: read")).isVisible();
    assertThat(alert()).hasCount(0);
    goTo("documents");
    page.locator(".documents a").first().click();
    assertThat(button("Disable")).isDisabled();
    assertThat(button("Disable")).hasAttribute("title", "Needs a key with the role write.");
  }

  /// A view that is opened gets the focus, which names it; on a phone, its header is one row.
  @Test
  void namesTheViewThatIsOpened() {
    open("start");
    assertThat(page.locator("h1")).isVisible();
    goTo("find");
    assertThat(page.locator("main")).isFocused();
    assertThat(page.locator("main")).hasAttribute("aria-label", "Find");
    page.setViewportSize(390, 844);
    assertThat(page.locator("nav")).isHidden();
    assertThat((Double) page.locator("header.top").boundingBox().height).isLessThan(60);
    button("Menu").focus();
    page.keyboard().press("Enter");
    page.keyboard().press("Tab");
    goTo("calibrate");
    assertThat(page.locator("h1")).hasText("Calibrate the limit");
    assertThat(page.locator("nav")).isHidden();
    assertThat(page.locator("main")).isFocused();
  }

  @Test
  void isReadByKeyboard() {
    open("compare");
    assertThat(page.locator("h1")).isVisible();
    page.keyboard().press("Tab");
    assertThat(page.locator(":focus")).hasText("Skip to the content");
    page.keyboard().press("Enter");
    assertThat(page.locator("main")).isFocused();
    page.keyboard().press("Tab");
    assertThat(page.locator(":focus")).hasText("What is compared");
    page.keyboard().press("Tab");
    assertThat(field("a")).isFocused();
    page.keyboard().press("Tab");
    assertThat(field("b")).isFocused();
    page.keyboard().press("Tab");
    assertThat(field("profile")).isFocused();
  }

  @Test
  void reportsALostConnection() {
    expect("ERR_INTERNET_DISCONNECTED");
    open("compare");
    assertThat(page.locator(".verdict")).isVisible();
    AtomicLong failed = new AtomicLong();
    page.onRequestFailed(request ->
        failed.addAndGet(String.valueOf(request.postData()).contains("another text") ? 1 : 0));
    setOffline(true);
    field("a").fill("another text");
    assertThat(alert()).containsText("The service does not answer");
    page.waitForCondition(() -> failed.get() == 2); // the distance and its explanation
    setOffline(false);
    button("Try again").click();
    assertThat(alert()).hasCount(0);
    assertThat(page.locator(".verdict")).isVisible();
  }

  /// Browsers end requests when a network interface of the machine comes or goes.
  @Test
  void requestsAgainWhatBrokeOff() {
    expect("ERR_FAILED");
    Map<String, AtomicLong> requests = new TreeMap<>();
    page.route(
        Pattern.compile(".*/(words\\.js|collections)"),
        route -> {
          String path = route.request().url().replaceAll(".*/|\\?.*", "");
          if (requests.computeIfAbsent(path, _ -> new AtomicLong()).incrementAndGet() == 1) {
            route.abort();
          } else {
            route.resume();
          }
        });
    open("compare");
    assertThat(page.locator(".verdict")).isVisible();
    assertThat(field("inUse")).isVisible();
    assertThat(requests).hasSize(2);
    assertThat(page.evaluate("sessionStorage.length")).isEqualTo(0);
  }

  @Test
  void isTranslated() {
    open("start");
    page.getByLabel("Language").selectOption("zh");
    for (String view : List.of("start", "compare", "find", "documents", "load", "calibrate")) {
      page.locator("nav a[href='#/" + view + "']").click();
      assertThat(page.locator("nav a[aria-current]")).hasAttribute("href", "#/" + view);
      assertThat(page.locator("h1")).hasText(Pattern.compile("^[\u4e00-\u9fff]+$"));
      fitsAPhone(view + "-zh");
    }
    page.reload();
    assertThat(page.locator("h1")).hasText("校准阈值");
    assertThat((String) page.evaluate("document.documentElement.lang")).isEqualTo("zh");
  }

  /// Texts are in both languages, with the same values to fill in, and views use all of them and no
  /// others. Keys that are put together end with a dot in the source.
  @Test
  void textsAreInBothLanguages() throws IOException {
    open("start");
    Map<?, ?> english = words(0);
    Map<?, ?> chinese = words(1);
    assertThat(english.values()).hasSizeGreaterThan(100).noneMatch(""::equals);
    assertThat(chinese.values()).noneMatch(""::equals);
    for (Object key : english.keySet()) {
      assertThat(placeholders(chinese.get(key)))
          .as("%s", key)
          .isEqualTo(placeholders(english.get(key)));
    }
    String sources = sources();
    List<String> used =
        Pattern.compile("\"([a-z]+\\.[A-Za-z]*)\"")
            .matcher(sources)
            .results()
            .map(each -> each.group(1))
            .toList();
    assertThat(english.keySet())
        .allMatch(key -> used.stream().anyMatch(each -> isFor(each, key.toString())));
    assertThat(
            Pattern.compile("\\bt\\((?:[^()\"]*\\? )?\"([^\"]+)\"(?: : \"([^\"]+)\")?")
                .matcher(sources)
                .results()
                .flatMap(each -> Stream.of(each.group(1), each.group(2)))
                .filter(key -> key != null && !key.endsWith(".")))
        .isNotEmpty()
        .allMatch(english::containsKey);
  }

  private static boolean isFor(String used, String key) {
    return used.equals(key) || used.endsWith(".") && key.startsWith(used);
  }

  /// The texts of a language by their keys.
  private Map<?, ?> words(int language) {
    return (Map<?, ?>)
        page.evaluate(
            """
            language => import(new URL("page/words/texts.js", location.origin)).then(({ default: texts }) =>
              Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[language] ?? ""])))
            """,
            language);
  }

  private static TreeSet<String> placeholders(Object text) {
    return Pattern.compile("\\{\\d(?=[|}])")
        .matcher(text.toString())
        .results()
        .map(each -> each.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void noTextBecomesMarkup() throws IOException {
    assertThat(sources())
        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write")
        .doesNotContain(
            "dangerouslySetInnerHTML", "eval(", "new Function", "setAttribute(\"style\"");
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(WholePageTests::isSource).toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    }
  }

  private static boolean isSource(Path file) {
    return file.toString().endsWith(".js") && !file.getParent().endsWith("words");
  }
}
