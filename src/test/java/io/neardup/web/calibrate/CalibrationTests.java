package io.neardup.web.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Json;
import io.neardup.Problems;
import io.neardup.RunningService;
import io.neardup.SharedService;
import io.neardup.cluster.SingleProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Samples of pairs, and judgements of them.
@SingleProcess("samples, judgements, `/evaluate` of a collection")
class CalibrationTests {

  private static final String SAMPLES = "/collections/posts/samples";
  private static final String JUDGEMENTS = "/collections/posts/judgements";

  private static RunningService service;

  @BeforeAll
  static void start() {
    service = SharedService.of().http();
    service.put("/collections/posts", "{\"storeText\":true}").require(201);
    String lines =
        IntStream.range(0, 80)
            .mapToObj(i ->
                "{\"id\":\"p%02d\",\"text\":%s,\"metadata\":{\"i\":%d}}"
                    .formatted(i, Json.quote(text(i)), i))
            .collect(Collectors.joining("\n"));
    assertThat(service.postLines("/documents?collection=posts", lines).lines()).hasSize(80);
  }

  @BeforeEach
  void clear() {
    service.delete(JUDGEMENTS).require(204);
  }

  /// One of eight texts of 60 words, of which up to 36 were replaced.
  private static String text(int number) {
    SplittableRandom base = new SplittableRandom(number % 8);
    List<String> words = new ArrayList<>(base.ints(60, 0, 9_000).mapToObj(i -> "w" + i).toList());
    SplittableRandom edits = new SplittableRandom(1_000 + number);
    for (int i = 0; i < number / 8 * 4; i++) {
      words.set(edits.nextInt(60), "x" + edits.nextInt(9_000));
    }
    return String.join(" ", words);
  }

  @Test
  void pairsOnBothSidesOfTheLimitAreSampled() {
    JsonNode samples = service.get(SAMPLES + "?minDistance=20&maxDistance=90&limit=12").json();
    assertThat(samples.get("limit").asInt()).isEqualTo(54);
    assertThat(samples.get("lookups").asInt()).isEqualTo(80);
    assertThat(samples.get("documents").asInt()).isEqualTo(80);
    List<Integer> distances =
        samples.get("pairs").valueStream().map(pair -> pair.get("distance").asInt()).toList();
    assertThat(distances).hasSize(12).isSorted().allMatch(each -> each >= 20 && each <= 90);
    assertThat(distances.stream().filter(each -> each <= 54)).hasSize(6);
    assertThat(distances).as("the nearest to the limit").allMatch(each -> each >= 40 && each < 70);
    for (JsonNode pair : samples.get("pairs")) {
      String a = pair.at("/a/id").asString();
      String b = pair.at("/b/id").asString();
      assertThat(a).isLessThan(b);
      assertThat(pair.at("/a/text").asString()).isEqualTo(text(number(a)));
      assertThat(pair.at("/b/metadata/i").asInt()).isEqualTo(number(b));
      assertThat(pair.has("duplicate")).isFalse();
      assertThat(
              service
                  .post(
                      "/compare",
                      "{\"a\":{\"text\":%s},\"b\":{\"text\":%s}}"
                          .formatted(Json.quote(text(number(a))), Json.quote(text(number(b)))))
                  .json()
                  .get("distance"))
          .isEqualTo(pair.get("distance"));
    }
  }

  /// Each of the 80 documents is looked up, so the weights are exact.
  @Test
  void weightsAddUpToTheNumberOfPairs() {
    JsonNode samples = service.get(SAMPLES + "?minDistance=0&maxDistance=90&limit=100").json();
    JsonNode all =
        service.get("/pairs?collection=posts&maxDistance=90&recall=exact&limit=10000").json();
    for (JsonNode sampled : samples.get("pairs")) {
      int distance = sampled.get("distance").asInt();
      double weights =
          samples
              .get("pairs")
              .valueStream()
              .filter(pair -> pair.get("distance").asInt() == distance)
              .mapToDouble(pair -> pair.get("weight").asDouble())
              .sum();
      long pairs =
          all.get("pairs")
              .valueStream()
              .filter(pair -> pair.get("distance").asInt() == distance)
              .count();
      assertThat(weights).as("distance %d", distance).isCloseTo(pairs, within(1e-6));
    }
    assertThat(samples.get("pairs")).hasSize(100);
  }

