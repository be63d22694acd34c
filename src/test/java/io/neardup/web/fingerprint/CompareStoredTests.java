package io.neardup.web.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Stored documents of any collections can be compared, and texts without features are similar to
/// no text.
@HttpTest
class CompareStoredTests {

  private static final String CAT = "the cat sat on the mat and looked at the dog";
  private static final String RAT = "the cat sat on the mat and looked at the rat";

  private final String mark = UUID.randomUUID().toString();
  private final String texts = "texts-" + mark;
  private final String others = "others-" + mark;
  private final String bare = "bare-" + mark;

  @Autowired private RunningService service;

  @BeforeEach
  void store() {
    make(texts, "{\"profile\":\"paper-v1\",\"storeText\":true,\"maxDistance\":40}");
    make(others, "{\"profile\":\"simhash-256-v1\",\"storeText\":true}");
    make(bare, "{\"profile\":\"paper-v1\",\"storeText\":false}");
    put(texts, "cat", CAT);
    put(texts, "rat", RAT);
    put(others, "rat", RAT);
    put(bare, "rat", RAT);
  }

  @AfterEach
  void dropCollections() {
    List.of(texts, others, bare).forEach(name -> service.delete("/collections/" + name));
    service.delete("/documents/plain-" + mark);
  }

  @Test
  void idsCompareLikeTheirTexts() {
    String options = ",\"measures\":\"all\",\"explain\":true";
    JsonNode stored = compare(id("cat", texts), id("rat", texts), options);
    JsonNode given =
        compare(text(CAT), text(RAT), options + ",\"profile\":\"paper-v1\",\"maxDistance\":40");

    assertThat(stored).isEqualTo(given);
    assertThat(stored.get("maxDistance").asInt()).isEqualTo(40);
    assertThat(stored.at("/explanation/shared/count").asInt()).isPositive();
  }

  /// As lookups in the collection decide.
  @Test
  void theDistanceDecidesWhereTheCollectionVerifiesNothing() {
    assertThat(compare(id("rat", others), text(CAT), "").has("minSimilarity")).isTrue();
    service.patch("/collections/" + others, "{\"verify\":\"off\"}").require(200);

    JsonNode compared = compare(id("rat", others), text(CAT), "");
    assertThat(compared.has("minSimilarity")).isFalse();
    assertThat(compared.get("nearDuplicate").asBoolean())
        .isEqualTo(compared.get("distance").asInt() <= compared.get("maxDistance").asInt());
  }

  @Test
  void comparesIdsOfCollectionsWithDifferentProfiles() {
    String options = ",\"measures\":\"jaccard\",\"explain\":true";
    JsonNode byFirst = compare(id("cat", texts), id("rat", others), options);
    assertThat(byFirst.at("/b/profile").asString()).isEqualTo("paper-v1");
    assertThat(byFirst).isEqualTo(compare(id("cat", texts), id("rat", texts), options));
    JsonNode byName =
        compare(id("cat", texts), id("rat", others), options + ",\"profile\":\"simhash-256-v1\"");
    assertThat(byName.at("/a/profile").asString()).isEqualTo("simhash-256-v1");
    assertThat(byName)
        .isEqualTo(compare(text(CAT), text(RAT), options + ",\"profile\":\"simhash-256-v1\""));
  }

  @Test
  void anIdOfTheDefaultCollectionNeedsNoName() {
    String id = "plain-" + mark;
    put("default", id, RAT);
    JsonNode answer = compare("{\"id\":\"" + id + "\"}", id("rat", others), "");
    assertThat(answer.get("distance").asInt()).isZero();
    assertThat(answer).isEqualTo(compare(id(id, "default"), id("rat", others), ""));
  }

