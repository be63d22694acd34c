package io.neardup.web.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.SharedService;
import io.neardup.calibrate.CalibrationWorld;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The precision that the service claims at the distances that it recommends by judgements of the
/// pairs that it samples, against the true one of a world in which every near-duplicate is known.
class ClaimsOfEvaluationsTests {

  private static final double MARGIN = 0.05;
  private static final String PROFILES =
      "\"profiles\": [\"simhash-256-v1\", \"simhash-512-v1\", \"paper-v1\"]";
  private static final CalibrationWorld WORLD = CalibrationWorld.templates(900, 16, 400, 4);

  private static RunningService service;

  @BeforeAll
  static void start() {
    service = SharedService.of().http();
    service.put("/collections/world", "{\"storeText\":true}").require(201);
    String lines =
        IntStream.range(0, WORLD.size())
            .mapToObj(
                i -> "{\"id\":\"%d\",\"text\":%s}".formatted(i, Json.quote(WORLD.texts().get(i))))
            .collect(Collectors.joining("\n"));
    assertThat(service.postLines("/documents?collection=world&limit=0", lines).lines())
        .hasSize(WORLD.size());
  }

  private static void assertClaimsAreTrue(List<JsonNode> results) {
    assertThat(results)
        .hasSize(3)
        .allSatisfy(result -> {
          Profile profile = new Profiles().find(result.get("profile").asString()).orElseThrow();
          assertThat(result.get("precision").asDouble())
              .as("%s: %s", profile.name(), result.get("reason"))
              .isCloseTo(WORLD.precision(profile, result.get("distance").asInt()), within(MARGIN));
        });
  }

  private static List<JsonNode> evaluated(String request) {
    String id =
        service
            .post("/collections/world/jobs", "{\"kind\":\"evaluate\"," + request + "}")
            .require(202)
            .json()
            .get("id")
            .asString();
    JsonNode job = service.get("/jobs/" + id + "?wait=60").json();
    assertThat(job.get("state").asString()).as(job.toString()).isEqualTo("done");
    return service.get("/jobs/" + id + "/results").json().get("results").valueStream().toList();
  }

  /// Pairs near the limit of the collection say nothing about what other profiles find by chance.
  @Test
  void byJudgementsOfSampledPairs() {
    service.delete("/collections/world/judgements").require(204);
    for (int seed = 1; seed <= 3; seed++) {
      judge("minDistance=20&maxDistance=85&limit=100&seed=" + seed);
    }
    List<JsonNode> results = evaluated(PROFILES + ",\"from\":\"judgements\"");
    assertClaimsAreTrue(results);
    assertThat(results.getFirst().at("/calibration/duplicatesPerDocument").asDouble())
        .isCloseTo(WORLD.duplicatesPerDocument(), within(0.05));
  }

  private static void judge(String query) {
    JsonNode samples =
        service.get("/collections/world/samples?textChars=0&" + query).require(200).json();
    String judgements =
        samples
            .get("pairs")
            .valueStream()
            .map(pair -> {
              int a = pair.at("/a/id").asInt();
              int b = pair.at("/b/id").asInt();
              return "{\"a\":\"%d\",\"b\":\"%d\",\"duplicate\":%s,\"weight\":%s}"
                  .formatted(a, b, WORLD.isDuplicate(a, b), pair.get("weight"));
            })
            .collect(Collectors.joining(",", "{\"judgements\":[", "]}"));
    service.post("/collections/world/judgements", judgements).require(200);
  }
}
