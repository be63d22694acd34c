package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// `PATCH` of documents is a JSON merge patch (RFC 7396).
@HttpTest
class MergePatchTests {

  private static final String PATH = "/documents/merged";
  private static final String MERGE_PATCH = "application/merge-patch+json";

  @Autowired private RunningService service;

  @AfterEach
  void deleteDocument() {
    service.delete(PATH);
  }

  /// The examples of RFC 7396, appendix A, whose documents are objects.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":\"b\"}                 | {\"a\":\"c\"}                | {\"a\":\"c\"}",
        "{\"a\":\"b\"}                 | {\"b\":\"c\"}                | {\"a\":\"b\",\"b\":\"c\"}",
        "{\"a\":\"b\"}                 | {\"a\":null}                 | {}",
        "{\"a\":\"b\",\"b\":\"c\"}     | {\"a\":null}                 | {\"b\":\"c\"}",
        "{\"a\":[\"b\"]}               | {\"a\":\"c\"}                | {\"a\":\"c\"}",
        "{\"a\":\"c\"}                 | {\"a\":[\"b\"]}              | {\"a\":[\"b\"]}",
        "{\"a\":{\"b\":\"c\"}}         | {\"a\":{\"b\":\"d\",\"c\":null}} | {\"a\":{\"b\":\"d\"}}",
        "{\"a\":[{\"b\":\"c\"}]}       | {\"a\":[1]}                  | {\"a\":[1]}",
        "{\"e\":null}                  | {\"a\":1}                    | {\"e\":null,\"a\":1}",
        "{\"a\":\"foo\"}               | {\"a\":{\"bb\":{\"ccc\":null}}} | {\"a\":{\"bb\":{}}}",
        "{\"n\":1.10,\"m\":1e2}        | {\"k\":2.50}                 |"
            + " {\"n\":1.10,\"m\":1e2,\"k\":2.50}"
      })
  void metadataAreMerged(String present, String patch, String merged) {
    store(", \"metadata\": " + present);
    String before = service.get(PATH).json().get("metadata").toString();
    JsonNode answer = patch(MERGE_PATCH, "{\"metadata\": " + patch + "}").require(200).json();
    store("again", ", \"metadata\": " + merged);
    JsonNode expected = service.get("/documents/again").json().get("metadata");
    service.delete("/documents/again");
    assertThat(answer.get("metadata").toString()).isEqualTo(expected.toString());
    assertThat(service.get(PATH).json().get("metadata")).isEqualTo(answer.get("metadata"));
    assertThat(before).isNotEqualTo(answer.get("metadata").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {RunningService.JSON, MERGE_PATCH})
  void nullRemovesWhatItNames(String type) {
    store(", \"metadata\": {\"a\": 1}, \"expiresAt\": \"2099-12-31T23:59:59Z\"");
    patch(type, "{\"enabled\": false, \"allowed\": true}").require(200);
    JsonNode one = patch(type, "{\"enabled\": null}").require(200).json();
    assertThat(one.has("enabled")).isFalse();
    assertThat(one.get("allowed").asBoolean()).isTrue();
    JsonNode all =
        patch(type, "{\"allowed\": null, \"metadata\": null, \"expiresAt\": null}")
            .require(200)
            .json();
    assertThat(all.has("allowed")).isFalse();
    assertThat(all.has("metadata")).isFalse();
    assertThat(all.has("expiresAt")).isFalse();
  }

  @Test
  void aPatchOfNoObjectIsRefused() {
    store("");
    for (String field : new String[] {"enabled", "allowed", "metadata"}) {
      patch(MERGE_PATCH, "{\"" + field + "\": \"x\"}").requireProblem(400, field);
    }
    patch(MERGE_PATCH, "{}").requireProblem(400, "body");
  }

  @Test
  void mergedMetadataHaveTheSameLimit() {
    String half = "x".repeat(40_000);
    store(", \"metadata\": {\"a\": \"" + half + "\"}");
    String patch = "{\"metadata\": {\"b\": \"" + half + "\"}}";
    patch(MERGE_PATCH, patch).requireProblem(413, "metadata");
    patch(MERGE_PATCH, "{\"metadata\": {\"a\": null, \"b\": \"" + half + "\"}}").require(200);
  }

  @Test
  void ofConcurrentPatchesNoneIsLost() {
    store(", \"metadata\": {}");
    IntStream.range(0, 20)
        .parallel()
        .forEach(i -> patch(MERGE_PATCH, "{\"metadata\": {\"k" + i + "\": 1}}").require(200));
    assertThat(service.get(PATH).json().get("metadata")).hasSize(20);
  }

  @Test
  void aConditionHoldsForTheMergedDocument() {
    String tag = store("").header("ETag");
    Map<String, String> headers = Map.of("Content-Type", MERGE_PATCH, "If-Match", tag);
    service.send("PATCH", PATH, headers, "{\"metadata\": {\"a\": 1}}").require(200);
    service
        .send("PATCH", PATH, headers, "{\"metadata\": {\"a\": 2}}")
        .requireProblem("412 precondition-failed", "If-Match");
  }

  @Test
  void manyDocumentsAreMerged() {
    store(", \"metadata\": {\"of\": \"merge\", \"a\": 1, \"b\": 2}");
    Map<String, String> type = Map.of("Content-Type", MERGE_PATCH);
    String patch = "{\"metadata\": {\"a\": null, \"c\": 3}}";
    for (int changed : new int[] {1, 0}) {
      Answer answer = service.send("PATCH", "/documents?filter=of:merge", type, patch);
      assertThat(answer.lines().getLast().get("changed").asInt()).isEqualTo(changed);
    }
    assertThat(service.get(PATH).json().get("metadata").toString())
        .isEqualTo("{\"of\":\"merge\",\"b\":2,\"c\":3}");
  }

  private Answer store(String more) {
    return store("merged", more);
  }

  private Answer store(String id, String more) {
    return service
        .put("/documents/" + id, "{\"text\": \"" + Texts.of(77) + "\"" + more + "}")
        .require(201);
  }

  private Answer patch(String type, String body) {
    return service.send("PATCH", PATH, Map.of("Content-Type", type), body);
  }
}
