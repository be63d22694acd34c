package io.neardup.web.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// What two texts quote from each other.
@HttpTest
class ComparePassagesTests {

  private static final String QUOTED =
      "it was the best of times, it was the worst of times, it was the age of wisdom, it was the age"
          + " of foolishness";

  @Autowired private RunningService service;

  @Test
  void placesAreThoseOfTheTextsAsTheyWereSent() {
    String a = "Ｈe began: “" + QUOTED + "” – and stopped.";
    String b = "A Tale of Two Cities: " + QUOTED.replace("worst", "WORST") + ".";
    JsonNode passages = passages("{\"text\":\"" + a + "\"}", "{\"text\":\"" + b + "\"}");
    assertThat(passages.get("count").asInt()).isEqualTo(1);
    assertThat(passages.get("truncated").asBoolean()).isFalse();
    JsonNode passage = passages.get("passages").get(0);
    assertThat(slice(a, passage.get("a"))).isEqualTo(QUOTED);
    assertThat(slice(b, passage.get("b"))).isEqualToIgnoringCase(QUOTED);
    assertThat(passage.get("words").asInt()).isEqualTo(24);
    assertThat(passages.at("/a/share").asDouble()).isEqualTo(24.0 / 28);
    assertThat(passages.at("/b/shared").asInt()).isEqualTo(24);
    assertThat(passages.get("longestRun").asInt()).isEqualTo(24);
    assertThat(passages.get("guaranteedWords").asInt()).isEqualTo(17);
  }

  @Test
  void editedWordsAreMarked() {
    String a = QUOTED;
    String b = QUOTED.replace("worst of", "very worst");
    JsonNode passage =
        passages("{\"text\":\"" + a + "\"}", "{\"text\":\"" + b + "\"}").get("passages").get(0);
    JsonNode gap = passage.get("gaps").get(0);
    assertThat(slice(a, gap.get("a"))).isEqualTo("worst of");
    assertThat(slice(b, gap.get("b"))).isEqualTo("very worst");
  }

  @Test
  void placesOfAPageAreInItsTextWhichIsReturned() {
    JsonNode passages =
        passages(
            "{\"html\":\"<p>He <b>said</b>: " + QUOTED + "</p>\"}",
            "{\"text\":\"" + QUOTED + "\"}");
    String page = passages.at("/a/text").asString();
    assertThat(slice(page, passages.get("passages").get(0).get("a"))).isEqualTo(QUOTED);
    assertThat(passages.get("b").has("text")).isFalse();
  }

  @Test
  void storedDocumentsAreComparedByTheirTexts() {
    service
        .put("/documents/quoting", "{\"text\":\"before it all " + QUOTED + " and after\"}")
        .require(200, 201);
    JsonNode passages = passages("{\"id\":\"quoting\"}", "{\"text\":\"" + QUOTED + "\"}");
    assertThat(passages.at("/b/share").asDouble()).isEqualTo(1);
  }

  @Test
  void withoutATextTheReasonIsNamed() {
    assertThat(passages("{\"tokens\":[\"a\"]}", "{\"text\":\"a\"}").toString())
        .isEqualTo(
            "{\"skipped\":\"tokens and features have no places in a text; give the text instead\"}");
    assertThat(
            passages("{\"fingerprint\":\"" + "0".repeat(64) + "\"}", "{\"text\":\"a\"}")
                .get("skipped")
                .asString())
        .startsWith("a is a fingerprint");
  }

  @Test
  void passagesAreFoundOnRequestAlone() {
    Answer answer = service.post("/compare", "{\"a\":{\"text\":\"x\"},\"b\":{\"text\":\"x\"}}");
    answer.require(200);
    assertThat(answer.json().has("passages")).isFalse();
  }

  /// Of 3,000 passages 1,000 are listed, and all are counted.
  @Test
  void aLongListIsCut() {
    StringBuilder a = new StringBuilder();
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      StringBuilder run = new StringBuilder();
      for (int word = 0; word < 17; word++) {
        run.append(' ').append('w').append(17 * i + word);
      }
      a.append(run).append(" a").append(i).append(" b").append(i).append(" c").append(i);
      b.append(run).append(" d").append(i).append(" e").append(i).append(" f").append(i);
    }
    JsonNode passages = passages("{\"text\":\"" + a + "\"}", "{\"text\":\"" + b + "\"}");
    assertThat(passages.get("count").asInt()).isEqualTo(3_000);
    assertThat(passages.get("passages")).hasSize(1_000);
    assertThat(passages.get("truncated").asBoolean()).isTrue();
    assertThat(passages.at("/a/shared").asInt()).isEqualTo(51_000);
  }

  private JsonNode passages(String a, String b) {
    Answer answer = service.post("/compare", "{\"a\":" + a + ",\"b\":" + b + ",\"passages\":true}");
    answer.require(200);
    return answer.json().get("passages");
  }

  private static String slice(String text, JsonNode range) {
    return text.substring(range.get("start").asInt(), range.get("end").asInt());
  }
}
