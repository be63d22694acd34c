package io.neardup.web.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.cluster.SingleProcess;
import io.neardup.web.Texts;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Lookups explain their matches on request: the probe, the bits, the features.
@HttpTest
class ExplainedLookupTests {

  @Autowired private RunningService service;

  /// The collection of the current test.
  private final String name = "explained-" + UUID.randomUUID();

  @AfterEach
  void dropCollection() {
    service.delete("/collections/" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"paper-v1", "simhash-256-v1"})
  void namesTheBitsFromTheLeastSignificantAndTheSharedFeatures(String profile) {
    make("{\"profile\":\"" + profile + "\",\"storeText\":true}");
    String text = Texts.of(1);
    store("{\"id\":\"a\",\"text\":\"" + text + " one more word\"}");
    JsonNode found = post("\"text\":\"" + text + "\",\"nearest\":1,\"explain\":true");

    JsonNode match = found.at("/matches/0");
    BigInteger differing =
        new BigInteger(found.at("/query/fingerprint").asString(), 16)
            .xor(new BigInteger(match.get("fingerprint").asString(), 16));
    List<Integer> expected =
        IntStream.range(0, differing.bitLength()).filter(differing::testBit).boxed().toList();
    JsonNode explanation = match.get("explanation");
    assertThat(expected).isNotEmpty();
    assertThat(explanation.get("differingBits").valueStream().map(bit -> bit.get("bit").asInt()))
        .isEqualTo(expected);
    assertThat(new TreeSet<>(explanation.propertyNames()))
        .containsExactly("differingBits", "foundBy", "shared");
    int features = found.at("/query/features").asInt();
    assertThat(explanation.at("/shared/count").asInt()).isEqualTo(features);
    assertThat(explanation.at("/shared/truncated").asBoolean()).isEqualTo(features > 100);
    assertThat(explanation.at("/shared/features").size()).isEqualTo(Math.min(100, features));
    assertThat(text).contains(explanation.at("/shared/features/0").asString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"paper-v1", "simhash-256-v1"})
  void carriesTheSumsOfDifferingBits(String profile) {
    make("{\"profile\":\"" + profile + "\",\"storeText\":true}");
    String text = Texts.of(4);
    store("{\"id\":\"a\",\"text\":\"" + text + " one more word\"}");
    JsonNode found = post("\"text\":\"" + text + "\",\"nearest\":1,\"explain\":true");
    Answer compared =
        service.post(
            "/compare",
            "{\"a\":{\"text\":\"%s\"},\"b\":{\"id\":\"a\",\"collection\":\"%s\"},\"explain\":true}"
                .formatted(text, name));
    compared.require(200);

    JsonNode bits = found.at("/matches/0/explanation/differingBits");
    assertThat(bits).isNotEmpty().allMatch(bit -> bit.has("sumA") && bit.has("sumB"));
    assertThat(bits).anyMatch(bit -> !bit.get("pulls").isEmpty());
    assertThat(bits).isEqualTo(compared.json().at("/explanation/differingBits"));
  }

  @Test
  @SingleProcess("`explain` of a lookup")
  void namesTheTableAndTheProbe() {
    make("{\"profile\":\"paper-v1\"}");
    store("{\"id\":\"a\",\"fingerprint\":\"0000000000010002\"}");
    store("{\"id\":\"b\",\"fingerprint\":\"1000000000010003\"}");
    JsonNode found =
        post("\"fingerprint\":\"0000000000010003\",\"maxDistance\":3,\"explain\":true");

    assertThat(found.get("plan").asString()).isEqualTo("tables");
    assertThat(found.at("/matches/0/explanation/foundBy").toString())
        .isEqualTo(
            "{\"means\":\"tables\",\"table\":1,\"key\":[{\"first\":16,\"last\":31}],\"flippedBits\":[]}");
    assertThat(found.at("/matches/0/explanation/differingBits").toString())
        .isEqualTo("[{\"bit\":0}]");
    assertThat(found.at("/matches/1/explanation/foundBy/table").asInt()).isZero();
    assertThat(found.at("/matches/1/explanation/differingBits").toString())
        .isEqualTo("[{\"bit\":60}]");
    JsonNode scanned =
        post("\"fingerprint\":\"0000000000010003\",\"maxDistance\":9,\"explain\":true");
    assertThat(scanned.at("/matches/0/explanation/foundBy").toString())
        .isEqualTo("{\"means\":\"scan\"}");
  }

