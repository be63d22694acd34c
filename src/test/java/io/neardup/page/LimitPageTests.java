package io.neardup.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A match that the service verified by its features, at a distance beyond the one that decides
/// where there are no features. No view shows it as beyond the limit.
class LimitPageTests extends PageTest {

  private static final int WORDS = 120;
  private static final Pattern LIMIT = Pattern.compile("limit \\d+(\\.\\d)?%.*");

  private int distance;

  /// Stores `a`, a match `b` of it that is farther than `maxDistance`, and `c`, which is no match.
  @BeforeEach
  void store() {
    create("limits", "{\"storeText\":true}");
    put("a", text(0, 0));
    for (int seed = 1; distance == 0 && seed < 1_000; seed++) {
      put("b", text(seed, 16 + seed % 10));
      JsonNode found = service.get("/duplicates?collection=limits&id=a").require(200).json();
      int bits = found.at("/matches/0/distance").asInt();
      distance = bits > found.get("maxDistance").asInt() ? bits : 0;
    }
    org.assertj.core.api.Assertions.assertThat(distance).isPositive();
    put("c", text(5_000, 60));
  }

  private void put(String id, String text) {
    service
        .put("/documents/" + id + "?collection=limits", "{\"text\":\"" + text + "\"}")
        .require(200, 201);
  }

  /// Some words, of which the last ones are others.
  private static String text(int seed, int others) {
    Random common = new Random(7);
    Random own = new Random(seed);
    return IntStream.range(0, WORDS)
        .mapToObj(i -> {
          int word = common.nextInt(100_000);
          return "w" + (i < WORDS - others ? word : own.nextInt(100_000));
        })
        .collect(Collectors.joining(" "));
  }

  private void isWithin(Locator card) {
    assertThat(card).containsText(distance + " ");
    assertThat(card.locator(".scale-mark")).hasClass(Pattern.compile(".*near.*"));
    assertThat(card.locator(".scale-labels")).hasText(LIMIT);
    double mark = card.locator(".scale-mark").boundingBox().x;
    double width = card.locator(".scale-mark").boundingBox().width;
    double end =
        card.locator(".scale-far").boundingBox().x + card.locator(".scale-far").boundingBox().width;
    org.assertj.core.api.Assertions.assertThat(end)
        .isLessThanOrEqualTo(
            card.locator(".scale-bar").boundingBox().x
                + card.locator(".scale-bar").boundingBox().width
                + 1);
    org.assertj.core.api.Assertions.assertThat(mark + width / 2)
        .isLessThanOrEqualTo(card.locator(".scale-limit").boundingBox().x + 2);
  }

  @Test
  void lookupsAndDocumentsShowTheLimitOfSimilarity() {
    open("find?collection=limits&id=a");
    assertThat(page.getByRole(com.microsoft.playwright.options.AriaRole.STATUS))
        .hasText(Pattern.compile("In “limits”: 1 document, .* Limit: at least .*% in common\\."));
    isWithin(page.locator(".match"));
    audit("find-limit");
    open("find?collection=limits&id=a&maxDistance=" + distance); // the distance decides
    assertThat(page.getByRole(com.microsoft.playwright.options.AriaRole.STATUS))
        .hasText(
            "In “limits”: 1 document, most similar first. Limit: up to " + distance + " bits.");
    assertThat(page.locator(".match .scale-labels")).containsText("limit " + distance);
  }

  @Test
  void comparisonsShowTheLimitThatDecides() {
    open("compare?aId=a&bId=b&collection=limits");
    assertThat(page.locator(".verdict strong")).containsText("A copy");
    isWithin(page.locator(".verdict"));
    unfold();
    field("limit").fill("10");
    assertThat(page.locator(".verdict strong")).containsText("Not a copy");
    assertThat(page.locator(".verdict")).containsText("Limit: up to 10 bits.");
    button("Usual limit").click();
    isWithin(page.locator(".verdict"));
    audit("compare-limit");
  }

  @Test
  void groupsDoNotMarkIt() {
    open("load?collection=limits&kind=groups&survivor=first");
    button("Find groups").click();
    assertThat(page.locator(".group")).containsText("Group 1: 2 documents");
    assertThat(page.locator(".member.beyond")).hasCount(0);
    assertThat(page.locator(".member").last()).containsText(distance + " bits");
    page.locator(".group input[value=b]").check();
    assertThat(page.locator(".member").first()).containsText("Compare");
    assertThat(page.locator(".member.beyond")).hasCount(0);
    audit("groups-limit");
  }

  /// The start counts what lookups find.
  @Test
  void theStartCountsCopiesByTheSameLimit() {
    open("start?collection=limits");
    assertThat(page.locator(".tiles dd")).hasText(new String[] {"3", "2", "0"});
  }
}
