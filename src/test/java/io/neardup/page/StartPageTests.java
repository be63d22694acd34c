package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The view of the collections, and of a service without documents.
class StartPageTests extends PageTest {

  @AfterEach
  void dropTheSample() {
    leave();
    service.delete("/collections/sample").require(204, 404);
  }

  @Test
  void anEmptyServiceOffersASample() {
    // Other tests share the service, so it may not be empty.
    page.route(
        "**/collections",
        route -> route.fulfill(new Route.FulfillOptions().setBody("{\"collections\":[]}")));
    open("start");
    assertThat(button("Load the sample")).isVisible();
    assertThat(page.locator("main a[href='#/compare']")).isVisible();
    audit("start-empty");
    page.unroute("**/collections");
    button("Load the sample").click();
    assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("sample")))
        .isVisible();
    assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("sample")))
        .containsText("21");
    assertThat(page.locator("article")).containsText("90% of the first 21 documents");
    assertThat(page.locator("article dl")).containsText("stored");
    await("[...document.querySelectorAll('canvas')].every((each) => each.width > 300)"); // drawn
    audit("start");
    page.locator("summary").first().click();
    assertThat(page.locator(".chart table").first()).isVisible();
    assertThat(page.locator(".chart table").last()).containsText("Buckets");
    org.assertj.core.api.Assertions.assertThat(
            service.get("/collections/sample").number("/documents"))
        .isEqualTo(21);
  }

  @Test
  void anAddressShowsACollection() {
    service.put("/collections/shown", "{\"storeText\":false}").require(200, 201);
    service.put("/documents/one?collection=shown", "{\"text\":\"a b c d e f\"}").require(201);
    open("start?collection=shown");
    assertThat(page.locator("article h2")).hasText("shown");
    assertThat(page.locator("article dl")).containsText("not stored");
    assertThat(page.locator("article")).containsText("0% of the first 1 documents");
    page.getByText("Find near-duplicates in this collection").click();
    assertThat(field("collection")).hasValue("shown");
    leave();
    service.delete("/collections/shown").require(204);
  }

  @Test
  void growthIsShown() {
    service.put("/collections/growing", "{}").require(200, 201);
    service.put("/documents/none?collection=growing", "{\"text\":\"a b c d e\"}").require(201);
    open("start?collection=growing");
    assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("growing")))
        .containsText("–");
    service.put("/documents/one?collection=growing", "{\"text\":\"a b c d e f\"}").require(201);
    assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("growing")))
        .containsText("per second");
    leave();
    service.delete("/collections/growing").require(204);
  }
}
