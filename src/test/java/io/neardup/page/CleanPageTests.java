package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Clean-ups of collections.
class CleanPageTests extends PageTest {

  private static final String OTHER =
      "other,\"Quite another text about something else, of a few words more than eight\"";

  @BeforeEach
  void store() {
    create("cleaned", "{\"storeText\":true}");
    store("ferry-1", FERRY);
    store("ferry-2", FERRY.replace("Friday", "Thursday"));
    store("ferry,3", FERRY.replace("twenty", "thirty"));
    store("other", "Quite another text about something else, of a few words more than eight");
  }

  private void store(String id, String text) {
    service
        .put("/documents/" + id + "?collection=cleaned", "{\"text\":\"" + text + "\"}")
        .require(201);
  }

  private JsonNode document(String id) {
    return service.get("/documents/" + id + "?collection=cleaned").json();
  }

  private boolean isEnabled(String id) {
    return document(id).at("/enabled").asBoolean(true);
  }

  private boolean isAllowed(String id) {
    return document(id).at("/allowed").asBoolean(false);
  }

  private List<String> download(String name) throws IOException {
    Download download = page.waitForDownload(() -> button(name).click());
    return Files.readAllLines(download.path());
  }

  private Locator dryRun() {
    return page.locator(".dry-run");
  }

  @Test
  void cleansAfterADryRun() throws IOException {
    open("load?collection=cleaned");
    field("survivor").selectOption("last");
    button("Try it").click();
    assertThat(dryRun())
        .hasText(
            "2 of 4 documents (50%) would be disabled, which excludes them from lookups. Groups: 1."
                + " One document of each stays. Nothing is changed yet.");
    assertThat(page.locator(".member bdi")).hasText(new String[] {"ferry,3", "ferry-2", "ferry-1"});
    assertThat(page.locator(".member td").nth(4)).containsText("85.4% in common 12 bits");
    assertThat(page.locator(".member").last().locator("del")).hasText("thirty");
    audit("clean");
    page.reload(); // the address has the job and the choices
    assertThat(dryRun()).containsText("2 of 4 documents");
    assertThat(field("survivor")).hasValue("last");
    assertThat(isEnabled("ferry-1")).isTrue();
    assertThat(download("Download what goes (CSV)"))
        .hasSize(3)
        .startsWith("\uFEFFid,kept,common,distance,group,why,line")
        .anyMatch(line -> line.matches("ferry-1,\"ferry,3\",0\\.9\\d*,\\d+,1,near-duplicate,"));
    assertThat(download("Download what stays (CSV)"))
        .containsExactly(
            "\uFEFFid,text", "\"ferry,3\",\"" + FERRY.replace("twenty", "thirty") + "\"", OTHER);
    button("Disable what is listed (2)").click();
    assertThat(dryRun()).hasText("Disabled or deleted documents: 2.");
    assertThat(isEnabled("ferry-1")).isFalse();
    assertThat(isEnabled("ferry,3")).isTrue();
    button("Undo").click();
    assertThat(page.getByText("Documents as they were before the clean-up: 2.")).isVisible();
    assertThat(isEnabled("ferry-1")).isTrue();
    page.getByText("Earlier jobs of this collection").click();
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Try a clean-up")).click();
    assertThat(dryRun()).containsText("2 of 4 documents");
  }