  @Test
  void documentsThatLookupsDoNotReportDoNotCount() {
    service.put("/collections/reported", "{}").require(201);
    for (int i = 0; i < 6; i++) {
      service
          .put("/documents/" + i + "?collection=reported", "{\"text\":" + Json.quote(text(i)) + "}")
          .require(201);
    }
    service.patch("/documents/0?collection=reported", "{\"enabled\":false}").require(200);
    service.patch("/documents/1?collection=reported", "{\"allowed\":true}").require(200);
    service.delete("/documents/2?collection=reported").require(204);
    assertThat(service.get("/collections/reported/samples").number("/documents")).isEqualTo(3);
    service.delete("/collections/reported");
  }

  @Test
  void theSeedSelectsThePairs() {
    String range = SAMPLES + "?minDistance=40&maxDistance=100&limit=10";
    assertThat(service.get(range + "&seed=1").json()).isEqualTo(service.get(range).json());
    assertThat(service.get(range + "&seed=2").json()).isNotEqualTo(service.get(range).json());
  }

  @Test
  void textsAreShortenedToTheRequestedLength() {
    JsonNode document = service.get(SAMPLES + "?textChars=7").json().at("/pairs/0/a");
    assertThat(document.get("text").asString())
        .isEqualTo(text(number(document.get("id").asString())).substring(0, 7));
    assertThat(document.get("textTruncated").asBoolean()).isTrue();
    assertThat(service.get(SAMPLES).json().at("/pairs/0/a").has("textTruncated")).isFalse();
  }

  @Test
  void aCollectionWithoutTextsHasSamplesWithoutTexts() {
    service.put("/collections/ids", "{\"profile\":\"paper-v1\"}").require(201);
    assertThat(service.get("/collections/ids/samples").json().get("pairs")).isEmpty();
    for (int i = 0; i < 4; i++) {
      service.put(
          "/documents/d" + i + "?collection=ids",
          "{\"fingerprint\":\"00000000000000f%d\"}".formatted(i));
    }
    JsonNode pair = service.get("/collections/ids/samples").json().at("/pairs/0");
    assertThat(pair.get("distance").asInt()).isBetween(1, 2);
    assertThat(pair.get("a").has("text")).isFalse();
    assertThat(service.get("/collections/ids/samples").json().get("maxDistance").asInt())
        .isEqualTo(7);
  }

  @Test
  void judgementsAreStoredListedReplacedAndDeleted() {
    assertThat(judge("p03", "p01", true, 2.5).json())
        .isEqualTo(Json.read("{\"stored\":1,\"missing\":[]}"));
    judge("p01", "p02", false, 1);
    judge("p09", "p08", true, 1);
    JsonNode first = service.get(JUDGEMENTS + "?limit=2").json();
    JsonNode second =
        service.get(JUDGEMENTS + "?limit=2&after=" + first.get("next").asString()).json();
    assertThat(first.get("judgements").valueStream().map(CalibrationTests::shown))
        .containsExactly("p01 p02 false 1.0", "p01 p03 true 2.5");
    assertThat(second.get("judgements").valueStream().map(CalibrationTests::shown))
        .containsExactly("p08 p09 true 1.0");
    assertThat(second.has("next")).isFalse();

    judge("p02", "p01", true, 3);
    assertThat(shown(service.get(JUDGEMENTS).json().at("/judgements/0")))
        .isEqualTo("p01 p02 true 3.0");
    service.delete(JUDGEMENTS + "?a=p02&b=p01").require(204);
    assertThat(service.delete(JUDGEMENTS + "?a=p02&b=p01").status()).isEqualTo(404);
    assertThat(service.get(JUDGEMENTS).json().get("judgements")).hasSize(2);
    service.delete(JUDGEMENTS).require(204);
    assertThat(service.get(JUDGEMENTS).json().get("judgements")).isEmpty();
  }

