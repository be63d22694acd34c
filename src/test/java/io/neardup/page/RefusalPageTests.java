package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.neardup.service.RequestException.Fault;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the service refuses, in Chinese: what is wrong and what to do are translated as well.
class RefusalPageTests extends PageTest {

  /// Neighbouring words in Latin letters.
  private static final Pattern ENGLISH = Pattern.compile("[A-Za-z]{2,},? [A-Za-z]{2,}");

  /// Refusals of requests that the page does not send.
  private static final Set<Fault> OF_OTHER_CLIENTS =
      EnumSet.of(
          Fault.MALFORMED_JSON,
          Fault.METHOD_NOT_ALLOWED,
          Fault.NOT_ACCEPTABLE,
          Fault.URI_TOO_LONG,
          Fault.UNSUPPORTED_MEDIA_TYPE,
          Fault.UNUSABLE_FINGERPRINT,
          Fault.UNSUPPORTED_HTTP);

  /// Refusals that differ by the field.
  private static final Set<Fault> OF_FIELDS =
      EnumSet.of(Fault.INVALID, Fault.NOT_FOUND, Fault.TOO_LARGE);

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

  private void refuses(String what) {
    refuses(alert(), what);
  }

  private void refuses(Locator alert, String what) {
    assertThat(alert).containsText(what);
    assertThat(alert).not().containsText(ENGLISH);
    assertThat(alert.locator("[lang]")).hasCount(0);
  }

  /// Opens a view, and expects a refusal.
  private void refuses(String state, String what) {
    open(state);
    refuses(what);
  }

  @Test
  void lookups() {
    refuses("find?collection=refusing&text=a+b&maxDistance=300", "最大距离：须为 0 至 256 位。");
    refuses("find?collection=refusing&id=none", "ID：没有此 ID 的文档或任务");
    refuses("find?collection=none&text=a+b", "没有集合“none”：它已被删除。");
    refuses("compare?a=a&b=b&profile=none", "方案：没有此方案");
    refuses("compare?a=a&b=b&profile=simhash-256-v1&limit=300", "最大距离：须为 0 至 256 位。");
    refuses("compare?a=%C3%A9&b=b&profile=mt19937-char-32", "文本：含有所选方案不支持的字符");
    refuses("compare?aId=none&b=b&collection=refusing", "ID：没有此 ID 的文档");
    refuses("load?collection=refusing&job=none", "ID：没有此 ID 的文档或任务");
  }

  @Test
  void settings() {
    open("documents?collection=refusing");
    button("集合的设置与新建").click();
    Locator form = page.locator(".settings-form").first();
    form.locator("[name=maxDistance]").fill("400");
    form.getByRole(AriaRole.BUTTON).click();
    refuses("最大距离：须为 0 至 256 位。");
    form.locator("[name=maxDistance]").fill("");
    form.locator("[name=ttlSeconds]").fill("99999999999999");
    form.getByRole(AriaRole.BUTTON).click();
    refuses("过期秒数：须为 1 至 ");
    form.locator("[name=ttlSeconds]").fill("");
    form.locator("[name=storeText]").uncheck();
    form.locator("[name=passages]").check();
    form.getByRole(AriaRole.BUTTON).click();
    refuses("引用查找：仅在存储原文时可用");
  }

  @Test
  void jobs() {
    open("calibrate?collection=refusing");
    field("from").selectOption("judgements");
    button("评估").click();
    refuses("判断：两类判断至少各需一对");
    field("from").selectOption("documents");
    button("评估").click();
    refuses("原文：可用的原文太少或太短");
    service
        .put("/documents/two?collection=refusing", "{\"text\":\"a b c d e f g\"}")
        .require(200, 201);
    open("load?collection=refusing");
    button("试行").click();
    assertThat(button("停用这 1 个文档")).isVisible();
    service.delete("/collections/refusing").require(204);
    create("refusing", "{}");
    button("停用这 1 个文档").click();
    // What is read while there is no collection may be refused as well.
    refuses(alert().filter(new Locator.FilterOptions().setHasText("ID")), "ID：该任务目前不允许此操作");
  }

  @Test
  void recordsOfAFile() {
    open("load?collection=refusing");
    String lines =
        "{\"id\":\"%s\",\"text\":\"a b\"}\n{\"id\":\"half\",\"text\":\"a\",\"of\":\"\\ud800\"}\n"
            .formatted("9".repeat(600));
    choose("file", "bad.ndjson", lines);
    field("collection").fill("refusing");
    field("idField").selectOption("id");
    button("载入").click();
    assertThat(page.locator(".problems li"))
        .hasText(
            new String[] {
              "第 1 行：ID：须为 1 至 512 个字符，不含控制字符，且不能是“.”或“..”。", "第 2 行：元数据：须为不含不完整字符的 JSON 对象。"
            });
  }

  /// Refusals that a test cannot cause, and those of other clients, which stay in English.
  @Test
  void everyType() {
    page.route("**/duplicates?*", asked::add);
    open("find?collection=refusing&text=a+b");
    for (Fault fault : EnumSet.complementOf(EnumSet.copyOf(OF_FIELDS))) {
      answer(fault, fault == Fault.CONFLICT ? "" : "caller", "");
      if (OF_OTHER_CLIENTS.contains(fault)) {
        assertThat(alert().locator("[lang=en]")).hasText("caller has this fault");
        assertThat(alert().locator("strong")).not().containsText(ENGLISH);
      } else {
        refuses("。");
      }
      button("查找").click();
    }
    answer(Fault.TOO_LARGE, "text", ",\"least\":0,\"most\":5000000");
    refuses("文本：最多 5000000 个字符。");
    for (String field : Set.of("body", "by", "collection", "results", "id")) {
      button("查找").click();
      answer(Fault.TOO_LARGE, field, "");
      refuses("。");
    }
  }

  /// Refuses the lookup that the page waits for, once the refusal before it is no longer shown.
  private void answer(Fault fault, String field, String range) {
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
                    {"type":"urn:neardup:problem:%s","title":"%s","status":%d,
                     "detail":"%s has this fault","errors":[%s]}
                    """
                        .formatted(
                            fault.type(),
                            fault.title(),
                            fault.status(),
                            field,
                            field.isEmpty()
                                ? ""
                                : "{\"field\":\"%s\",\"message\":\"has this fault\"%s}"
                                    .formatted(field, range))));
  }
}
