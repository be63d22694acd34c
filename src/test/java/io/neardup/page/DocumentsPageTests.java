package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
  void searchesByTheBeginningOfAnIdAndByMetadata() {
    service.patch(path("note-30"), "{\"enabled\":false}").require(200);
    service.patch(path("note-20"), "{\"allowed\":true}").require(200);
    open("documents?collection=listed");
    assertThat(ids()).hasCount(28);
    assertThat(page.locator(".documents thead th"))
        .hasText(new String[] {"id", "Text", "lang", "n", "State", "Changed"});
    assertThat(page.locator(".documents tbody tr").first()).containsText("The harbour ferry");
    assertThat(button("Show 50 more")).hasCount(0);
    field("begin").fill("harbour FERRY"); // words of texts
    assertThat(ids()).hasText(new String[] {"ferry/1", "ferry/2"});
    field("begin").fill("note-3");
    assertThat(ids()).hasText(new String[] {"note-30", "note-31", "note-32", "note-33", "note-34"});
    audit("documents");
    field("begin").fill("noté");
    assertThat(ids()).hasText(new String[] {"noté"});
    field("begin").fill("");
    page.getByText("Filter by metadata").click();
    field("filter").fill("lang:de");
    assertThat(ids()).hasText(new String[] {"ferry/2"});
    field("filter").fill("");
    field("state").selectOption("disabled");
    assertThat(ids()).hasText(new String[] {"note-30"});
    assertThat(field("filter")).isVisible();
    awaitState("documents?collection=listed&state=disabled");
    page.reload();
    assertThat(ids()).hasText(new String[] {"note-30"});
    field("state").selectOption("allowed");
    assertThat(ids()).hasText(new String[] {"note-20"});
    field("state").selectOption("copies");
    assertThat(ids().first()).hasText("ferry/1");
    field("begin").fill("noté"); // it has none
    assertThat(page.getByText("No such documents are stored.")).isVisible();
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
    assertThat(page.locator(".history li").first()).containsText(": stored first");
    assertThat(page.locator(".history li").last()).containsText("changed last, as version 2");
    page.locator(".history a").click();
    assertThat(page.locator(".dry-run")).hasText("Disabled or deleted documents: 24.");
    page.goBack();
    page.reload();
    assertThat(page.locator(".document .marked")).containsText("Thursday");
    assertThat(page.locator(".match h2")).hasText(new String[] {"ferry/1"});
    audit("document");
    button("Enable").click();
    assertThat(page.locator(".document").getByRole(AriaRole.BUTTON).first()).hasText("Disable");
    assertThat(service.get(path("ferry/2")).json().at("/enabled").asBoolean(true)).isTrue();
  }

  @Test
  void editsAndDeletesWithTheKeyboardAlone() {
    service.patch(path("ferry/1"), "{\"expiresAt\":\"2099-12-31T23:59:59Z\"}").require(200);
    open("documents?collection=listed&id=ferry%2F1");
    button("Edit").focus();
    page.keyboard().press("Enter");
    field("metadata").fill("{\"lang\":");
    assertThat(page.getByText("not a JSON object")).isVisible();
    assertThat(button("Save")).isDisabled();
    audit("document-edit");
    field("metadata").fill("{\"lang\":\"fr\",\"n\":12345678901234567890}");
    field("text").fill(TEXT + " Indeed.");
    goTo("compare"); // what is typed is kept
    assertThat(page.locator(".verdict")).isVisible();
    page.goBack();
    page.getByLabel("Language").selectOption("zh");
    page.reload();
    assertThat(field("text")).hasValue(TEXT + " Indeed.");
    page.getByLabel("语言").selectOption("en");
    field("text").press("Tab");
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");
    assertThat(page.locator(".document .marked")).containsText("Indeed.");
    assertThat(service.get(path("ferry/1")).body())
        .contains("Indeed.", "\"lang\":\"fr\"", "12345678901234567890", "2099-12-31T23:59:59Z");
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

  /// Without a text, metadata alone can be changed.
  @Test
  void editsTheMetadataOfADocumentWithoutText() {
    service
        .put(
            "/documents/print?collection=listed",
            "{\"fingerprint\":\"%s\",\"metadata\":{\"a\":{\"b\":1,\"c\":2},\"d\":3}}"
                .formatted("0f".repeat(32)))
        .require(201);
    open("documents?collection=listed&id=print");
    button("Edit").click();
    assertThat(field("text")).hasCount(0);
    field("metadata").fill("{\"a\":{\"b\":5},\"e\":4}");
    button("Save").click();
    assertThat(page.locator(".document .metadata")).hasText("a{\"b\":5}e4");
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
    open("find?collection=listed&id=ferry%2F1");
    assertThat(
            page.locator(".match", new Page.LocatorOptions().setHasText("exact"))
                .locator(".metadata"))
        .hasText(shown);
    for (String id : List.of("exact", "exact-print")) {
      open("documents?collection=listed&id=" + id);
      assertThat(page.locator(".document .metadata")).hasText(shown);
      button("Edit").click();
      assertThat(field("metadata")).hasValue(Pattern.compile("\"price\": 1\\.10,"));
      field("metadata").fill(field("metadata").inputValue().replace("\"s\": 1", "\"s\": 2"));
      button("Save").click();
      assertThat(page.locator(".document .metadata")).hasText(shown.replace("s1", "s2"));
      assertThat(service.get(path(id)).body()).contains(metadata.replace("\"s\":1", "\"s\":2"));
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
  void keepsWhatIsTypedForANewCollection() {
    open("documents?collection=listed");
    button(SETTINGS).click();
    page.getByText("New collection").click();
    Locator form =
        page.locator("form", new Page.LocatorOptions().setHas(page.locator("[name=newName]")));
    dropLater("typed");
    field("newName").fill("typed");
    form.locator("[name=profile]").selectOption("posts-v1");
    form.locator("[name=maxDistance]").fill("77");
    form.locator("[name=ttlSeconds]").fill("3600");
    form.locator("[name=passages]").check();
    for (int i = 0; i < 3; i++) {
      switch (i) {
        case 0 -> page.reload();
        case 1 -> page.getByLabel("Language").selectOption("zh");
        default -> {
          page.getByLabel("语言").selectOption("en");
          goTo("compare");
          assertThat(page.locator(".verdict")).isVisible();
          page.goBack();
        }
      }
      assertThat(field("newName")).isVisible();
      assertThat(field("newName")).hasValue("typed");
      assertThat(form.locator("[name=profile]")).hasValue("posts-v1");
      assertThat(form.locator("[name=maxDistance]")).hasValue("77");
      assertThat(form.locator("[name=ttlSeconds]")).hasValue("3600");
      assertThat(form.locator("[name=passages]")).isChecked();
    }
    button("Create").click();
    assertThat(field("inUse").locator("option:checked")).hasText("typed (0)");
    assertThat(field("newName")).hasValue("");
    assertThat(service.get("/collections/typed").body())
        .contains("\"profile\":\"posts-v1\"", "\"maxDistance\":77", "\"ttlSeconds\":3600")
        .contains("\"passages\":true");
  }

  @Test
  void createsChangesEmptiesAndDeletesACollection() {
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
    field("ttlSeconds").first().fill("3600");
    button("Save").click();
    page.waitForCondition(
        () -> service.get("/collections/made").json().at("/ttlSeconds").asInt(0) == 3_600);
    assertThat(page.getByText("Saved.")).isVisible();
    assertThat(service.get("/collections/made").number("/maxDistance")).isEqualTo(77);
    assertThat(button("Delete the collection")).isDisabled();
    field("typed").fill("made");
    button("Delete the collection").click();
    assertThat(field("inUse").locator("option[value=made]")).hasCount(0);
    service.get("/collections/made").require(404);
    field("inUse").selectOption("listed");
    assertThat(ids()).hasCount(28);
    field("typed").fill("listed");
    button("Delete all its documents").click();
    assertThat(page.getByText("Deleted documents: 28.")).isVisible();
    assertThat(field("inUse").locator("option:checked")).hasText("listed (0)");
    assertThat(service.get("/collections/listed").number("/documents")).isEqualTo(0);
  }
}
