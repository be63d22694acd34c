package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The view of stored documents, and the settings of their collection.
class DocumentsPageTests extends PageTest {

  private static final String SETTINGS = "Settings of the collection, and new ones";
  private static final String TEXT =
      "The harbour ferry will run every twenty minutes from Monday, the port authority said on"
          + " Friday. A second boat joins the line after spring repairs.";

  @BeforeEach
  void store() {
    create("listed", "{}");
    store("ferry/1", TEXT, "en");
    store("ferry/2", TEXT.replace("Friday", "Thursday"), "de");
    for (int i = 0; i < 25; i++) {
      store("note-" + (10 + i), "note " + i + " of a few words that differ: " + i * 77, "en");
    }
    store("noté", "an id with another letter", "en");
  }

  private void store(String id, String text, String lang) {
    service
        .put(
            path(id),
            "{\"text\":\"%s\",\"metadata\":{\"lang\":\"%s\",\"n\":12345678901234567890}}"
                .formatted(text, lang))
        .require(201);
  }

  private static String path(String id) {
    return "/documents/" + id.replace("/", "%2F").replace("é", "%C3%A9") + "?collection=listed";
  }

  private Locator ids() {
    return page.locator(".documents tbody th a");
  }

  @Test
  void searchesByTheBeginningOfAnIdAndByWords() {
    service.patch(path("note-30"), "{\"enabled\":false}").require(200);
    service.patch(path("note-20"), "{\"allowed\":true}").require(200);
    open("documents?collection=listed");
    assertThat(ids()).hasCount(28);
    assertThat(page.locator(".documents thead th"))
        .hasText(new String[] {"id", "Text", "lang", "n", "State", "Changed"});
    assertThat(page.locator(".documents tbody tr").first()).containsText("The harbour ferry");
    await("document.querySelector('.list td.number').textContent === '12345678901234567890'");
    await(
        "[...document.querySelectorAll('.list .number')].every(each => each.scrollWidth <="
            + " each.clientWidth)");
    assertThat(button("Show 50 more")).hasCount(0);
    field("begin").fill("harbour FERRY"); // words of texts
    assertThat(ids()).hasText(new String[] {"ferry/1", "ferry/2"});
    field("begin").fill("note-3");
    assertThat(ids()).hasText(new String[] {"note-30", "note-31", "note-32", "note-33", "note-34"});
    audit("documents");
    field("begin").fill("noté");
    assertThat(ids()).hasText(new String[] {"noté"});
    field("begin").fill("");
    field("begin").fill("\"de\""); // a field
    assertThat(ids()).hasText(new String[] {"ferry/2"});
    field("begin").fill("");
    field("state").selectOption("disabled");
    assertThat(ids()).hasText(new String[] {"note-30"});
    awaitState("documents?collection=listed&state=disabled");
    page.reload();
    assertThat(ids()).hasText(new String[] {"note-30"});
    field("state").selectOption("allowed");
    assertThat(ids()).hasText(new String[] {"note-20"});
    field("begin").fill("noté"); // it is not
    assertThat(page.getByText("No such documents are stored.")).isVisible();
    create("none", "{}");
    open("documents?collection=none");
    assertThat(status()).hasText("No documents are stored in this collection. Load a file");
    open("documents?collection=listed");
    field("begin").fill(TEXT);
    page.getByText("This is a text").click();
    assertThat(page.locator(".match h2")).hasText(new String[] {"ferry/1", "ferry/2"});
  }

  /// A document that a clean-up disabled is found and enabled again after a reload.
  @Test
  void enablesADisabledDocument() {
    String body = "{\"kind\":\"dedupe\",\"dryRun\":false,\"survivor\":\"first\"}";
    String job = service.post("/collections/listed/jobs", body).require(202).text("/id");
    service.get("/jobs/" + job + "?wait=20").require(200);
    open("documents?collection=listed&state=disabled");
    ids().first().click();
    assertThat(status()).hasText("disabled by job " + job);
    assertThat(page.locator(".document .facts")).containsText("Changed, as version 2");
    page.locator(".document a[href*=job]").click();
    assertThat(page.locator(".dry-run")).hasText("Disabled or deleted documents: 24.");
    page.goBack();
    page.reload();
    assertThat(page.locator(".document .marked")).containsText("Thursday");
    assertThat(page.getByText("Find its near-duplicates")).isVisible();
    audit("document");
    button("Enable").click();
    assertThat(page.locator(".document").getByRole(AriaRole.BUTTON).first()).hasText("Disable");
    assertThat(service.get(path("ferry/2")).json().at("/enabled").asBoolean(true)).isTrue();
  }

