package io.neardup.web.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Announcements;
import io.neardup.HttpTest;
import io.neardup.RunningService;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Texts from one template are distinguished by the weights of their collection, over HTTP.
@HttpTest
class CollectionWeightsHttpTests {

  private static final int DOCUMENTS = 200;

  @Autowired private RunningService service;

  private final String name = "weighed-" + UUID.randomUUID();

  @AfterEach
  void dropCollection() {
    service.delete("/collections/" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"storeText\":false,\"verify\":\"features\""})
  void aCopyIsFoundAmongTextsFromOneTemplate(String settings) {
    service
        .put("/collections/" + name, "{\"weights\":\"collection\"" + settings + "}")
        .require(201);
    fill(service, name);
    JsonNode found = find(service, Announcements.second(5));
    assertThat(found.get("matches").size()).isEqualTo(1);
    assertThat(found.at("/matches/0/id").asString()).isEqualTo("d5");
    assertThat(found.at("/matches/0/verified").asBoolean()).isTrue();
    JsonNode weights = found.at("/verification/weights");
    assertThat(weights.get("of").asString()).isEqualTo("collection");
    assertThat(weights.get("documents").asInt()).isEqualTo(DOCUMENTS);
    assertThat(found.at("/verification/minSimilarity").asDouble()).isEqualTo(0.65);
    JsonNode other = find(service, Announcements.first(-1));
    assertThat(other.get("matches")).isEmpty();
    assertThat(other.at("/verification/refused").asInt()).isPositive();
    assertThat(other.at("/verification/weights")).isEqualTo(weights);
    JsonNode skipped = store(Announcements.second(6));
    assertThat(skipped.get("outcome").asString()).isEqualTo("skipped");
    assertThat(skipped.at("/verification/weights")).isEqualTo(weights);
    assertThat(store(Announcements.first(-1)).get("outcome").asString()).isEqualTo("added");
    assertThat(version()).isNotEqualTo(weights.get("version").asString());
  }

  @Test
  void pairsGroupsAndComparisonsHaveTheSameWeights() {
    service.put("/collections/" + name, "{}").require(201);
    fill(service, name);
    store("copy", Announcements.second(5));
    JsonNode templates = service.get("/groups?recall=exact&collection=" + name).json();
    assertThat(templates.at("/groups/0/size").asInt()).isGreaterThan(DOCUMENTS / 2);
    assertThat(templates.at("/summary/verification").has("weights")).isFalse();
    patch("collection");
    assertThat(service.get("/collections/" + name).json().get("indexBytes").asLong())
        .isGreaterThan(16L << 20); // which the counts take
    JsonNode pairs = service.get("/pairs?recall=exact&collection=" + name).require(200).json();
    assertThat(pairs.get("pairs").size()).as(pairs.toString()).isEqualTo(1);
    assertThat(pairs.at("/pairs/0/a").asString()).isEqualTo("copy");
    assertThat(pairs.at("/pairs/0/b").asString()).isEqualTo("d5");
    assertThat(pairs.at("/summary/verification/weights/documents").asInt())
        .isEqualTo(DOCUMENTS + 1);
    JsonNode groups = service.get("/groups?recall=exact&collection=" + name).require(200).json();
    assertThat(groups.get("groups").size()).isEqualTo(1);
    assertThat(compare("copy", "d5").get("nearDuplicate").asBoolean()).isTrue();
    JsonNode others = compare("d4", "d5");
    assertThat(others.get("nearDuplicate").asBoolean()).isFalse();
    assertThat(others.get("minSimilarity").asDouble()).isEqualTo(0.65);
    assertThat(others.at("/weights/version").asString()).isEqualTo(version());
    patch("profile");
    others = compare("d4", "d5");
    assertThat(others.get("nearDuplicate").asBoolean()).isTrue();
    assertThat(others.has("weights")).isFalse();
  }

  @Test
  void invalidWeightsAreRefused() {
    service
        .put("/collections/" + name, "{\"weights\":\"idf\"}")
        .requireProblem(400, "weights", "must be one of profile, collection, was 'idf'");
    service
        .put("/collections/" + name, "{\"weights\":\"collection\",\"verify\":\"off\"}")
        .requireProblem(400, "weights", "set verify to text or features");
    service
        .put("/collections/" + name, "{\"weights\":\"collection\",\"profile\":\"paper-v1\"}")
        .requireProblem(400, "weights");
    service.put("/collections/" + name, "{\"weights\":\"collection\"}").require(201);
    service
        .patch("/collections/" + name, "{\"verify\":\"off\"}")
        .requireProblem(400, "weights", "or weights to profile");
    patch("profile");
    service.patch("/collections/" + name, "{\"verify\":\"off\"}").require(200);
  }

  private void patch(String weights) {
    JsonNode changed =
        service
            .patch("/collections/" + name, "{\"weights\":\"" + weights + "\"}")
            .require(200)
            .json();
    assertThat(changed.get("weights").asString()).isEqualTo(weights);
  }

  private String version() {
    return find(service, Announcements.second(5)).at("/verification/weights/version").asString();
  }

  private static void fill(RunningService service, String collection) {
    String lines =
        IntStream.range(0, DOCUMENTS)
            .mapToObj(i -> "{\"id\":\"d%d\",\"text\":\"%s\"}".formatted(i, Announcements.first(i)))
            .collect(Collectors.joining("\n"));
    service.postLines("/documents?limit=0&collection=" + collection, lines).require(200);
  }

  private JsonNode store(String text) {
    return service
        .post(
            "/documents?collection=" + name, "{\"onDuplicate\":\"skip\",\"text\":\"" + text + "\"}")
        .json();
  }

  private void store(String id, String text) {
    service
        .put("/documents/" + id + "?collection=" + name, "{\"text\":\"" + text + "\"}")
        .require(201);
  }

  private JsonNode find(RunningService http, String text) {
    return http.post(
            "/duplicates?collection=" + name, "{\"recall\":\"exact\",\"text\":\"" + text + "\"}")
        .require(200)
        .json();
  }

  private JsonNode compare(String a, String b) {
    return service
        .post(
            "/compare",
            "{\"a\":{\"id\":\"%s\",\"collection\":\"%s\"},\"b\":{\"id\":\"%s\",\"collection\":\"%s\"}}"
                .formatted(a, name, b, name))
        .require(200)
        .json();
  }
}