  @Test
  void namesWhyAnExplanationIsMissing() {
    make("{\"profile\":\"paper-v1\",\"storeText\":false}");
    String text = Texts.of(2);
    JsonNode stored = store("{\"id\":\"a\",\"text\":\"" + text + "\"}");
    String noText =
        "document 'a' of collection '"
            + name
            + "' has no text: the collection does not store texts";

    JsonNode byText = post("\"text\":\"" + text + "\",\"explain\":true");
    assertThat(byText.at("/matches/0/explanation").has("shared")).isFalse();
    assertThat(missing(byText)).singleElement().asString().startsWith(noText);
    JsonNode byFingerprint =
        post("\"fingerprint\":\"" + stored.get("fingerprint").asString() + "\",\"explain\":true");
    assertThat(missing(byFingerprint))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("the query is a fingerprint");

    assertThat(patch("{\"storeText\":true}")).isEqualTo(200);
    assertThat(missing(post("\"text\":\"" + text + "\",\"explain\":true")))
        .singleElement()
        .asString()
        .contains(
            "stored as tokens, features or a fingerprint, or before the collection kept texts");
  }

  @Test
  void explainsGetLookupsIdsAndLines() {
    make("{\"profile\":\"paper-v1\",\"storeText\":true}");
    String text = Texts.of(3);
    store("{\"id\":\"a\",\"text\":\"" + text + "\"}");
    store("{\"id\":\"b\",\"text\":\"" + text + "\"}");
    JsonNode byPost = post("\"text\":\"" + text + "\",\"explain\":true");
    Answer byGet =
        service.get(
            "/duplicates?explain=true&collection="
                + name
                + "&text="
                + URLEncoder.encode(text, StandardCharsets.UTF_8));
    assertThat(byGet.json()).isEqualTo(byPost);
    JsonNode byId = service.get("/duplicates?explain=true&id=a&collection=" + name).json();
    assertThat(byId.at("/matches/0/id").asString()).isEqualTo("b");
    assertThat(byId.at("/matches/0/explanation")).isEqualTo(byPost.at("/matches/1/explanation"));
    JsonNode line =
        service
            .postLines("/duplicates?explain=true&collection=" + name, "{\"id\":\"a\"}\n")
            .lines()
            .getFirst();
    assertThat(line.get("matches")).isEqualTo(byId.get("matches"));
    JsonNode plain = post("\"text\":\"" + text + "\"");
    assertThat(plain.at("/matches/0").has("explanation")).isFalse();
    assertThat(plain.at("/matches")).hasSize(2);
  }

  @Test
  void explainsAHundredAtMost() {
    make("{\"profile\":\"paper-v1\"}");
    for (String field : List.of("limit", "nearest")) {
      Answer refused =
          service.post("/duplicates", "{\"text\":\"a b\",\"explain\":true,\"" + field + "\":101}");
      refused.require(400);
      assertThat(refused.text("/detail"))
          .isEqualTo(field + " must be 1 to 100 with explain, was 101");
      service.get("/duplicates?text=a&explain=true&" + field + "=100").require(200);
    }
    service.get("/duplicates?text=a&explain=maybe").require(400);
  }

  private static List<String> missing(JsonNode found) {
    return found
        .at("/matches/0/explanation/missing")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  private void make(String settings) {
    Answer made = service.put("/collections/" + name, settings);
    made.require(201);
  }

  private int patch(String settings) {
    var headers = Map.of("Content-Type", RunningService.JSON);
    return service.send("PATCH", "/collections/" + name, headers, settings).status();
  }

  private JsonNode store(String json) {
    Answer stored = service.post("/documents?collection=" + name, json);
    stored.require(201);
    return stored.json();
  }

  private JsonNode post(String fields) {
    Answer found = service.post("/duplicates?collection=" + name, "{" + fields + "}");
    found.require(200);
    return found.json();
  }
}
