package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The view of the collections, and of a service without documents.
class StartPageTests extends PageTest {

  @Test
  void anEmptyServiceOffersASample() {
    // Other tests share the service, so it may not be empty.
    page.route("**/collections", route -> answer(route, 200, "{\"collections\":[]}"));
    open("start");
    assertThat(button("Load the sample")).isVisible();
    assertThat(page.locator("main a[href='#/compare']")).isVisible();
    audit("start-empty");
    page.unroute("**/collections");
    dropLater("sample");
    button("Load the sample").click();
    assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("sample")))
        .isVisible();
    assertThat(page.locator(".tiles dd")).hasText(new String[] {"21", "19", "0"});
    assertThat(page.locator(".found"))
        .hasText(
            "19 clear copies, 0 doubtful, 2 unique (nearest other document: at least 65.9% in"
                + " common for a clear copy, at least 42.9% in common for a doubtful one, less for"
                + " a unique one).");
    Locator bars = page.locator("article .chart rect");
    assertThat(bars).hasCount(3 * 33); // clear, doubtful and unique
    org.assertj.core.api.Assertions.assertThat(bars.first().boundingBox().height).isGreaterThan(50);
    page.getByText("Show as a table").first().click();
    assertThat(page.locator("article .chart tbody tr").first()).hasText("100% (0 bits)1000");
    page.getByText("Show as a table").first().click();
    service.patch("/documents/pep-270.1?collection=sample", "{\"enabled\":false}").require(200);
    page.reload();
    assertThat(page.locator(".tiles dd").last()).hasText("1");
    assertThat(page.getByText("Look through the documents")).isVisible();
    audit("start");
    org.assertj.core.api.Assertions.assertThat(
            service.get("/collections/sample").number("/documents"))
        .isEqualTo(21);
  }

  /// The collections are read every three seconds, which ends no other refusal.
  @Test
  void aRefusalStays() {
    expect("status of 4");
    create("shown", "{}");
    service.put("/documents/one?collection=shown", "{\"text\":\"a b c d e f\"}").require(201);
    page.route(
        "**/collections/sample",
        route -> answer(route, 403, "{\"status\":403,\"title\":\"not here\"}"));
    open("start?collection=shown");
    button("Load the sample").click();
    Locator alert = alert();
    assertThat(alert).containsText("not here");
    for (int i = 0; i < 2; i++) {
      page.waitForResponse("**/collections", () -> {});
    }
    assertThat(alert).containsText("not here");
    alert.getByRole(AriaRole.BUTTON).click();
    assertThat(alert).hasCount(0);
    assertThat(page.locator(".found")).isVisible();
  }

  @Test
  void anAddressShowsACollection() {
    create("shown", "{\"storeText\":false}");
    service.put("/documents/one?collection=shown", "{\"text\":\"a b c d e f\"}").require(201);
    open("start?collection=shown");
    assertThat(page.locator("article h2").first()).hasText("shown");
    assertThat(page.locator(".found")).containsText("0 clear copies, 0 doubtful, 1 unique");
    page.getByText("Look through the documents").click();
    assertThat(page.locator(".documents tbody th a")).hasText("one");
  }

  /// Disabled documents have no copies that lookups find.
  @Test
  void measuresWhatLookupsFind() {
    create("shown", "{\"storeText\":true}");
    for (String id : List.of("one", "two")) {
      service
          .put("/documents/" + id + "?collection=shown", "{\"text\":\"" + FERRY + "\"}")
          .require(201);
    }
    open("start?collection=shown");
    assertThat(page.locator(".found")).containsText("2 clear copies, 0 doubtful, 0 unique");
    assertThat(page.locator(".ticks small")).hasText(new String[] {"100%", "75%", "50%", "25%"});
    service.patch("/documents/two?collection=shown", "{\"enabled\":false}").require(200);
    page.reload();
    assertThat(page.locator(".found")).containsText("0 clear copies, 0 doubtful, 1 unique");
    assertThat(page.locator(".tiles dd")).hasText(new String[] {"2", "0", "1"});
  }

  /// Also where it cannot be found, which the other view explains.
  @Test
  void looksUpWhatIsPasted() {
    create("shown", "{}");
    create("vacant", "{}");
    service.put("/documents/one?collection=shown", "{\"text\":\"" + FERRY + "\"}").require(201);
    open("start?collection=vacant");
    assertThat(field("sought")).isVisible();
    paste(FERRY);
    assertThat(page.locator(".why")).containsText("“vacant” has no documents.");
    assertThat(page.locator(".why")).containsText("another collection: shown");
  }

  /// What is measured later appears beside a link without taking the focus from it.
  @Test
  void theFocusStays() {
    create("shown", "{}");
    service.put("/documents/one?collection=shown", "{\"text\":\"a b c d e f\"}").require(201);
    List<Route> held = new ArrayList<>();
    page.route(Pattern.compile(".*/duplicates\\?.*"), held::add);
    open("start?collection=shown");
    Locator link = page.locator("main a[href^='#/calibrate']");
    link.focus();
    page.waitForCondition(() -> !held.isEmpty());
    assertThat(link).isFocused();
    page.unroute(Pattern.compile(".*/duplicates\\?.*"));
    held.forEach(Route::resume);
    assertThat(page.locator(".found")).isVisible();
    assertThat(link).isFocused();
  }

  /// What is typed is looked up with Enter, however long it is, and is still there after a reload.
  @Test
  void looksTextsUp() {
    String text = "a b c d e f " + "and so on ".repeat(5_000) + "\n";
    create("shown", "{}");
    service
        .put("/documents/one?collection=shown", "{\"text\":\"" + text.strip() + "\"}")
        .require(201);
    open("start?collection=shown");
    field("sought").fill(text.strip());
    field("sought").press("Enter");
    assertThat(page.locator(".match h2")).hasText("one");
    assertThat(field("content")).hasValue(text.strip());
    page.reload();
    assertThat(page.locator(".match h2")).hasText("one");
    page.getByLabel("Language").selectOption("zh");
    assertThat(page.locator(".match h2")).hasText("one");
    goTo("compare");
    assertThat(page.locator(".verdict")).isVisible();
    goTo("find");
    assertThat(field("content")).hasValue(text.strip());
  }

  /// Jobs of a deleted collection are not shown with another one of its name.
  @Test
  void jobsOfADeletedCollectionAreNotThoseOfItsSuccessor() {
    for (String id : List.of("former", "present")) {
      create("again", "{}");
      for (int i = 0; i < 2; i++) {
        service
            .put("/documents/" + id + i + "?collection=again", "{\"text\":\"a b c d e f g\"}")
            .require(201);
      }
      open("load?collection=again");
      assertThat(field("cleaned")).hasValue("again");
      if (id.equals("former")) {
        String job =
            service
                .post("/collections/again/jobs", "{\"kind\":\"groups\"}")
                .require(202)
                .text("/id");
        service.get("/jobs/" + job + "?wait=20").require(200);
        page.reload();
        assertThat(page.getByText("Earlier jobs of this collection")).isVisible();
        open("compare");
        service.delete("/collections/again").require(204);
      }
    }
    page.waitForLoadState(LoadState.NETWORKIDLE);
    assertThat(page.getByText("Earlier jobs of this collection")).hasCount(0);
  }
}
