package io.neardup.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// The endpoints for operators, and that no others are accessible.
@HttpTest
class ActuatorTests {

  @Autowired private RunningService service;

  @Test
  void healthHasLivenessAndReadiness() {
    JsonNode health = get("/actuator/health");
    assertThat(health.get("status").asString()).isEqualTo("UP");
    assertThat(health.get("groups").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrder("liveness", "readiness");
    assertThat(get("/actuator/health/liveness").get("status").asString()).isEqualTo("UP");
    assertThat(get("/actuator/health/readiness").get("status").asString()).isEqualTo("UP");
  }

  @Test
  void infoReportsVersionProfilesAndLayout() {
    JsonNode info = get("/actuator/info");
    assertThat(info.get("build").get("name").asString()).isEqualTo("neardup");
    assertThat(info.get("build").get("version").asString()).isNotEmpty();
    assertThat(info.get("java").get("version").asString()).startsWith("25");
    JsonNode profile = info.get("profiles").get(0);
    assertThat(profile.get("name").asString()).isEqualTo("simhash-256-v1");
    assertThat(profile.get("bits").asInt()).isEqualTo(256);
    assertThat(profile.get("maxDistance").asInt()).isEqualTo(54);
    assertThat(profile.get("recipe").asString()).contains("256 bits");
    JsonNode collection = info.get("collections").get(0);
    assertThat(collection.get("name").asString()).isEqualTo("default");
    assertThat(collection.get("profile").asString()).isEqualTo("simhash-256-v1");
    assertThat(collection.get("index").asString())
        .isEqualTo("16 tables over 16 blocks, probed near the query's keys, or scan");
  }

  @Test
  void metricsCountDocumentsAndFingerprints() {
    assertThat(get("/actuator/metrics").get("names").valueStream().map(JsonNode::asString))
        .contains(
            "neardup.documents",
            "neardup.index.fingerprints",
            "neardup.index.bucket.largest",
            "neardup.lookups",
            "neardup.lookup.candidates",
            "http.server.requests",
            "jvm.memory.used");
    service.put("/documents/counted-1", "{\"text\":\"" + Texts.of(300) + "\"}");
    double documents = measure("neardup.documents");
    double fingerprints = measure("neardup.index.fingerprints");
    service.put("/documents/counted-2", "{\"text\":\"" + Texts.of(300) + "\"}");
    assertThat(measure("neardup.documents")).isEqualTo(documents + 1);
    assertThat(measure("neardup.index.fingerprints")).isEqualTo(fingerprints);
    assertThat(measure("neardup.index.bucket.largest")).isPositive();
    service.delete("/documents/counted-1");
    service.delete("/documents/counted-2");
    assertThat(measure("neardup.documents")).isEqualTo(documents - 1);
    assertThat(measure("neardup.index.fingerprints")).isEqualTo(fingerprints - 1);
    assertThat(measure("neardup.documents?tag=collection:default")).isEqualTo(documents - 1);
  }

  @Test
  void lookupsAndCandidatesAreCountedByPlan() {
    service.put("/documents/counted-3", "{\"text\":\"" + Texts.of(301) + "\"}");
    double lookups = measure("neardup.lookups?tag=plan:scan");
    double candidates = measure("neardup.lookup.candidates?tag=plan:scan");
    service.get("/duplicates?id=counted-3");
    assertThat(measure("neardup.lookups?tag=plan:scan")).isEqualTo(lookups + 1);
    assertThat(measure("neardup.lookup.candidates?tag=plan:scan")).isGreaterThan(candidates);
    service.delete("/documents/counted-3");
  }

  @Test
  void requestMetricsAreLabelledByRouteAndNotByContent() {
    service.get("/documents/some-id-nobody-has");
    service.get("/duplicates?text=a");
    JsonNode requests = get("/actuator/metrics/http.server.requests");
    List<String> addresses =
        requests
            .get("availableTags")
            .valueStream()
            .filter(tag -> tag.get("tag").asString().equals("uri"))
            .flatMap(tag -> tag.get("values").valueStream())
            .map(JsonNode::asString)
            .toList();
    assertThat(addresses).contains("/documents/{id}", "/duplicates");
    assertThat(addresses).noneMatch(address -> address.contains("some-id"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "env",
        "beans",
        "heapdump",
        "threaddump",
        "configprops",
        "loggers",
        "mappings",
        "shutdown",
        "conditions",
        "scheduledtasks",
        "nothing",
      })
  void otherActuatorEndpointsAreNotExposed(String endpoint) {
    service.get("/actuator/" + endpoint).require(404);
    service.post("/actuator/" + endpoint, "{}").require(404);
    assertThat(get("/actuator").get("_links").has(endpoint)).isFalse();
  }

  private double measure(String metric) {
    return get("/actuator/metrics/" + metric).get("measurements").get(0).get("value").asDouble();
  }

  private JsonNode get(String target) {
    Answer answer = service.get(target);
    assertThat(answer.status()).as(target).isEqualTo(200);
    return answer.json();
  }
}
