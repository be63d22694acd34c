package io.neardup.web.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.math.BigInteger;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Texts are compared by their fingerprints, and by other measures on request.
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
    "00000000ffffffff, ffffffff00000000, -1",
    "00000000ffffffff, 000000000000ffff, 0.7071067811865476"
  })
  void angleIsAlwaysReturned(String a, String b, double cosine) {
    JsonNode answer =
        compare(
            "\"a\":{\"fingerprint\":\"%s\"},\"b\":{\"fingerprint\":\"%s\"},\"measures\":[\"angle\"],"
                    .formatted(a, b)
                + "\"profile\":\"paper-v1\"");

    assertThat(answer.get("featureSimilarity").asDouble())
        .isEqualTo(Math.max(0, cosine), within(1e-12));
    assertThat(answer.get("measures").get("angle").get("value").asDouble())
        .isEqualTo(cosine, within(1e-12));
  }

  @Test
  void theDistanceOfSparseSimHashEstimatesTheJaccardSimilarityAndNoAngle() {
    JsonNode answer = compare(SIDES + ",\"measures\":[\"angle\",\"jaccard\"]");

    double estimate = 1 - 2 * answer.get("distance").asDouble() / 256;
    assertThat(estimate).isEqualTo(3.0 / 7, within(0.25));
    assertThat(answer.get("featureSimilarity").asDouble()).isEqualTo(3.0 / 7, within(1e-12));
    assertThat(answer.get("measures").get("angle").has("value")).isFalse();
    assertThat(answer.get("measures").get("angle").get("skipped").asString())
        .contains("sparse SimHash");
    assertThat(answer.get("measures").get("jaccard").get("value").asDouble()).isEqualTo(3.0 / 7);
  }

  @Test
  void moreThanHalfOfTheBitsMeanNoSimilarity() {
    JsonNode answer =
        compare(
            "\"a\":{\"fingerprint\":\"%s\"},\"b\":{\"fingerprint\":\"%s\"},\"measures\":\"angle\""
                .formatted("f".repeat(64), "1".repeat(64)));

    assertThat(answer.get("featureSimilarity").asDouble()).isZero();
    assertThat(answer.get("measures").get("angle").has("skipped")).isTrue();
  }

  @Test
  void returnsOnlyTheRequestedMeasures() {
    assertThat(compare(SIDES).has("measures")).isFalse();
    assertThat(compare(SIDES + ",\"measures\":[]").has("measures")).isFalse();
    assertThat(compare(SIDES + ",\"measures\":null").has("measures")).isFalse();
    Answer repeated =
        service.post("/compare", "{" + SIDES + ",\"measures\":[\"angle\",\"angle\"]}").require(400);
    assertThat(repeated.text("/detail"))
        .isEqualTo("measures must be different names; 'angle' is repeated");
    JsonNode measures =
        compare(SIDES + PAPER + ",\"measures\":[\"jaccard\",\"editDistance\"]").get("measures");

    assertThat(names(measures)).containsExactly("editDistance", "jaccard");
    assertThat(measures.get("jaccard").toString()).isEqualTo("{\"value\":0.5}");
    assertThat(measures.get("editDistance").get("value").asInt()).isEqualTo(2);
    assertThat(measures.get("editDistance").get("share").asDouble()).isEqualTo(2.0 / 11);
  }

  @Test
  void allSelectsEveryMeasure() {
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
    JsonNode runs =
        compare(SIDES + ",\"profile\":\"code-v1\",\"measures\":\"jaccard\"").get("measures");

    assertThat(runs.get("jaccard").get("value").asDouble()).isZero();
  }

  @Test
  void measuresOfTooLongTextsAreRefused() {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "paper-v1",
        "simhash-256-v1",
        "chinese-v1",
        "java-hashcode-32",
        "vlhash-128",
        "md5-char4-64"
      })
  void bitsAreNumberedFromTheLeastSignificantEverywhere(String profile) {
    JsonNode answer = compare(SIDES + ",\"profile\":\"" + profile + "\",\"explain\":true");
    JsonNode explanation = answer.get("explanation");
    BigInteger differing = BigInteger.ZERO;
    for (String side : List.of("a", "b")) {
      BigInteger fingerprint = new BigInteger(answer.get(side).get("fingerprint").asString(), 16);
      differing = differing.xor(fingerprint);
      int bit = 0;
      for (JsonNode column : explanation.get(side).get("columns")) {
        assertThat(column.get("bit").asInt()).isEqualTo(bit);
        double sum = column.get("sum").asDouble();
        if (sum != 0) {
          assertThat(fingerprint.testBit(bit)).as("bit %d", bit).isEqualTo(sum > 0);
        }
        bit++;
      }
      assertThat(bit).isEqualTo(answer.get(side).get("bits").asInt());
    }
    BigInteger expected = differing;
    assertThat(explanation.get("differingBits").valueStream().map(bit -> bit.get("bit").asInt()))
        .isEqualTo(
            IntStream.range(0, expected.bitLength()).filter(expected::testBit).boxed().toList());
  }

  private JsonNode compare(String fields) {
    Answer answer = service.post("/compare", "{" + fields + "}");
    answer.require(200);
    return answer.json();
  }

  private static TreeSet<String> names(JsonNode object) {
    return new TreeSet<>(object.propertyNames());
  }

  private static List<String> strings(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }
}
