package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The view that follows changes.
class ChangesPageTests extends PageTest {

  @BeforeEach
  void create() {
    service.put("/collections/followed", "{}").require(200, 201);
  }

  @AfterEach
  void drop() {
    leave();
    service.delete("/collections/followed").require(204, 404);
  }

  @Test
  void followsChanges() {
    page.waitForRequest(request -> request.url().contains("wait=20"), () -> open("changes"));
    assertThat(page.getByRole(AriaRole.STATUS)).hasText("Waiting for changes.");
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
    open("changes");
    field("from").selectOption("all");
    assertThat(page.locator("tbody")).containsText("earlier");
    await("location.hash === '#/changes?from=all'");
    page.getByText("earlier").click();
    assertThat(field("content")).hasValue("earlier");
    assertThat(field("collection")).hasValue("followed");
  }

  @Test
  void continuesAfterALostConnection() {
    expect("ERR_FAILED");
    open("changes");
    assertThat(page.getByRole(AriaRole.STATUS)).hasText("Waiting for changes.");
    page.route("**/changes?*", Route::abort);
    store("before");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("The service does not answer");
    store("meanwhile");
    page.unroute("**/changes?*");
    button("Try again").click();
    assertThat(page.locator("tbody tr").first()).containsText("meanwhile");
  }

  private void store(String id) {
    service
        .put(
            "/documents/" + id.replace(" ", "%20") + "?collection=followed",
            "{\"text\":\"one two three four five\"}")
        .require(201);
  }
}
