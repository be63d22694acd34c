package io.neardup.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The first steps of a user: stores a text, finds it with a text that differs only in case and
/// commas, stores many documents, deletes one.
///
/// @param service the one that is used; before and after the steps, no document with these ids is
///   stored
record Journey(RunningService service) {

  private static final String TEXT =
      "Tell the crews on the northern line that the night train will leave half an hour late today";
  private static final String NEAR_TEXT =
      "tell the crews, on the northern line, that the night train will leave half an hour late"
          + " TODAY!";

  /// Runs all steps.
  void walk() {
    storeOne();
    findIt();
    storeMany();
    removeAll();
  }

  private void storeOne() {
    Answer stored =
        service
            .put(
                "/documents/night-train",
                "{\"text\": \"%s\", \"metadata\": {\"source\": \"board\"}}".formatted(TEXT))
            .require(201);
    assertThat(stored.text("/id")).isEqualTo("night-train");
    assertThat(stored.text("/outcome")).isEqualTo("added");
    assertThat(stored.json().at("/matches")).isEmpty();
  }

  private void findIt() {
    JsonNode found = lookup();
    assertThat(found.at("/truncated").asBoolean(true)).isFalse();
    assertThat(found.at("/matches")).hasSize(1);
    JsonNode match = found.at("/matches/0");
    assertThat(match.at("/id").asString()).isEqualTo("night-train");
    assertThat(match.at("/distance").asInt(-1)).isZero();
    assertThat(match.at("/metadata/source").asString()).isEqualTo("board");
  }

  private void storeMany() {
    Answer answer =
        service
            .postLines(
                "/documents",
                """
                {"id": "night-train-copy", "text": "%s"}
                {"id": "unfinished"
                {"id": "recipe", "text": "Beat four eggs with sugar, fold in the flour, bake until brown"}
                """
                    .formatted(NEAR_TEXT))
            .require(200);
    List<JsonNode> lines = answer.lines();
    assertThat(lines).as(answer.body()).hasSize(3);
    assertThat(lines).extracting(line -> line.at("/line").asInt()).containsExactly(1, 2, 3);
    assertThat(lines.get(0).at("/outcome").asString()).isEqualTo("added");
    assertThat(lines.get(0).at("/matches/0/id").asString()).isEqualTo("night-train");
    assertThat(lines.get(1).has("problem")).as(answer.body()).isTrue();
    assertThat(lines.get(2).at("/outcome").asString()).isEqualTo("added");
    assertThat(lines.get(2).at("/matches")).isEmpty();
  }

  private void removeAll() {
    for (String id : List.of("night-train", "night-train-copy", "recipe")) {
      service.delete("/documents/" + id).require(204);
    }
    assertThat(lookup().at("/matches")).isEmpty();
  }

  private JsonNode lookup() {
    String text = URLEncoder.encode(NEAR_TEXT, StandardCharsets.UTF_8);
    return service.get("/duplicates?text=" + text).require(200).json();
  }
}
