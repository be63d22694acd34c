package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Calls that select documents by their metadata: changes and deletions of many documents, lists,
/// pairs, groups and changes.
@HttpTest
class FilterTests {

  private static final int DOCUMENTS = 1_200;

  /// The collection of one test, so that its changes do not depend on the order of tests.
  private static final String CHANGED = "filtered-changes";

  @Autowired private RunningService service;

  @BeforeEach
  void makeCollection() {
    service.put("/collections/filters", "{\"storeText\":true}");
  }

  @AfterEach
  void dropCollection() {
    service.delete("/collections/filters");
  }

  @Test
  void filterSelectsDocumentsToChange() {
    fill();
    JsonNode dry = last(patch("filter=even:true&dryRun=true", "{\"allowed\":true}"));
    assertThat(dry).hasToString("{\"matched\":600,\"changed\":0,\"dryRun\":true,\"done\":true}");
    assertThat(document("0000").has("allowed")).isFalse();
    JsonNode changed = last(patch("filter=even:true", "{\"allowed\":true}"));
    assertThat(changed).hasToString("{\"matched\":600,\"changed\":600,\"done\":true}");
    for (int i = 0; i < DOCUMENTS; i += 97) {
      JsonNode document = document("%04d".formatted(i));
      assertThat(document.path("allowed").asBoolean(false)).as("%d", i).isEqualTo(i % 2 == 0);
      assertThat(document.get("version").asInt()).isEqualTo(i % 2 == 0 ? 2 : 1);
      assertThat(document.get("text").asString()).isEqualTo(text(i));
    }
    JsonNode again = last(patch("filter=even:true", "{\"allowed\":true}"));
    assertThat(again)
        .as("nothing left to change")
        .hasToString("{\"matched\":600,\"changed\":0,\"done\":true}");
    assertThat(document("0000").get("version").asInt()).isEqualTo(2);
    assertThat(last(patch("filter=third:0&filter=even:false", "{\"enabled\":false}")))
        .hasToString("{\"matched\":200,\"changed\":200,\"done\":true}");
  }

  /// `dryRun` without a value must not delete.
  @ParameterizedTest
  @ValueSource(strings = {"dryRun", "dryRun="})
  void aSwitchNeedsAValue(String dryRun) {
    fill();
    String target = "/documents?collection=filters&filter=even:true&" + dryRun;
    assertThat(service.delete(target).require(400).body())
        .contains("\"dryRun\"", "must be true or false, was ''");
    assertThat(listed("filter=even:true")).hasSize(600);
    assertThat(service.get("/duplicates?text=a&maxDistance=").require(400).body())
        .contains("\"maxDistance\"", "was ''");
  }

  @Test
  void listsSelectDocumentsByIdAndVerdict() {
    fill();
    patch("filter=third:0&filter=even:false", "{\"enabled\":false}");
    assertThat(listed("prefix=012&texts=true"))
        .hasSize(10)
        .allSatisfy(each -> assertThat(each.get("id").asString()).startsWith("012"))
        .first()
        .satisfies(each -> assertThat(each.get("text").asString()).isEqualTo(text(120)));
    assertThat(listed("prefix=012")).allSatisfy(each -> assertThat(each.has("text")).isFalse());
    assertThat(listed("enabled=false")).hasSize(200);
    assertThat(listed("enabled=true&filter=even:false")).hasSize(400);
    assertThat(listed("allowed=true")).isEmpty();
    assertThat(listed("enabled=false&prefix=0003&allowed=false")).hasSize(1);
    assertThat(service.get("/documents?collection=filters&enabled=perhaps").require(400).body())
        .contains("enabled");
  }

  private List<JsonNode> listed(String query) {
    return service
        .get("/documents?collection=filters&limit=1000&" + query)
        .json()
        .get("documents")
        .valueStream()
        .toList();
  }

  @Test
  void filterSelectsDocumentsToRemove() {
    fill();
    assertThat(last(delete("filter=even:true&dryRun=true")))
        .hasToString("{\"matched\":600,\"removed\":0,\"dryRun\":true,\"done\":true}");
    assertThat(count()).isEqualTo(DOCUMENTS);
    assertThat(last(delete("filter=even:true")))
        .hasToString("{\"matched\":600,\"removed\":600,\"done\":true}");
    assertThat(count()).isEqualTo(600);
    service.get("/documents/0002?collection=filters").require(404);
    service.get("/documents/0003?collection=filters").require(200);
    assertThat(last(delete("filter=even:true")))
        .hasToString("{\"matched\":0,\"removed\":0,\"done\":true}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE | collection=filters | filter",
        "PATCH | collection=filters | filter",
        "DELETE | collection=filters&filter=nothing | filter",
        "DELETE | collection=filters&filter=a:b&dryRun=perhaps | dryRun",
        "DELETE | collection=filters&filter=a:b&ids=a | ids",
      })
  void invalidFiltersAreRefused(String method, String query, String field) {
    fill();
    String body = method.equals("PATCH") ? "{\"allowed\":true}" : "";
    Answer refused =
        service.send(
            method, "/documents?" + query, Map.of("Content-Type", RunningService.JSON), body);
    refused.requireProblem(400, field);
    assertThat(count()).isEqualTo(DOCUMENTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"lang:en\"             | 200",
        "[\"lang:en\"]           | 200",
        "[\"lang:en\", \"page:7\"] | 200",
        "7                         | 400",
        "true                      | 400",
        "{\"lang\":\"en\"}     | 400",
        "[7]                       | 400",
        "[[\"lang:en\"]]         | 400",
        "[null]                    | 400",
        "\"lang\"                | 400"
      })
  void aFilterInABodyIsAStringOrAList(String filter, int status) {
    String body = "{\"text\":\"one two\",\"filter\":%s}";
    Answer answer = service.post("/duplicates?collection=filters", body.formatted(filter));
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    if (status == 400) {
      assertThat(answer.text("/errors/0/field")).startsWith("filter");
      assertThat(answer.text("/errors/0/message")).contains("such as").contains("lang:en");
    }
  }