  /// A clean-up that another client has started without a dry run.
  @ParameterizedTest
  @ValueSource(strings = {"disable", "remove"})
  void showsACleanUpWithoutADryRunAsApplied(String action) {
    String body =
        "{\"kind\":\"dedupe\",\"dryRun\":false,\"survivor\":\"last\",\"action\":\""
            + action
            + "\"}";
    String id = service.post("/collections/cleaned/jobs", body).require(202).text("/id");
    open("load?collection=cleaned&job=" + id);
    assertThat(page.locator(".job")).containsText("Clean-up: done.");
    assertThat(dryRun()).hasText("Disabled or deleted documents: 2.");
    assertThat(button("Download what goes (CSV)")).isVisible();
    assertThat(button("Disable what is listed (2)")).hasCount(0);
    assertThat(button("Delete what is listed (2)")).hasCount(0);
    button("Undo").click();
    assertThat(page.getByText("Documents as they were before the clean-up: 2.")).isVisible();
    assertThat(isEnabled("ferry-1")).isTrue();
    page.getByText("Earlier jobs of this collection").click();
    assertThat(
            page.getByRole(
                    AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Clean-up").setExact(true))
                .first())
        .isVisible();
  }

  /// Of a chain of documents, those farther than the limit from the one that stays.
  @Test
  void warnsOfWhatAChainConnects() {
    page.route(
        "**/jobs/chain?*",
        route ->
            answer(
                route,
                200,
                """
                {"id":"chain","collection":"cleaned","state":"done","request":{"kind":"apply","of":"dry"},
                "counts":{"applied":2},"createdAt":"2026-01-01T00:00:00Z",
                "summary":{"exact":true,"maxDistance":54,"beyond":3}}\
                """));
    page.route("**/jobs/chain/results?*", route -> answer(route, 200, "{\"results\":[]}"));
    open("load?collection=cleaned&job=chain");
    assertThat(page.locator(".job .warning"))
        .containsText("3 documents are beyond the limit from the one that stays");
  }

  @Test
  void removesWithTheKeyboardAlone() {
    open("load?collection=cleaned");
    assertThat(field("cleaned")).hasValue("cleaned");
    field("action").focus();
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Tab");
    page.keyboard().press("Enter"); // in the field of the distance
    assertThat(dryRun())
        .containsText("2 of 4 documents (50%) would be disabled, and deleted 7 days later.");
    button("Delete what is listed (2)").focus();
    page.keyboard().press("Enter");
    assertThat(dryRun()).hasText("Disabled or deleted documents: 2.");
    assertThat(service.get("/documents?collection=cleaned&enabled=false").json().get("documents"))
        .hasSize(2)
        .allMatch(document -> document.has("expiresAt"));
  }

  @Test
  void choosesTheSurvivorsOfGroups() throws IOException {
    openWithGroups();
    Locator group = page.locator(".group");
    assertThat(group).containsText("Group 1: 3 documents");
    assertThat(group.locator("input[value=ferry-1]")).isChecked();
    audit("groups");
    group.locator("input[value=ferry-2]").check();
    assertThat(group.locator(".member").first().locator("del")).hasText("Thursday");
    assertThat(download("Download what goes (CSV)"))
        .hasSize(3)
        .contains("ferry-1,ferry-2,,,1,near-duplicate,", "\"ferry,3\",ferry-2,,,1,near-duplicate,");
    assertThat(download("Download what stays (CSV)"))
        .containsExactly(
            "\uFEFFid,text", "ferry-2,\"" + FERRY.replace("Friday", "Thursday") + "\"", OTHER);
    button("Disable the others").click();
    assertThat(group).containsText("Disabled or deleted: 2 of the 2 others.");
    assertThat(isEnabled("ferry-1")).isFalse();
    assertThat(isEnabled("ferry-2")).isTrue();
    button("Enable those that are disabled").click();
    assertThat(group.getByText("Disabled or deleted")).hasCount(0);
    assertThat(isEnabled("ferry-1")).isTrue();
    group.getByText("Compare").first().click();
    assertThat(page.locator(".marked del").first()).isVisible();
  }

  private Locator openGroup() {
    openWithGroups();
    assertThat(page.locator(".group .line")).hasCount(3);
    assertThat(page.locator(".group .line").last()).containsText("The harbour ferry");
    return page.locator(".group");
  }

  @Test
  void showsTheTextsOfAGroupAndWhatDiffers() {
    Locator group = openGroup();
    assertThat(group.locator(".member").first()).containsText("ferry-1 · 226 characters");
    // The farthest from the one that stays comes first.
    assertThat(group.locator("bdi")).hasText(new String[] {"ferry-1", "ferry-2", "ferry,3"});
    assertThat(group.locator(".member").nth(1))
        .containsText(Pattern.compile("228 characters.*about [\\d.]+% in common \\d+ bits"));
    assertThat(group.locator("del").last()).hasText("twenty");
    assertThat(group.locator("ins").last()).hasText("thirty");
  }

  @Test
  void exemptsDocumentsFromACleanUp() throws IOException {
    Locator group = openGroup();
    page.getByLabel("Keep both: ferry-2").click();
    assertThat(group.locator(".member").nth(1)).containsText("allowed");
    assertThat(isAllowed("ferry-2")).isTrue();
    assertThat(download("Download what goes (CSV)"))
        .hasSize(2)
        .anyMatch(line -> line.startsWith("\"ferry,3\",ferry-1,"));
    button("Disable the others").click();
    assertThat(group).containsText("Disabled or deleted: 1 of the 2 others.");
    assertThat(isEnabled("ferry-2")).isTrue();
    assertThat(isEnabled("ferry,3")).isFalse();
    assertThat(button("Disable the others")).isDisabled();
    page.getByLabel("Keep both: ferry-2").click();
    page.waitForCondition(() -> !isAllowed("ferry-2"));
  }

  /// Although the key of a button is pressed while it does its work already.
  @Test
  void appliesAListOnce() {
    for (int i = 4; i < 26; i++) {
      store("ferry-" + i, FERRY.replace("twenty", "thirty"));
    }
    open("load?collection=cleaned");
    button("Try it").click();
    assertThat(page.locator(".member")).hasCount(10);
    button("Show all 25").click();
    assertThat(page.locator(".member")).hasCount(25);
    List<Route> held = hold("**/apply");
    button("Disable what is listed (24)").focus();
    page.keyboard().press("Enter");
    page.waitForCondition(() -> held.size() == 1);
    page.keyboard().press("Enter"); // it is at work
    held.getFirst().resume();
    assertThat(dryRun()).hasText("Disabled or deleted documents: 24.");
    assertThat(held).hasSize(1);
  }

  /// What is kept beside the one that stays is no part of the list that is applied, nor of the
  /// downloads.
  @Test
  void keepsBothDocuments() throws IOException {
    open("load?collection=cleaned");
    field("survivor").selectOption("first");
    button("Try it").click();
    page.getByLabel("Keep both: ferry-2").check();
    assertThat(page.getByText("Kept beside the one that stays: 1.")).isVisible();
    assertThat(button("Disable what is listed (1)")).isVisible();
    page.reload();
    assertThat(page.getByLabel("Keep both: ferry-2")).isChecked();
    assertThat(download("Download what goes (CSV)"))
        .hasSize(2)
        .anyMatch(line -> line.startsWith("\"ferry,3\",ferry-1,"));
    String kept = "**/documents/ferry-2?*";
    List<Route> held = hold(kept);
    String ofDryRun = page.url();
    button("Disable what is listed (1)").click();
    assertThat(page.getByText("Allowed 0 of 1 that are kept …")).isVisible();
    page.waitForCondition(() -> held.size() == 1);
    page.unroute(kept);
    held.getFirst().resume();
    assertThat(dryRun()).hasText("Disabled or deleted documents: 1. Kept by you: 1.");
    page.waitForCondition(() -> !page.url().equals(ofDryRun)); // its address is written soon
    // Another tab knows that it was allowed, but not by whom.
    page.evaluate("sessionStorage.clear()");
    page.reload();
    assertThat(dryRun())
        .containsText("Left alone, since they were allowed or changed, or the document that stays");
    assertThat(isEnabled("ferry-2")).isTrue();
    assertThat(isAllowed("ferry-2")).isTrue();
    assertThat(isEnabled("ferry,3")).isFalse();
    assertThat(download("Download what goes (CSV)")).hasSize(2); // the downloads stay
  }

  /// Variants of a form are riskier than copies, and are kept with one click.
  @Test
  void listsVariantsFirstAndKeepsThemAll() {
    page.route(
        "**/jobs/variants?*",
        route ->
            answer(
                route,
                200,
                """
                {"id":"variants","collection":"cleaned","state":"done","request":{"kind":"dedupe","dryRun":true},
                "counts":{"groups":2,"documents":4,"duplicates":2},"createdAt":"2026-01-01T00:00:00Z"}\
                """));
    page.route(
        "**/jobs/variants/results",
        route ->
            answer(
                route,
                200,
                """
                {"group":1,"id":"other","survivor":"ferry,3","distance":40,"featureSimilarity":0.6,"kind":"copy"}
                {"group":2,"id":"ferry-2","survivor":"ferry-1","distance":9,"featureSimilarity":0.9,"kind":"variant","unique":0.05}
                """));
    open("load?collection=cleaned&job=variants");
    assertThat(page.locator(".member bdi"))
        .hasText(new String[] {"ferry-1", "ferry-2", "ferry,3", "other"});
    assertThat(page.locator(".member").nth(1)).containsText("variant of a form · 5% only here");
    button("Keep all variants of one form (1)").click();
    assertThat(page.getByLabel("Keep both: ferry-2")).isChecked();
    assertThat(page.getByLabel("Keep both: other")).not().isChecked();
    assertThat(button("Disable what is listed (1)")).isVisible();
  }

  /// Treats the changes of a document so, and no other request.
  private void onPatch(String id, Consumer<Route> handler) {
    page.route(
        "**/documents/" + id + "?*",
        route -> {
          if (route.request().method().equals("PATCH")) {
            handler.accept(route);
          } else {
            route.resume();
          }
        });
  }

  private void openWithGroups() {
    open("load?collection=cleaned");
    field("kind").selectOption("groups");
    button("Find groups").click();
  }

  /// What is disabled is read from the service: neither a reload nor another client makes the page
  /// disable the document that stays.
  @Test
  void neverDisablesTheLastEnabledDocumentOfAGroup() {
    Locator group = openGroup();
    group.locator("input[value=ferry-2]").check();
    button("Disable the others").click();
    assertThat(button("Disable the others")).isDisabled();
    page.reload();
    assertThat(group.locator("input[value=ferry-2]")).isChecked();
    assertThat(group.locator("input[value=ferry-1]")).isDisabled();
    assertThat(button("Disable the others")).isDisabled();
    page.evaluate("sessionStorage.clear()"); // as in another tab
    page.reload();
    assertThat(group.locator("input[value=ferry-2]")).isChecked();
    assertThat(button("Disable the others")).isDisabled();
    button("Enable those that are disabled").click();
    assertThat(group.getByText("Disabled or deleted")).hasCount(0);
    assertThat(isEnabled("ferry-1")).isTrue();
    // Another client disables the survivor, which this page still shows as enabled.
    assertThat(group.locator("input[value=ferry-1]")).isChecked();
    service.patch("/documents/ferry-1?collection=cleaned", "{\"enabled\":false}").require(200);
    button("Disable the others").click();
    assertThat(group.getByRole(AriaRole.ALERT)).containsText("Document ferry-1, which is to stay");
    assertThat(isEnabled("ferry-2")).isTrue();
    assertThat(isEnabled("ferry,3")).isTrue();
  }

  /// The survivor is disabled by another client while the others are being disabled.
  @Test
  void enablesAgainWhatItDisabledInARace() {
    openGroup();
    onPatch(
        "ferry%2C3",
        route -> {
          service
              .patch("/documents/ferry-1?collection=cleaned", "{\"enabled\":false}")
              .require(200);
          route.resume();
        });
    button("Disable the others").click();
    assertThat(alert()).containsText("Document ferry-1, which is to stay");
    page.unroute("**/documents/ferry%2C3?*");
    assertThat(isEnabled("ferry-1")).isFalse();
    assertThat(isEnabled("ferry,3")).isTrue();
  }

  @Test
  void goesOnWhenTheViewIsLeft() {
    openGroup();
    List<Route> held = new ArrayList<>();
    onPatch("ferry%2C3", held::add);
    button("Disable the others").click();
    page.waitForCondition(() -> !held.isEmpty());
    goTo("compare");
    assertThat(page.locator(".verdict")).isVisible();
    held.getFirst().resume();
    page.waitForCondition(() -> !isEnabled("ferry-2"));
    assertThat(isEnabled("ferry,3")).isFalse();
    assertThat(isEnabled("ferry-1")).isTrue();
  }

  @Test
  void goesOnOrUndoesAfterAFailure() {
    expect("ERR_FAILED");
    Locator group = openGroup();
    onPatch("ferry-2", Route::abort);
    button("Disable the others").click();
    assertThat(group.getByRole(AriaRole.ALERT)).containsText("The service does not answer");
    assertThat(group).containsText("Disabled or deleted: 1 of the 2 others.");
    assertThat(isEnabled("ferry,3")).isFalse();
    button("Enable those that are disabled").click();
    assertThat(group.getByText("Disabled or deleted")).hasCount(0);
    assertThat(isEnabled("ferry,3")).isTrue();
    button("Disable the others").click();
    assertThat(group.getByRole(AriaRole.ALERT)).containsText("The service does not answer");
    page.unroute("**/documents/ferry-2?*");
    button("Disable the others").click();
    assertThat(group).containsText("Disabled or deleted: 2 of the 2 others.");
    assertThat(isEnabled("ferry-2")).isFalse();
    assertThat(isEnabled("ferry-1")).isTrue();
  }

  /// Documents that could not be read are read again until the service answers.
  @Test
  void readsTheTextsOfAGroupAgain() {
    expect("ERR_FAILED");
    page.route("**/documents/ferry-1?*", Route::abort);
    openWithGroups();
    assertThat(alert()).containsText("The service does not answer");
    page.unroute("**/documents/ferry-1?*");
    assertThat(page.locator(".group .line").first()).containsText("The harbour ferry");
    assertThat(alert()).hasCount(0);
  }

  @Test
  void findsARunningJobAgain() {
    page.route(
        "**/jobs?*",
        route ->
            answer(
                route,
                200,
                """
                {"jobs":[{"id":"active","collection":"cleaned","state":"running",
                "request":{"kind":"groups"},"createdAt":"2100-01-01T00:00:00Z"}]}\
                """));
    String job =
        """
        {"id":"active","collection":"cleaned","state":"%s","request":{"kind":"groups"},
        "counts":{},"createdAt":"2026-01-01T00:00:00Z"%s}\
        """;
    List<Route> later = new ArrayList<>();
    boolean[] isRead = {false};
    page.route(
        "**/jobs/active?*",
        route -> {
          if (isRead[0]) {
            later.add(route);
          } else {
            isRead[0] = true;
            answer(route, 200, job.formatted("running", ",\"waitingFor\":\"other\""));
          }
        });
    open("load?collection=cleaned");
    assertThat(page.locator(".job"))
        .containsText("Groups of near-duplicates: waits for the instance that has “other”.");
    page.waitForCondition(() -> !later.isEmpty());
    answer(later.getFirst(), 200, job.formatted("cancelled", ""));
    assertThat(page.locator(".job")).containsText("Groups of near-duplicates: cancelled.");
    await("location.hash.includes('job=active')");
  }

  /// A group of so many documents that its members are in several results.
  @Test
  void readsALargeGroupInParts() {
    page.route(
        "**/jobs/large?*",
        route ->
            answer(
                route,
                200,
                """
                {"id":"large","collection":"cleaned","state":"done","request":{"kind":"groups"},
                "counts":{"groups":1,"documents":9},"createdAt":"2026-01-01T00:00:00Z",
                "summary":{"exact":true,"maxDistance":1,"beyond":1}}\
                """));
    page.route(
        "**/jobs/large/results",
        route ->
            answer(
                route,
                200,
                """
                {"group":1,"survivor":"a","size":3,"beyond":1,"truncated":true,\
                "members":[{"id":"a","distance":0},{"id":"b","distance":1}]}
                {"group":1,"members":[{"id":"c","distance":2}],"truncated":false}
                """));
    expect("404"); // its documents are not stored
    open("load?collection=cleaned&job=large");
    assertThat(page.locator(".group bdi")).hasText(new String[] {"a", "c", "b"});
    assertThat(page.locator(".group .warning"))
        .containsText("1 of them is beyond the limit from the one that stays");
    assertThat(page.locator(".member.beyond bdi")).hasText("c");
    assertThat(button("Show 20 more")).hasCount(0);
  }

  @Test
  void followsAJobThroughALostConnection() {
    expect("ERR_FAILED");
    String job =
        """
        {"id":"slow","collection":"cleaned","state":"%s","request":{"kind":"groups"},"done":%d,"total":200,
        "rate":50,"secondsLeft":3,"createdAt":"2026-01-01T00:00:00Z","results":0,"bytes":0,"counts":{}%s}\
        """;
    int[] reads = {0};
    page.route(
        "**/jobs/slow?*",
        route -> {
          int read = reads[0]++;
          if (read == 1 || read == 2) { // the second attempt as well
            route.abort();
          } else {
            String body =
                read < 6
                    ? job.formatted("running", 20 * read, "")
                    : job.formatted(
                        "failed",
                        80,
                        ",\"problem\":{\"status\":507,\"title\":\"Disk is full\",\"detail\":\"free"
                            + " some space\"}");
            answer(route, 200, body);
          }
        });
    open("load?collection=cleaned&job=slow");
    assertThat(alert()).containsText("The service does not answer");
    assertThat(page.locator(".job")).containsText("50 per second, 3 seconds left");
    assertThat(page.locator(".job")).containsText("Groups of near-duplicates: failed.");
    assertThat(alert()).containsText("free some space");
  }
}