  @Test
  void deletesWithTheKeyboardAlone() {
    open("documents?collection=listed&id=ferry%2F1");
    assertThat(button("Disable")).isVisible();
    // Somebody else changes it before it is deleted here.
    service.patch(path("ferry/1"), "{\"allowed\":true}").require(200);
    expect("status of 412");
    page.locator(".document").getByText("Delete").click();
    button("Delete for good").click();
    assertThat(alert()).isVisible();
    page.getByText("Try again").click();
    assertThat(status()).hasText("allowed");
    page.locator(".document").getByText("Delete").focus();
    page.keyboard().press("Enter");
    button("Delete for good").focus();
    page.keyboard().press("Enter");
    assertThat(page.getByText("The document is deleted.")).isVisible();
    service.get(path("ferry/1")).require(404);
  }

  /// The page is in English, since it has no German.
  @Test
  void writesDatesAsTheReaderDoes() {
    page.addInitScript(
        """
        Object.defineProperty(navigator, "language", { value: "de-DE" });
        Object.defineProperty(navigator, "languages", { value: ["de-DE", "de"] });
        """);
    open("documents?collection=listed&id=ferry%2F1");
    assertThat(page.locator(".facts"))
        .containsText(Pattern.compile("Stored\\d\\d\\.\\d\\d\\.\\d\\d, \\d\\d:\\d\\d:\\d\\d"));
  }

  /// A column that would show the same beginning in each row comes last, without it.
  @Test
  void showsWhatTellsDocumentsApart() {
    create("shop", "{}");
    store(
        "shop",
        IntStream.range(0, 3)
            .mapToObj(i ->
                """
                {"id":"p%d","text":"%s","metadata":{"url":"https://shop.example/products/all/%d",\
                "image":"https://pictures.example/of/products/%d.jpg","page":"https://a%d.example/of/one/shop",\
                "note":"one of the longer notes on it","price":"1%d.50","rare":1%s}}\
                """
                    .formatted(i, text(i), i, i, i, i, i == 0 ? ",\"single\":1" : "")));
    open("documents?collection=shop");
    assertThat(page.locator(".documents thead th"))
        .hasText(new String[] {"id", "Text", "price", "rare", "url", "image", "State", "Changed"});
    Locator cells = page.locator(".documents tbody tr").nth(1).locator("td");
    assertThat(cells.nth(1)).hasText("11.50");
    assertThat(cells.nth(3)).hasText("…1");
    assertThat(cells.nth(3)).hasAttribute("title", "https://shop.example/products/all/1");
    assertThat(cells.nth(4)).hasText("…1.jpg");
  }

  /// Numbers that JavaScript would round or write in another way.
  @Test
  void numbersOfMetadataStayAsTheyAreWritten() {
    String metadata =
        "{\"big\":9007199254740993,\"price\":1.10,\"in\":{\"list\":[1.10,2.50]},\"s\":1}";
    service
        .put(
            path("exact"),
            "{\"text\":\"%s\",\"metadata\":%s}"
                .formatted(TEXT.replace("Friday", "Sunday"), metadata))
        .require(201);
    service
        .put(
            path("exact-print"),
            "{\"fingerprint\":\"%s\",\"metadata\":%s}".formatted("0f".repeat(32), metadata))
        .require(201);
    String shown = "big9007199254740993price1.10in{\"list\":[1.10,2.50]}s1";
    String[] cells = {"9007199254740993", "1.10", "{\"list\":[1.10,2.50]}", "1"};
    open("documents?collection=listed");
    field("begin").fill("exact");
    assertThat(ids()).hasCount(2);
    for (int i = 0; i < cells.length; i++) {
      assertThat(page.locator(".documents tbody tr").nth(1).locator("td").nth(i + 1))
          .hasText(cells[i]);
    }
    Locator heads = page.locator(".documents thead th");
    assertThat(heads.nth(3)).hasCSS("text-align", "end"); // price
    assertThat(heads.nth(4)).hasCSS("text-align", "start"); // in
    assertThat(page.locator(".documents tbody td[data-name=price]").first())
        .hasCSS("text-align", "end");
    open("find?collection=listed&id=ferry%2F1");
    assertThat(
            page.locator(".match", new Page.LocatorOptions().setHasText("exact"))
                .locator(".metadata"))
        .hasText(shown);
    for (String id : List.of("exact", "exact-print")) {
      open("documents?collection=listed&id=" + id);
      assertThat(page.locator(".document .metadata")).hasText(shown);
    }
  }

  @Test
  void aDistanceThatIsNotChangedFollowsTheProfile() {
    create("plain", "{}");
    open("documents?collection=plain");
    button(SETTINGS).click();
    field("passages").first().check();
    button("Save").click();
    page.waitForCondition(
        () -> service.get("/collections/plain").json().at("/passages").asBoolean());
    field("profile").first().selectOption("simhash-512-v1");
    button("Save").click();
    page.waitForCondition(
        () -> service.get("/collections/plain").text("/profile").equals("simhash-512-v1"));
    assertThat(service.get("/collections/plain").number("/maxDistance")).isEqualTo(114);
  }

