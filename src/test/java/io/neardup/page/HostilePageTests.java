package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.neardup.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Documents, ids and metadata written to run a program in the page. All are shown as they are.
class HostilePageTests extends PageTest {

  /// Elements that only an injection adds.
  private static final String FOREIGN =
      "main script, main img, main iframe, main object, main embed, main form[action], main base,"
          + " main style, main link, main meta, main math, main video, main [onerror], main"
          + " [onload], main [onclick], main a[href^='javascript']";

  private static final List<String> HOSTILE =
      List.of(
          "<script>injected=1</script>",
          "<img src=x onerror=injected=1>",
          "\"><svg onload=injected=1>",
          "'><iframe srcdoc='<script>parent.injected=1</script>'>",
          "javascript:injected=1",
          "</textarea><script>injected=1</script>",
          "</script><script>injected=1</script>",
          "<a href=javascript:injected=1>click</a>",
          "<base href=https://evil.example/>",
          "<style>@import 'https://evil.example/x.css'</style>",
          "<math><mtext><mglyph><style><img src=x onerror=injected=1>",
          "{{constructor.constructor('injected=1')()}}",
          "${injected=1}",
          "__proto__",
          "constructor",
          "\u202Egnp.exe\u202C <b>bold",
          "../../admin/backups?keep=0#",
          "&lt;script&gt;injected=1&lt;/script&gt;",
          "{0} {1} {2}");

  private static final String WORDS =
      " one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
          + " sixteen seventeen eighteen nineteen twenty";

  @BeforeEach
  void store() {
    create("hostile", "{\"storeText\":true}");
    store(
        "hostile",
        HOSTILE.stream()
            .map(hostile ->
                "{\"id\":%1$s,\"text\":%2$s,\"metadata\":{%1$s:%1$s,\"list\":{\"x\":[%1$s]}}}"
                    .formatted(Json.quote(hostile), Json.quote(hostile + WORDS))));
  }

  @Test
  void matchesAreShownAsTheyAre() {
    open(
        "find?collection=hostile&limit=100&maxDistance=256&text=" + encode(HOSTILE.get(0) + WORDS));
    assertThat(page.locator(".match h2")).hasCount(HOSTILE.size());
    assertThat(page.locator(".match h2").allTextContents())
        .containsExactlyInAnyOrderElementsOf(HOSTILE);
    assertThat(page.locator(".match dt").allTextContents()).containsAll(HOSTILE);
    for (int i = HOSTILE.size() - 1; i >= 0; i--) {
      button("Mark what differs").nth(i).click();
    }
    assertThat(page.locator(".match .marked")).hasCount(2 * HOSTILE.size());
    nothingWasInjected();
  }

  @Test
  void comparedDocumentsAreShownAsTheyAre() {
    open("compare");
    for (int i = 0; i < HOSTILE.size(); i += 2) {
      String a = HOSTILE.get(i);
      String b = HOSTILE.get((i + 1) % HOSTILE.size());
      show("compare?collection=hostile&aId=" + encode(a) + "&bId=" + encode(b));
      assertThat(field("a")).hasValue(a + WORDS);
      assertThat(field("b")).hasValue(b + WORDS);
      assertThat(page.locator(".marked").first()).hasText(a + WORDS);
      assertThat(page.locator(".marked").last()).hasText(b + WORDS);
      assertThat(page.locator(".verdict")).isVisible();
      nothingWasInjected();
    }
  }

  @Test
  void documentsAreShownAsTheyAre() {
    open("documents?collection=hostile");
    assertThat(page.locator(".documents tbody th a")).hasCount(HOSTILE.size());
    assertThat(page.locator(".documents tbody th a").allTextContents())
        .containsExactlyInAnyOrderElementsOf(HOSTILE);
    assertThat(page.locator(".documents thead th").allTextContents())
        .filteredOn(HOSTILE::contains)
        .hasSize(3); // and the list that all have
    nothingWasInjected();
    for (String hostile : HOSTILE) {
      show("documents?collection=hostile&id=" + encode(hostile));
      assertThat(page.locator(".document .marked")).hasText(hostile + WORDS);
    }
  }