  @Test
  void missingDocumentsAreNamed() {
    JsonNode answer =
        compare(id("cat", texts), id("rat", bare), ",\"measures\":\"all\",\"explain\":true");
    String missing =
        "document 'rat' of collection '"
            + bare
            + "' has no text: the collection does not store texts; PATCH /collections/"
            + bare
            + " with {\"storeText\": true} and store its text again";

    JsonNode explanation = answer.get("explanation");
    assertThat(new TreeSet<>(explanation.propertyNames()))
        .containsExactly("differingBits", "missing");
    assertThat(explanation.at("/missing/0").asString()).isEqualTo(missing);
    assertThat(explanation.get("differingBits")).hasSize(answer.get("distance").asInt());
    assertThat(new TreeSet<>(explanation.at("/differingBits/0").propertyNames()))
        .containsExactly("bit");
    assertThat(answer.at("/measures/jaccard/skipped").asString()).isEqualTo(missing);
    assertThat(answer.at("/measures/angle/value").asDouble())
        .isEqualTo(answer.get("featureSimilarity").asDouble(), within(1e-12));
    JsonNode other =
        compare(id("cat", texts), id("rat", texts), ",\"measures\":\"all\",\"explain\":true");
    assertThat(bits(explanation)).isEqualTo(bits(other.get("explanation")));

    JsonNode ready =
        compare(
            "{\"fingerprint\":\"" + "f".repeat(16) + "\"}",
            text("a b"),
            ",\"profile\":\"paper-v1\",\"explain\":true");
    assertThat(ready.at("/explanation/missing").toString())
        .isEqualTo(
            "[\"a is a fingerprint, of which no features are known; give the text instead\"]");
  }

  @Test
  void anotherProfileNeedsTheText() {
    Answer refused =
        service.post(
            "/compare", "{\"a\":%s,\"b\":%s}".formatted(id("rat", others), id("rat", bare)));
    refused.require(400);
    assertThat(refused.text("/detail"))
        .isEqualTo(
            "b.id names a document of profile paper-v1 without a text to make a fingerprint of"
                + " simhash-256-v1; compare documents of one profile, or give its text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "paper-v1",
        "simhash-256-v1",
        "chinese-v1",
        "code-v1",
        "java-hashcode-32",
        "vlhash-128",
        "md5-char4-64"
      })
  void emptyTextsHaveSimilarityZero(String profile) {
    JsonNode answer =
        compare(
            text(""),
            text(""),
            ",\"profile\":\"" + profile + "\",\"measures\":\"all\",\"explain\":true");
    assertThat(answer.get("similarity").asDouble()).isZero();
    assertThat(answer.get("featureSimilarity").asDouble()).isZero();
    assertThat(answer.get("nearDuplicate").asBoolean()).isFalse();
    assertThat(answer.get("measures")).allMatch(measure -> measure.has("skipped"));
    assertThat(answer.at("/explanation/shared/features")).isEmpty();
    JsonNode one = compare(text(""), text("a word"), ",\"profile\":\"" + profile + "\"");
    assertThat(one.get("similarity").asDouble()).isZero();
    assertThat(one.get("featureSimilarity").asDouble()).isZero();
  }

  @Test
  void emptyTextsMatchNothing() {
    put(texts, "empty-1", "");
    put(texts, "empty-2", "?");
    String in = "collection=" + texts;
    assertThat(service.get("/duplicates?text=!&nearest=100&" + in).json().get("matches")).isEmpty();
    assertThat(service.get("/duplicates?id=empty-1&maxDistance=64&" + in).json().get("matches"))
        .isEmpty();
    assertThat(service.get("/pairs?maxDistance=64&" + in).body()).doesNotContain("empty");
    assertThat(service.get("/groups?maxDistance=64&" + in).body()).doesNotContain("empty");
    JsonNode compared = compare(id("empty-1", texts), id("empty-2", texts), "");
    assertThat(compared.get("similarity").asDouble()).isZero();
    Answer stored =
        service.post(
            "/documents?" + in, "{\"id\":\"empty-3\",\"onDuplicate\":\"skip\",\"text\":\"\"}");
    assertThat(stored.text("/outcome")).isEqualTo("added");
  }

  private static List<Integer> bits(JsonNode explanation) {
    return explanation
        .get("differingBits")
        .valueStream()
        .map(bit -> bit.get("bit").asInt())
        .toList();
  }

  private static String id(String id, String collection) {
    return "{\"id\":\"%s\",\"collection\":\"%s\"}".formatted(id, collection);
  }

  private static String text(String text) {
    return "{\"text\":\"" + text + "\"}";
  }

  private void make(String name, String settings) {
    Answer made = service.put("/collections/" + name, settings);
    made.require(201);
  }

  private void put(String collection, String id, String text) {
    Answer stored = service.put("/documents/" + id + "?collection=" + collection, text(text));
    stored.require(201);
  }

  private JsonNode compare(String a, String b, String options) {
    Answer answer = service.post("/compare", "{\"a\":" + a + ",\"b\":" + b + options + "}");
    answer.require(200);
    return answer.json();
  }
}
