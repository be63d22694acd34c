package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.Problems;
import io.neardup.RunningService;
import io.neardup.SharedService;
import io.neardup.passage.PassageTexts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Jobs that list the passages that documents share.
class PassagesJobTests {

  private static final String FOOTER =
      "all rights are reserved, and no part of this letter may be copied or stored without the"
          + " written consent of the society and of its members";

  private static RunningService service;
  private static JobClient jobs;

  private final SplittableRandom random = new SplittableRandom(35);
  private final Map<String, String> texts = new TreeMap<>();
  private final String name = "shared-" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    service = SharedService.of().http();
    jobs = new JobClient(service);
  }

  @BeforeEach
  void create() {
    service.put("/collections/" + name, "{\"storeText\":true}").require(201);
  }

  @AfterEach
  void drop() {
    service.delete("/collections/" + name).require(204);
  }

  @Test
  void pairsAreThoseThatAComparisonOfEachTwoDocumentsFinds() {
    for (int i = 0; i < 24; i++) {
      StringBuilder text = new StringBuilder(words(60));
      if (i >= 4 && i % 3 == 0) {
        String[] of = texts.get("d" + (10 + i - 4)).split(" ");
        int from = random.nextInt(20);
        text.append(' ').append(String.join(" ", List.of(of).subList(from, from + 15 + i)));
      }
      texts.put("d" + (10 + i), text + " " + words(40));
    }
    store("{}");
    Set<String> expected = new TreeSet<>();
    for (String a : texts.keySet()) {
      for (String b : texts.keySet()) {
        JsonNode compared = a.compareTo(b) < 0 ? compare(a, b) : null;
        if (compared != null && longest(compared) >= 17) {
          expected.add(a + " " + b);
        }
      }
    }
    assertThat(expected).hasSizeBetween(5, 10);

    String id = jobs.start(name, "{\"kind\":\"passages\"}");
    JsonNode counts = jobs.done(id).get("counts");
    List<JsonNode> pairs = jobs.lines(id);
    assertThat(pairs.stream().map(PassagesJobTests::ids)).hasSameElementsAs(expected);
    assertThat(pairs).hasSameSizeAs(expected);
    assertThat(counts.get("documents").asInt()).isEqualTo(24);
    assertThat(counts.get("pairs").asInt()).isEqualTo(expected.size());
    assertThat(counts.get("candidates").asInt()).isBetween(expected.size(), 30);
    assertThat(counts.get("cut").asInt()).isZero();
    JsonNode pair = pairs.getFirst();
    String a = texts.get(pair.get("a").asString());
    JsonNode place = pair.at("/passages/0/a");
    assertThat(a.substring(place.get("start").asInt(), place.get("end").asInt()).split(" "))
        .hasSize(pair.get("words").asInt());
    assertThat(pair.get("shareA").asDouble())
        .isEqualTo((double) pair.get("words").asInt() / a.split(" ").length);
    assertThat(pair.get("truncated").asBoolean()).isFalse();

    double least = pairs.stream().mapToDouble(PassagesJobTests::share).sorted().toArray()[2];
    assertThat(jobs.run(name, "{\"kind\":\"passages\",\"minShare\":" + least + "}"))
        .hasSize(expected.size() - 2);
    assertThat(jobs.results(id, "text/csv").body().lines().toList())
        .hasSize(expected.size() + 1)
        .first()
        .isEqualTo("a,b,words,shareA,shareB,longestRun,passages");
  }

  private JsonNode compare(String a, String b) {
    String side = "\"%s\":{\"text\":%s},";
    return service
        .post(
            "/compare",
            "{%s%s\"passages\":true}"
                .formatted(
                    side.formatted("a", Json.quote(texts.get(a))),
                    side.formatted("b", Json.quote(texts.get(b)))))
        .require(200)
        .json();
  }

  private static int longest(JsonNode compared) {
    return compared
        .at("/passages/passages")
        .valueStream()
        .mapToInt(passage -> passage.get("words").asInt())
        .max()
        .orElse(0);
  }

  private static String ids(JsonNode pair) {
    return List.of(pair.get("a").asString(), pair.get("b").asString()).stream()
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static double share(JsonNode pair) {
    return Math.max(pair.get("shareA").asDouble(), pair.get("shareB").asDouble());
  }

  @Test
  void boilerplateIsWhatManyDocumentsHave() {
    for (int i = 0; i < 30; i++) {
      texts.put("d" + i, words(50) + (i < 12 ? " " + FOOTER : "") + " " + words(i));
    }
    String twice = words(80);
    texts.put("e", twice);
    texts.put("f", twice);
    store("{}");
    List<JsonNode> found = jobs.run(name, "{\"kind\":\"boilerplate\"}");
    assertThat(found).hasSize(1);
    JsonNode passage = found.getFirst();
    assertThat(passage.get("documents").asInt()).isEqualTo(12);
    assertThat(FOOTER).contains(passage.get("text").asString());
    assertThat(passage.get("words").asInt()).isBetween(17, FOOTER.split(" ").length);
    String example = texts.get(passage.get("example").asString());
    assertThat(example.substring(passage.get("start").asInt(), passage.get("end").asInt()))
        .isEqualTo(passage.get("text").asString());
    assertThat(jobs.run(name, "{\"kind\":\"boilerplate\",\"minDocuments\":2}")).hasSize(2);
    assertThat(jobs.run(name, "{\"kind\":\"boilerplate\",\"minDocuments\":13}")).isEmpty();
  }

  @Test
  void markedBoilerplateIsLeftOut() {
    for (int i = 0; i < 12; i++) {
      texts.put("d" + i, words(50) + " " + FOOTER);
    }
    String own = words(30);
    texts.put("x", own + " " + FOOTER);
    texts.put("y", own + " " + FOOTER + " " + words(30));
    store("{}");
    assertThat(jobs.run(name, "{\"kind\":\"passages\"}")).hasSize(14 * 13 / 2);
    String path = "/collections/" + name + "/boilerplate";
    service.post(path, "{\"text\":\"" + FOOTER + "\"}").require(200);
    List<JsonNode> pairs = jobs.run(name, "{\"kind\":\"passages\"}");
    assertThat(pairs).extracting(PassagesJobTests::ids).containsExactly("x y");
    assertThat(pairs.getFirst().get("words").asInt()).isEqualTo(30);
    assertThat(share(pairs.getFirst())).isEqualTo(1);
    assertThat(jobs.run(name, "{\"kind\":\"boilerplate\"}")).isEmpty();
    service.delete(path).require(204);
    assertThat(jobs.run(name, "{\"kind\":\"boilerplate\"}")).hasSize(1);
  }

  @Test
  void disabledAndFilteredDocumentsAreLeftOut() {
    String same = words(40);
    texts.putAll(Map.of("a", same, "b", same, "c", same));
    store("{\"lang\":\"en\"}");
    texts.put("d", same);
    texts.keySet().removeAll(Set.of("a", "b", "c"));
    store("{\"lang\":\"de\"}");
    service
        .send(
            "PATCH",
            "/documents/a?collection=" + name,
            Map.of("Content-Type", RunningService.JSON),
            "{\"enabled\":false}")
        .require(200);
    assertThat(jobs.run(name, "{\"kind\":\"passages\",\"filter\":\"lang:en\"}"))
        .extracting(PassagesJobTests::ids)
        .containsExactly("b c");
    assertThat(jobs.run(name, "{\"kind\":\"passages\"}"))
        .extracting(PassagesJobTests::ids)
        .containsExactlyInAnyOrder("b c", "b d", "c d");
    service.delete("/documents/b?collection=" + name).require(204);
    assertThat(jobs.run(name, "{\"kind\":\"passages\"}"))
        .extracting(PassagesJobTests::ids)
        .containsExactly("c d");
  }

  @Test
  void aCollectionWithoutTextsIsRefused() {
    service.put("/collections/" + name + "-ids", "{\"storeText\":false}").require(201);
    for (String kind : List.of("passages", "boilerplate")) {
      Problems.require(
          service.post("/collections/" + name + "-ids/jobs", "{\"kind\":\"" + kind + "\"}").json(),
          "409 conflict",
          "collection",
          "stores no texts");
    }
    service.delete("/collections/" + name + "-ids").require(204);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"kind":"passages","minShared":5} | minShared | 6 words or more
          {"kind":"passages","minShare":1.5} | minShare | 0 to 1
          {"kind":"passages","maxDistance":3} | maxDistance | is not a field
          {"kind":"boilerplate","minDocuments":1} | minDocuments | 2 or more
          {"kind":"boilerplate","minShared":0} | minShared | 6 words or more
          {"kind":"boilerplate","minShare":0.5} | minShare | is not a field
          """)
  void invalidJobsAreRefused(String body, String field, String allowed) {
    Problems.require(
        service.post("/collections/" + name + "/jobs", body).json(),
        "400 invalid-request",
        field,
        allowed);
  }

  private String words(int count) {
    return PassageTexts.words(random, count, 5_000);
  }

  private void store(String metadata) {
    texts.forEach((id, text) ->
        service
            .put(
                "/documents/" + id + "?collection=" + name,
                "{\"text\":" + Json.quote(text) + ",\"metadata\":" + metadata + "}")
            .require(201));
  }
}
