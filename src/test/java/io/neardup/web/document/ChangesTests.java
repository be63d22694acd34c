package io.neardup.web.document;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// A client that follows the changes has the same documents as the service.
@HttpTest
class ChangesTests {

  @Autowired private RunningService service;

  @Test
  void changesContainAllDocumentsAndLaterWrites() {
    service.put("/collections/followed", "{\"storeText\":true}");
    for (int i = 0; i < 30; i++) {
      put(i, "early");
    }
    Map<String, JsonNode> copy = new TreeMap<>();
    String cursor = follow(copy, "");
    assertThat(copy).hasSize(30);
    for (int i = 20; i < 40; i++) {
      put(i, "late");
    }
    for (int i = 0; i < 5; i++) {
      service.delete("/documents/" + i + "?collection=followed");
    }
    cursor = follow(copy, cursor);
    assertThat(copy).hasSize(35).doesNotContainKey("0").containsKey("39");
    JsonNode document = service.get("/documents/25?collection=followed").json();
    assertThat(copy.get("25")).isEqualTo(document);
    assertThat(document.get("text").asString()).isEqualTo("late");
    service.delete("/collections/followed");
    follow(copy, cursor);
    assertThat(copy).isEmpty();
  }

  @Test
  void changesWaitForWrites() throws Exception {
    service.put("/collections/awaited", "{}");
    String cursor = end(service.get("/changes?after=end")).get("cursor").asString();
    double before = Scrape.requestsInProgress(service);
    CompletableFuture<Answer> waiting =
        CompletableFuture.supplyAsync(() -> service.get("/changes?wait=60&after=" + cursor));
    await().until(() -> Scrape.requestsInProgress(service) > before);
    assertThat(waiting).isNotDone();
    service.put("/documents/awaited-1?collection=awaited", "{\"text\":\"a b c\"}");
    assertThat(waiting.get().lines().getFirst().get("id").asString()).isEqualTo("awaited-1");
    service.delete("/collections/awaited");
  }

  @ParameterizedTest
  @CsvSource({
    "after=nonsense, 400",
    "after=00000000-0-0, 410",
    "limit=0, 400",
    "wait=61, 400",
  })
  void invalidCursorsAreRefused(String query, int status) {
    assertThat(service.get("/changes?" + query).status()).isEqualTo(status);
  }

  private void put(int id, String text) {
    service.put("/documents/" + id + "?collection=followed", "{\"text\":\"" + text + "\"}");
  }

  /// Reads changes until there are no more.
  private String follow(Map<String, JsonNode> copy, String after) {
    String cursor = after;
    boolean more = true;
    while (more) {
      String from = cursor.isEmpty() ? "" : "&after=" + cursor;
      List<JsonNode> lines =
          new ArrayList<>(service.get("/changes?texts=true&limit=7" + from).lines());
      JsonNode end = lines.removeLast();
      for (JsonNode line : lines) {
        if (line.get("collection").asString().equals("followed")) {
          switch (line.get("change").asString()) {
            case "put" -> copy.put(line.get("id").asString(), line.get("document"));
            case "delete" -> copy.remove(line.get("id").asString());
            default -> copy.clear();
          }
        }
      }
      cursor = end.get("cursor").asString();
      more = end.get("truncated").asBoolean();
    }
    return cursor;
  }

  private static JsonNode end(Answer answer) {
    return answer.lines().getLast();
  }
}