  @Test
  void createsChangesAndDeletesACollection() {
    open("documents?collection=listed");
    button(SETTINGS).click();
    page.getByText("New collection").click();
    field("newName").fill("listed");
    button("Create").click();
    assertThat(alert()).containsText("There is a collection “listed” already.");
    field("newName").fill("made here");
    assertThat(button("Create")).isDisabled();
    field("newName").fill("made");
    Locator form =
        page.locator("form", new Page.LocatorOptions().setHas(page.locator("[name=newName]")));
    form.locator("[name=profile]").selectOption("posts-v1");
    form.locator("[name=maxDistance]").fill("77");
    button("Create").click();
    assertThat(field("inUse").locator("option:checked")).hasText("made (0)");
    assertThat(service.get("/collections/made").text("/profile")).isEqualTo("posts-v1");
    assertThat(service.get("/collections/made").number("/maxDistance")).isEqualTo(77);
    audit("settings");
    Locator ttl = field("ttl").first();
    Locator unit = field("unit").first();
    assertThat(unit.locator("option:checked")).hasText("days");
    ttl.fill("1.5");
    button("Save").click();
    page.waitForCondition(
        () -> service.get("/collections/made").json().at("/ttlSeconds").asInt(0) == 129_600);
    assertThat(page.getByText("Saved.")).isVisible();
    page.reload();
    button(SETTINGS).click();
    assertThat(ttl).hasValue("36");
    assertThat(unit.locator("option:checked")).hasText("hours");
    unit.selectOption("minutes"); // the number is the same
    button("Save").click();
    page.waitForCondition(
        () -> service.get("/collections/made").json().at("/ttlSeconds").asInt(0) == 2_160);
    assertThat(service.get("/collections/made").number("/maxDistance")).isEqualTo(77);
    page.getByText("Delete “made”").click();
    assertThat(button("Delete")).isDisabled();
    field("typed").fill("made");
    button("Delete").click();
    assertThat(field("inUse").locator("option[value=made]")).hasCount(0);
    service.get("/collections/made").require(404);
  }

  /// The documents are copied, with their states, and the old collection is deleted once they are
  /// there.
  @Test
  void renamesACollection() {
    service.patch("/documents/ferry%2F1?collection=listed", "{\"allowed\":true}").require(200);
    service.patch("/collections/listed", "{\"maxDistance\":50}").require(200);
    dropLater("renamed");
    open("documents?collection=listed");
    button(SETTINGS).click();
    page.getByText("Rename “listed”").click();
    field("otherName").fill("a b");
    assertThat(button("Rename")).isDisabled();
    field("otherName").fill("renamed");
    audit("rename");
    button("Rename").click();
    assertThat(page.getByText("Saved.")).isVisible();
    assertThat(field("inUse").locator("option:checked")).hasText("renamed (28)");
    assertThat(ids()).hasCount(28);
    service.get("/collections/listed").require(404);
    assertThat(service.get("/collections/renamed").number("/maxDistance")).isEqualTo(50);
    assertThat(
            service
                .get("/documents/ferry%2F1?collection=renamed")
                .json()
                .at("/allowed")
                .asBoolean())
        .isTrue();
  }

  /// Nothing is deleted unless all documents are in the new collection, as they are now.
  @ParameterizedTest
  @CsvSource({
    "failed, 0, Disk is full",
    "done, 0, Nothing was deleted: “listed” has 28 documents",
    "done, 28, Nothing was deleted: document “",
  })
  void keepsACollectionWhoseDocumentsWereNotAllCopied(String state, int copied, String message) {
    page.route(
        "**/collections/renamed",
        route -> {
          if (copied > 0 && route.request().method().equals("GET")) {
            answer(route, 200, "{\"name\":\"renamed\",\"documents\":" + copied + "}");
          } else {
            route.fallback();
          }
        });
    page.route(
        "**/jobs/part?*",
        route ->
            answer(
                route,
                200,
                """
                {"id":"part","collection":"listed","state":"%s","request":{"kind":"copy","to":"renamed"},
                "counts":{},"createdAt":"2026-01-01T00:00:00Z","problem":{"status":507,"title":"Disk is full"}}\
                """
                    .formatted(state)));
    page.route("**/collections/listed/jobs", route -> answer(route, 202, "{\"id\":\"part\"}"));
    dropLater("renamed");
    open("documents?collection=listed");
    button(SETTINGS).click();
    page.getByText("Rename “listed”").click();
    field("otherName").fill("renamed");
    button("Rename").click();
    assertThat(page.locator("header").getByRole(AriaRole.ALERT).first()).containsText(message);
    assertThat(service.get("/collections/listed").number("/documents")).isEqualTo(28);
    assertThat(field("inUse").locator("option:checked")).hasText("listed (28)");
  }
}