  @Test
  void filterSelectsListedDocuments() {
    fill();
    for (int limit : List.of(1, 7, 200, 1_000)) {
      List<String> listed = new ArrayList<>();
      String after = "";
      do {
        JsonNode page =
            service
                .get(
                    "/documents?collection=filters&filter=third:1&filter=even:true&limit="
                        + limit
                        + "&after="
                        + after)
                .json();
        assertThat(page.get("documents").size()).isLessThanOrEqualTo(limit);
        page.get("documents").forEach(document -> listed.add(document.get("id").asString()));
        after = page.path("next").asString("");
      } while (limit > 1 && !after.isEmpty());
      List<String> expected = new ArrayList<>();
      for (int i = 4; i < DOCUMENTS; i += 6) {
        expected.add("%04d".formatted(i));
      }
      assertThat(listed).isEqualTo(limit == 1 ? List.of("0004") : expected);
    }
  }

  @Test
  void filterSelectsDocumentsOfPairsAndGroups() {
    for (String id : List.of("en-1", "en-2", "de-1", "de-2", "de-3")) {
      service.put(
          "/documents/" + id + "?collection=filters",
          "{\"text\":\"%s\",\"metadata\":{\"lang\":\"%s\"}}"
              .formatted(Texts.of(1), id.substring(0, 2)));
    }
    for (String call : List.of("/pairs", "/groups")) {
      Set<String> named = new TreeSet<>();
      Answer answer = service.get(call + "?collection=filters&filter=lang:de");
      for (String id : List.of("en-1", "en-2", "de-1", "de-2", "de-3")) {
        if (answer.body().contains("\"" + id + "\"")) {
          named.add(id);
        }
      }
      assertThat(named).as(call).containsExactly("de-1", "de-2", "de-3");
      assertThat(answer.body()).contains("\"documents\":3");
    }
  }

  @Test
  void filterSelectsChanges() {
    service.put("/collections/" + CHANGED, "{}");
    put("a", "en");
    put("b", "de");
    List<JsonNode> first = follow("");
    assertThat(changes(first)).containsExactly("put a");
    String cursor = first.getLast().get("cursor").asString();
    put("a", "de");
    put("b", "de");
    put("c", "en");
    service.delete("/documents/c?collection=" + CHANGED);
    put("d", "en");
    assertThat(changes(follow("&after=" + cursor)))
        .as("documents that do not pass may have passed before")
        .containsExactly("delete a", "delete b", "delete c", "put d");
    service.delete("/collections/" + CHANGED);
  }

  /// All pages; other tests may have left any number of documents in other collections.
  private List<JsonNode> follow(String after) {
    List<JsonNode> lines = new ArrayList<>();
    String from = after;
    do {
      lines.addAll(service.get("/changes?limit=10000&filter=lang:en" + from).lines());
      from = "&after=" + lines.getLast().get("cursor").asString();
    } while (lines.getLast().get("truncated").asBoolean());
    return lines;
  }

  /// The changes of the collection, which no other test uses.
  private static List<String> changes(List<JsonNode> lines) {
    return lines.stream()
        .filter(line -> line.path("collection").asString("").equals(CHANGED))
        .filter(line -> line.has("id"))
        .map(line -> line.get("change").asString() + " " + line.get("id").asString())
        .toList();
  }

  private void put(String id, String lang) {
    service.put(
        "/documents/" + id + "?collection=" + CHANGED,
        "{\"text\":\"%s\",\"metadata\":{\"lang\":\"%s\"}}".formatted(Texts.of(1), lang));
  }

  private void fill() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      lines.append(
          "{\"id\":\"%04d\",\"text\":\"%s\",\"metadata\":{\"even\":%b,\"third\":%d}}\n"
              .formatted(i, text(i), i % 2 == 0, i % 3));
    }
    service.postLines("/documents?collection=filters&limit=0", lines.toString());
    assertThat(count()).isEqualTo(DOCUMENTS);
  }

  private static String text(int i) {
    return "document number " + i;
  }

  private long count() {
    return service.get("/collections/filters").json().get("documents").asLong();
  }

  private JsonNode document(String id) {
    return service.get("/documents/" + id + "?collection=filters").json();
  }

  private Answer patch(String query, String change) {
    return service.patch("/documents?collection=filters&" + query, change);
  }

  private Answer delete(String query) {
    return service.delete("/documents?collection=filters&" + query);
  }

  private static JsonNode last(Answer answer) {
    answer.require(200);
    assertThat(answer.header("Content-Type")).isEqualTo(RunningService.NDJSON);
    return answer.lines().getLast();
  }
}
