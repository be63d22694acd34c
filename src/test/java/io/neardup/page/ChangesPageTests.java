package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The view that follows changes.
class ChangesPageTests extends PageTest {

  @BeforeEach
  void create() {
    create("followed", "{}");
  }

  @Test
  void followsChanges() {
    follow();
    store("first");
    assertThat(page.locator("tbody tr").first()).containsText("stored");
    assertThat(page.locator("tbody tr").first()).containsText("first");
    service.delete("/documents/first?collection=followed").require(204);
    assertThat(page.locator("tbody tr").first()).containsText("deleted");
    audit("changes");
    button("Pause").click();
    store("while paused");
    button("Continue").click();
    assertThat(page.locator("tbody tr").first()).containsText("while paused");
    service.delete("/collections/followed").require(204);
    assertThat(page.locator("tbody tr").first()).containsText("collection deleted");
  }

  @Test
  void listsAllDocuments() {
    store("earlier");
    open("changes?collection=followed");
    field("from").selectOption("all");
    assertThat(page.locator("tbody")).containsText("earlier");
    awaitState("changes?collection=followed&from=all");
    create("others", "{}");
    service.put("/documents/elsewhere?collection=others", "{\"text\":\"a b c d\"}").require(201);
    store("later");
    assertThat(page.locator("tbody tr").first()).containsText("laterone two three four five");
    assertThat(page.locator("tbody")).not().containsText("elsewhere"); // another collection
    page.getByText("Filter by metadata").click();
    field("filter").fill("lang:en");
    field("filter").blur();
    assertThat(page.locator("tbody a")).hasCount(0);
    field("filter").fill("");
    field("filter").blur();
    page.getByText("earlier").click();
    assertThat(page.locator(".document .marked")).containsText("one two three");
  }

  /// Although a change arrives, and is shown, while it is typed.
  @Test
  void keepsAFilterThatIsBeingTyped() {
    follow();
    page.getByText("Filter by metadata").click();
    field("filter").fill("lang:en");
    store("meanwhile");
    assertThat(page.locator("tbody tr").first()).containsText("meanwhile");
    assertThat(field("filter")).hasValue("lang:en");
    field("filter").blur();
    assertThat(page.locator("tbody tr")).hasCount(0);
    awaitState("changes?collection=followed&filter=lang:en");
  }

  @Test
  void continuesAfterALostConnection() {
    expect("ERR_FAILED");
    follow();
    page.route("**/changes?*", Route::abort);
    store("before");
    assertThat(alert()).containsText("The service does not answer");
    store("meanwhile");
    page.unroute("**/changes?*");
    button("Try again").click();
    assertThat(page.locator("tbody tr").first()).containsText("meanwhile");
  }

  /// Opens the view, and waits until it waits for changes after its first answer.
  private void follow() {
    page.waitForRequest(
        request -> request.url().contains("wait=20"), () -> open("changes?collection=followed"));
    assertThat(status()).hasText("Waiting for changes.");
  }

  private void store(String id) {
    service
        .put(
            "/documents/" + id.replace(" ", "%20") + "?collection=followed",
            "{\"text\":\"one two three four five\"}")
        .require(201);
  }
}
