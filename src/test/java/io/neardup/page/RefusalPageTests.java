package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.neardup.service.RequestException.Fault;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the service refuses is shown in its own words, which are English, also in Chinese.
class RefusalPageTests extends PageTest {

  /// Lookups that are not answered yet.
  private final Queue<Route> asked = new ArrayDeque<>();

  @BeforeEach
  void store() {
    expect("status of 4");
    expect("status of 5");
    create("refusing", "{}");
    service
        .put("/documents/one?collection=refusing", "{\"text\":\"a b c d e f g\"}")
        .require(200, 201);
    open("documents?collection=refusing");
    page.getByLabel("Language").selectOption("zh");
  }

  private void refuses(String title, String detail) {
    assertThat(alert()).hasCount(1);
    assertThat(alert().locator("strong[lang=en]")).hasText(title);
    assertThat(alert().locator("p[lang=en]")).containsText(detail);
  }

  @Test
  void lookups() {
    open("find?collection=refusing&text=a+b&maxDistance=300");
    refuses("The request is not valid", "maxDistance");
    open("find?collection=refusing&id=none");
    refuses("Not found", "store it");
    open("find?collection=none&text=a+b"); // the page says it itself
    assertThat(alert()).containsText("没有集合“none”：它已被删除。");
  }

  @Test
  void settings() {
    open("documents?collection=refusing");
    button("集合的设置与新建").click();
    Locator form = page.locator(".settings-form").first();
    form.locator("[name=maxDistance]").fill("400");
    form.getByRole(AriaRole.BUTTON).click();
    refuses("The request is not valid", "maxDistance");
    form.locator("[name=maxDistance]").fill("30");
    form.getByRole(AriaRole.BUTTON).click();
    assertThat(page.getByText("已保存。")).isVisible();
    assertThat(alert()).hasCount(0);
  }

  @Test
  void recordsOfAFile() {
    open("load?collection=refusing");
    choose("file", "bad.ndjson", "{\"id\":\"%s\",\"text\":\"a b\"}\n".formatted("9".repeat(600)));
    field("collection").fill("refusing");
    field("idField").selectOption("id");
    button("载入").click();
    assertThat(page.locator(".problems li"))
        .hasText("第 1 行：id must have 1 to 512 characters, had 600");
  }

  @Test
  void everyType() {
    page.route("**/duplicates?*", asked::add);
    open("find?collection=refusing&text=a+b");
    for (Fault fault : Fault.values()) {
      answer(fault);
      assertThat(alert().locator("p[lang=en]")).hasText("caller has this fault");
      assertThat(alert().locator("strong[lang=en]")).hasText(fault.title());
      button("查找").click();
    }
  }

  /// Refuses the lookup that the page waits for, once the refusal before it is no longer shown.
  private void answer(Fault fault) {
    page.waitForCondition(() -> !asked.isEmpty());
    assertThat(alert()).hasCount(0);
    asked
        .remove()
        .fulfill(
            new Route.FulfillOptions()
                .setStatus(fault.status())
                .setContentType("application/problem+json")
                .setBody(
                    """
                    {"type":"urn:neardup:problem:%s","title":"%s","status":%d,"detail":"caller has this fault"}
                    """
                        .formatted(fault.type(), fault.title(), fault.status())));
  }
}