  @Test
  void addressesAreReadAsTheyAre() {
    expect("status of 40"); // no such job
    open("compare");
    List<String> views = List.of("load", "calibrate", "documents");
    for (int i = 0; i < HOSTILE.size(); i++) {
      String part = encode(HOSTILE.get(i));
      show(part + "?" + part + "=" + part);
      assertThat(page.locator("h1")).hasText("Near-duplicate texts");
      nothingWasInjected();
      String view = views.get(i % views.size());
      show(view + "?collection=" + part + "&job=" + part + "&distance=" + part);
      assertThat(page.locator("nav a[aria-current]")).hasAttribute("href", "#/" + view);
      assertThat(page.locator("[name=inUse], [name=cleaned]")).isVisible();
      nothingWasInjected();
    }
  }

  /// Fields that all objects inherit, which the second record does not have.
  @Test
  void inheritedFieldsAreNotShown() {
    open("load");
    choose(
        "file",
        "inherited.jsonl",
        """
        {"id":"a","text":"one two three","constructor":"x","toString":"y","__proto__":"z"}
        {"id":"b","text":"four five six"}
        """);
    dropLater("inherited");
    Locator second = page.locator(".preview tbody tr").nth(1).locator("td");
    assertThat(second).hasText(new String[] {"b", "four five six", "", "", ""});
    button("Load").click();
    assertThat(progress()).containsText("Done. 2 added");
    open("documents?collection=inherited");
    Locator cells = page.locator(".documents tbody tr").nth(1).locator("td");
    assertThat(cells.nth(1)).hasText("");
    assertThat(cells.nth(2)).hasText("");
  }

  @Test
  void filesAreShownAsTheyAre() {
    String columns =
        HOSTILE.stream().map(HostilePageTests::quoted).collect(Collectors.joining(","));
    open("load?collection=hostile");
    choose(
        "file",
        HOSTILE.getFirst() + ".csv",
        columns + ",id\n" + columns + ",hostile\n" + columns + ",\n" + columns + "\n");
    assertThat(page.locator(".preview th")).hasCount(HOSTILE.size() + 1);
    field("header").check();
    assertThat(page.locator(".preview")).not().containsText("column 1");
    assertThat(page.locator(".preview th").allTextContents()).containsAll(HOSTILE);
    assertThat(page.locator(".preview td").allTextContents()).containsAll(HOSTILE);
    assertThat(field("collection")).hasValue("script-injected-1-script");
    field("collection").fill("hostile");
    field("textField").selectOption(HOSTILE.getFirst());
    nothingWasInjected();
    button("Load").click();
    assertThat(progress())
        .containsText("Done. 1 added, 0 replaced, 0 skipped, 0 repeated, 2 refused.");
    nothingWasInjected();
    assertThat(
            service
                .get("/documents/hostile?collection=hostile")
                .json()
                .get("metadata")
                .propertyNames())
        .containsExactlyInAnyOrderElementsOf(HOSTILE.subList(1, HOSTILE.size()));
  }

  @Test
  void groupsAndPairsAreShownAsTheyAre() {
    for (String kind : List.of("groups", "dedupe")) {
      String body = "{\"kind\":\"%s\",\"maxDistance\":200}".formatted(kind);
      String job = service.post("/collections/hostile/jobs", body).require(202).text("/id");
      open("load?collection=hostile&job=" + job);
      button("Show all " + HOSTILE.size()).click();
      assertThat(page.locator(".group bdi")).hasCount(HOSTILE.size());
      assertThat(page.locator(".group bdi").allTextContents())
          .containsExactlyInAnyOrderElementsOf(HOSTILE);
      nothingWasInjected();
    }
    goTo("calibrate");
    button("Sample pairs").click();
    assertThat(page.locator(".judged .marked")).hasCount(2);
    nothingWasInjected();
  }

  private void show(String state) {
    page.evaluate("state => { location.hash = state; }", "#/" + state);
  }

  private static String quoted(String value) {
    return '"' + value.replace("\"", "\"\"") + '"';
  }

  private void nothingWasInjected() {
    assertThat(page.evaluate("typeof injected")).isEqualTo("undefined");
    assertThat(page.locator(FOREIGN)).hasCount(0);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
