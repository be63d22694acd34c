package io.neardup.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Two texts are compared by their fingerprints, and by other measures on request.
@HttpTest
class CompareTests {

  private static final String SIDES =
      "\"a\":{\"text\":\"the cat sat\"},\"b\":{\"text\":\"the cat ran\"}";

  private static final String PAPER = ",\"profile\":\"paper-v1\"";

  @Autowired private RunningService service;

  @ParameterizedTest
  @CsvSource({
    "0000000000000001, 0000000000000001, 1",
    "00000000ffffffff, ffffffffffffffff, 0",
    "0000000000000000, ffffffffffffffff, -1",
    "00000000ffffffff, 000000000000ffff, 0.7071067811865476"
  })
  void theAngleIsAlwaysThere(String a, String b, double cosine) {
    JsonNode answer =
        compare(
            "\"a\":{\"fingerprint\":\"%s\"},\"b\":{\"fingerprint\":\"%s\"},\"measures\":[\"angle\"],"
                    .formatted(a, b)
                + "\"profile\":\"paper-v1\"");

    assertThat(answer.get("angleCosine").asDouble()).isEqualTo(cosine, within(1e-12));
    assertThat(answer.get("measures").get("angle").get("value").asDouble())
        .isEqualTo(cosine, within(1e-12));
  }

  @Test
  void theDistanceOfMinHashEstimatesTheJaccardSimilarityAndNoAngle() {
    JsonNode answer =
        compare(SIDES + ",\"profile\":\"minhash-256-v1\",\"measures\":[\"angle\",\"jaccard\"]");

    double expected = 1 - 2 * answer.get("distance").asDouble() / 256;
    assertThat(answer.get("jaccardEstimate").asDouble()).isEqualTo(expected, within(1e-12));
    assertThat(expected).isEqualTo(1.0 / 3, within(0.25));
    assertThat(answer.has("angleCosine")).isFalse();
    assertThat(answer.get("measures").get("angle").has("value")).isFalse();
    assertThat(answer.get("measures").get("angle").get("skipped").asString()).contains("MinHash");
    assertThat(answer.get("measures").get("jaccard").get("value").asDouble()).isEqualTo(1.0 / 3);
    assertThat(compare(SIDES + ",\"profile\":\"wide-v1\"").has("jaccardEstimate")).isFalse();
  }

  @Test
  void moreThanHalfOfTheBitsOfMinHashMeanNoSimilarity() {
    JsonNode answer =
        compare(
            "\"a\":{\"fingerprint\":\"%s\"},\"b\":{\"fingerprint\":\"%s\"},\"profile\":\"minhash-256-v1\",\"measures\":\"angle\""
                .formatted("f".repeat(64), "1".repeat(64)));

    assertThat(answer.get("jaccardEstimate").asDouble()).isZero();
    assertThat(answer.get("measures").get("angle").has("skipped")).isTrue();
  }

  @Test
  void explainsWhoDecidedTheBitsOfMinHash() {
    JsonNode explanation =
        compare(SIDES + ",\"profile\":\"minhash-512-v1\",\"explain\":true").get("explanation");

    assertThat(names(explanation))
        .containsExactly("a", "b", "deciders", "differingBits", "onlyInA", "onlyInB", "shared");
    assertThat(names(explanation.get("a")))
        .containsExactly("deciders", "features", "fingerprint", "more");
    assertThat(names(explanation.get("differingBits").get(0)))
        .containsExactly("bit", "deciderA", "deciderB");
    assertThat(names(explanation.get("a").get("features").get(0)))
        .containsExactly("count", "decidedBits", "feature", "hash", "weight");
    assertThat(explanation.get("deciders").get("features").toString())
        .contains("\"cat sat\"", "\"cat ran\"");
  }

  @Test
  void onlyTheMeasuresThatWereAskedForAreTaken() {
    assertThat(compare(SIDES).has("measures")).isFalse();
    assertThat(compare(SIDES + ",\"measures\":[]").has("measures")).isFalse();
    assertThat(compare(SIDES + ",\"measures\":null").has("measures")).isFalse();
    JsonNode measures =
        compare(SIDES + PAPER + ",\"measures\":[\"jaccard\",\"editDistance\",\"jaccard\"]")
            .get("measures");

    assertThat(names(measures)).containsExactly("editDistance", "jaccard");
    assertThat(measures.get("jaccard").toString()).isEqualTo("{\"value\":0.5}");
    assertThat(measures.get("editDistance").get("value").asInt()).isEqualTo(2);
    assertThat(measures.get("editDistance").get("share").asDouble()).isEqualTo(2.0 / 11);
  }

  @Test
  void allAreTakenByOneWord() {
    for (String all : List.of("\"all\"", "[\"all\"]", "[\"jaccard\",\"all\"]")) {
      JsonNode measures = compare(SIDES + PAPER + ",\"measures\":" + all).get("measures");
      assertThat(names(measures))
          .containsExactly(
              "angle",
              "cosine",
              "editDistance",
              "euclidean",
              "jaccard",
              "longestCommonSubstring",
              "longestSentences",
              "minhash");
      assertThat(measures.toString()).doesNotContain("skipped");
    }
  }

  @Test
  void measuresFollowTheProfile() {
    JsonNode pairs =
        compare(SIDES + ",\"profile\":\"wide-v1\",\"measures\":\"jaccard\"").get("measures");

    assertThat(pairs.get("jaccard").get("value").asDouble()).isEqualTo(1.0 / 3);
  }

  @Test
  void whatTakesTooLongSaysSo() {
    String text = "word ".repeat(5_000);
    JsonNode measures =
        compare(
                "\"a\":{\"text\":\"%s\"},\"b\":{\"text\":\"%s\"},\"measures\":\"all\""
                    .formatted(text, text))
            .get("measures");

    assertThat(measures.get("editDistance").toString())
        .isEqualTo("{\"skipped\":\"texts over 20,000 characters\"}");
    assertThat(measures.get("longestCommonSubstring").get("share").asDouble()).isEqualTo(1);
  }

  @Test
  void explainsWhatSetsTwoTextsApart() {
    JsonNode explanation = compare(SIDES + PAPER + ",\"explain\":true").get("explanation");

    assertThat(explanation.get("shared").toString())
        .isEqualTo("{\"features\":[\"the\",\"cat\"],\"more\":0}");
    assertThat(explanation.get("onlyInA").get("features").toString()).isEqualTo("[\"sat\"]");
    assertThat(explanation.get("onlyInB").get("features").toString()).isEqualTo("[\"ran\"]");
    assertThat(explanation.get("pulls").get("features").toString()).contains("sat", "ran");
    JsonNode bit = explanation.get("differingBits").get(0);
    assertThat(names(bit)).containsExactly("bit", "columnA", "columnB", "pulls");
  }

  private JsonNode compare(String fields) {
    Answer answer = service.post("/compare", "{" + fields + "}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  private static TreeSet<String> names(JsonNode object) {
    return new TreeSet<>(object.propertyNames());
  }
}
