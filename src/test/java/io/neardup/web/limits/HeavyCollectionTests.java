package io.neardup.web.limits;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService.Answer;
import io.neardup.ServiceProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Work on a collection whose documents together exceed the heap. After an OutOfMemoryError the
/// process would have exited.
@Tag("nightly")
@Timeout(900)
class HeavyCollectionTests {

  private static final int DOCUMENTS = 2_600;
  private static final int REJECTED = 1_700; // by a filter, and first in the order of ids
  private static final String FINGERPRINT = "0123456789abcdef".repeat(4);

  @TempDir private static Path folder;
  @AutoClose private static ServiceProcess service;

  /// Equal documents with almost as much metadata as they may have.
  @BeforeAll
  static void start() throws Exception {
    service = ServiceProcess.start(folder, List.of("-Xmx128m", "-XX:+ExitOnOutOfMemoryError"));
    service.http().put("/collections/heavy", "{}").require(201);
    String padding = "x".repeat(60_000);
    int batch = 200;
    for (int from = 0; from < DOCUMENTS; from += batch) {
      StringBuilder lines = new StringBuilder();
      for (int i = from; i < from + batch; i++) {
        lines.append(
            "{\"id\":\"d-%04d\",\"fingerprint\":\"%s\",\"metadata\":{\"lang\":\"%s\",\"x\":\"%s\"}}\n"
                .formatted(i, FINGERPRINT, i < REJECTED ? "de" : "en", padding));
      }
      service.http().postLines("/documents?limit=0&collection=heavy", lines.toString());
    }
    assertThat(service.http().get("/collections/heavy").number("/documents")).isEqualTo(DOCUMENTS);
  }

  @Test
  void lookupsReadFewOfTheDocumentsThatPassTheFilter() {
    Answer answer =
        service
            .http()
            .get("/duplicates?collection=heavy&filter=lang:en&fingerprint=" + FINGERPRINT)
            .require(200);
    assertThat(answer.json().get("matches")).hasSize(10);
    assertThat(answer.text("/matches/0/id")).isEqualTo("d-" + REJECTED);
    assertThat(answer.json().get("truncated").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/pairs?collection=heavy",
        "/groups?collection=heavy",
        "/groups?collection=heavy&by=components&survivor=longest",
        "/collections/heavy/samples?minDistance=0",
      })
  void wholeCollectionsAreRead(String target) {
    service.http().get(target).require(200, 503); // 503 after neardup.limits.deadline
    assertThatItAnswers();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"pairs\"}",
        "{\"kind\":\"groups\"}",
        "{\"kind\":\"dedupe\"}",
        "{\"kind\":\"evaluate\"}",
      })
  void jobsRun(String job) {
    JsonNode ended = run("heavy", job);
    assertThat(ended.get("state").asString())
        .as(ended.toString())
        .isEqualTo(job.contains("evaluate") ? "failed" : "done"); // no text is stored
    assertThatItAnswers();
  }

  @Test
  void removedTextsAreRestored() {
    service.http().put("/collections/long", "{\"storeText\":true}").require(201);
    String text = "word" + " ".repeat(2_500_000);
    int count = 55;
    for (int i = 0; i < count; i++) {
      service
          .http()
          .put(
              "/documents/d-%d?collection=long".formatted(i),
              "{\"limit\":0,\"text\":\"" + text + "\"}")
          .require(201);
    }
    JsonNode removed = run("long", "{\"kind\":\"dedupe\",\"action\":\"remove\",\"dryRun\":false}");
    assertThat(removed.at("/counts/applied").asInt()).as(removed.toString()).isEqualTo(count - 1);
    String undo =
        service
            .http()
            .send("POST", "/jobs/" + removed.get("id").asString() + "/undo", Map.of(), "")
            .require(202)
            .text("/id");
    JsonNode restored = ended(undo);
    assertThat(restored.at("/counts/restored").asInt())
        .as(restored.toString())
        .isEqualTo(count - 1);
    assertThatItAnswers();
  }

  private static JsonNode run(String collection, String job) {
    return ended(
        service.http().post("/collections/" + collection + "/jobs", job).require(202).text("/id"));
  }

  private static JsonNode ended(String job) {
    return await()
        .until(
            () -> service.http().get("/jobs/" + job + "?wait=30").require(200).json(),
            status -> status.has("finishedAt"));
  }

  private static void assertThatItAnswers() {
    service.http().post("/fingerprint", "{\"text\":\"a\"}").require(200);
    assertThat(service.logged()).doesNotContain("OutOfMemoryError");
  }
}