  @Test
  void samplesShowWhatWasJudged() {
    JsonNode pair = service.get(SAMPLES).json().at("/pairs/3");
    judge(pair.at("/b/id").asString(), pair.at("/a/id").asString(), false, 1);
    List<JsonNode> judged =
        service
            .get(SAMPLES)
            .json()
            .get("pairs")
            .valueStream()
            .filter(each -> each.has("duplicate"))
            .toList();
    assertThat(judged).hasSize(1);
    assertThat(judged.getFirst().get("a")).isEqualTo(pair.get("a"));
    assertThat(judged.getFirst().get("duplicate").asBoolean()).isFalse();
  }

  @Test
  void pairsOfDeletedDocumentsAreListedAsMissing() {
    assertThat(judge("p01", "deleted", true, 1).json())
        .isEqualTo(Json.read("{\"stored\":0,\"missing\":[{\"a\":\"p01\",\"b\":\"deleted\"}]}"));
  }

  @Test
  void judgementsAreDeletedWithTheirCollection() {
    service.put("/collections/brief", "{}").require(201);
    service.put("/documents/a?collection=brief", "{\"text\":\"one\"}");
    service.put("/documents/b?collection=brief", "{\"text\":\"two\"}");
    service
        .post(
            "/collections/brief/judgements",
            "{\"judgements\":[{\"a\":\"a\",\"b\":\"b\",\"duplicate\":true}]}")
        .require(200);
    service.delete("/collections/brief").require(204);
    service.put("/collections/brief", "{}").require(201);
    assertThat(service.get("/collections/brief/judgements").json().get("judgements")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ?limit=0 | limit | 1 to 100
          ?limit=101 | limit | 1 to 100
          ?maxDistance=257 | maxDistance | 0 to 256 bits
          ?minDistance=60&maxDistance=59 | minDistance | 0 to 59 bits (maxDistance)
          ?minDistance=-1 | minDistance | (maxDistance), was -1
          ?textChars=20001 | textChars | 0 to 20000
          ?seed=x | seed | number
          """)
  void invalidSamplesAreRefused(String query, String field, String allowed) {
    requireInvalid(service.get(SAMPLES + query), field, allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {} | judgements | 1 to 1000, had 0
          {"judgements":[]} | judgements | 1 to 1000, had 0
          {"judgements":[null]} | judgements[0] | was null
          {"judgements":[{"a":"p01","b":"p02"}]} | judgements[0].duplicate | true or false
          {"judgements":[{"b":"p02","duplicate":true}]} | judgements[0].a | is missing
          {"judgements":[{"a":"p01","b":"p01","duplicate":true}]} | judgements[0].b | another
          {"judgements":[{"a":"p01","b":"p02","duplicate":true,"weight":0}]} | judgements[0].weight | above 0
          """)
  void invalidJudgementsAreRefused(String body, String field, String allowed) {
    requireInvalid(service.post(JUDGEMENTS, body), field, allowed);
    assertThat(service.get(JUDGEMENTS).json().get("judgements")).isEmpty();
  }

  @Test
  void otherInvalidRequestsAreRefused() {
    requireInvalid(service.get(JUDGEMENTS + "?after=x"), "after", "'next'");
    requireInvalid(service.get(JUDGEMENTS + "?limit=0"), "limit", "1 to 10000");
    requireInvalid(service.delete(JUDGEMENTS + "?a=p01"), "b", "both ids");
    assertThat(service.get("/collections/none/samples").status()).isEqualTo(404);
    assertThat(service.get("/collections/none/judgements").status()).isEqualTo(404);
    assertThat(service.delete("/collections/none/judgements").status()).isEqualTo(404);
  }

  private static void requireInvalid(RunningService.Answer answer, String field, String allowed) {
    Problems.require(answer.json(), "400 invalid-request", field, allowed);
  }

  private static RunningService.Answer judge(String a, String b, boolean duplicate, double weight) {
    return service
        .post(
            JUDGEMENTS,
            "{\"judgements\":[{\"a\":\"%s\",\"b\":\"%s\",\"duplicate\":%s,\"weight\":%s}]}"
                .formatted(a, b, duplicate, weight))
        .require(200);
  }

  private static String shown(JsonNode judgement) {
    return String.join(
        " ",
        judgement.get("a").asString(),
        judgement.get("b").asString(),
        judgement.get("duplicate").asString(),
        judgement.get("weight").asString());
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(1));
  }
}
