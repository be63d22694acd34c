package io.neardup.web.join;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.Seeds;
import io.neardup.SimilarityByDefinition;
import io.neardup.cli.Run;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Lookups by GET, POST and lines, pairs, groups, jobs and files find the same pairs with the same
/// values, and these are the ones that a comparison of all texts finds.
///
/// The texts are real ones, with edits around the limit, and others of equal fingerprints: with
/// another content, and with equal features.
@HttpTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryDoorTests {

  private static final int MOST = 1_000 + Seeds.rounds(1_000); // texts
  private static final double EXACT = 1e-9;

  @Autowired private RunningService service;

  private final String name = "doors-" + UUID.randomUUID();
  private final Map<String, Text> texts = new TreeMap<>();

  /// A text, and what the profile makes of it.
  private record Text(String text, Fingerprint fingerprint, FeatureVector features) {

    static Text of(String text) {
      Content content = new Content.Text(text);
      return new Text(
          text,
          Profiles.SIMHASH_256_V1.sketch(content).fingerprint(),
          Profiles.SIMHASH_256_V1.vector(content));
    }
  }

  /// A pair as a door gives it: the ids in order, and the values.
  private record Found(String ids, int distance, double similarity, boolean verified) {

    static Found of(String one, String other, JsonNode values) {
      return new Found(
          one.compareTo(other) < 0 ? one + " " + other : other + " " + one,
          values.get("distance").asInt(),
          values.get("featureSimilarity").asDouble(),
          values.has("verified") && values.get("verified").asBoolean());
    }
  }

  @BeforeAll
  void store() throws IOException {
    store(readTexts());
  }

  @AfterAll
  void dropCollection() {
    service.delete("/collections/" + name).require(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0.9", "1"})
  void allDoorsFindThePairsOfAComparisonOfAllTexts(String minSimilarity, @TempDir Path folder)
      throws IOException {
    String limit = minSimilarity.isEmpty() ? "" : "&minSimilarity=" + minSimilarity;
    JsonNode answer = joined("/pairs?recall=exact&collection=" + name + limit);
    Set<Found> pairs = found(answer.get("pairs"));
    requireExact(pairs, answer.get("summary"));
    requireLookups(pairs, minSimilarity);
    requireJobs(
        pairs,
        ",\"recall\":\"exact\""
            + (minSimilarity.isEmpty() ? "" : ",\"minSimilarity\":" + minSimilarity)
            + "}");
    requireGroups(pairs, joined("/groups?recall=exact&collection=" + name + limit).get("groups"));
    List<Object> options = new ArrayList<>(List.of("--recall", 1, "-q"));
    if (!minSimilarity.isEmpty()) {
      options.addAll(List.of("--min-similarity", minSimilarity));
    }
    requireFiles(pairs, options, folder);
  }

  @Test
  void allDoorsFindTheSamePairsByBands(@TempDir Path folder) throws IOException {
    JsonNode answer = joined("/pairs?plan=4x45&collection=" + name);
    Set<Found> pairs = found(answer.get("pairs"));
    assertThat(pairs).hasSizeGreaterThan(100);
    JsonNode summary = answer.get("summary");
    assertThat(summary.get("plan").asString()).isEqualTo("bands 4x45");
    assertThat(summary.get("recall").asDouble()).isBetween(0.95, 0.96);
    assertThat(summary.at("/bands/expectedShare").asDouble()).isBetween(0.97, 1.0);
    requireJobs(pairs, ",\"plan\":\"4x45\"}");
    requireGroups(pairs, joined("/groups?plan=4x45&collection=" + name).get("groups"));
    requireFiles(pairs, List.of("--plan", "4x45", "-q"), folder);
  }

  @Test
  void allDoorsFindTheSamePairsByTheWeightsOfTheCollection() {
    service.patch("/collections/" + name, "{\"weights\":\"collection\"}").require(200);
    Set<Found> pairs = found(joined("/pairs?recall=exact&collection=" + name).get("pairs"));
    assertThat(pairs).hasSizeGreaterThan(500).allMatch(Found::verified);
    requireLookups(pairs, "");
    requireJobs(pairs, ",\"recall\":\"exact\"}");
    requireGroups(pairs, joined("/groups?recall=exact&collection=" + name).get("groups"));
    service.patch("/collections/" + name, "{\"weights\":\"profile\"}").require(200);
  }

  /// The pairs are those whose exact similarity reaches the limit, and all values are right.
  private void requireExact(Set<Found> pairs, JsonNode summary) {
    double limit = summary.at("/verification/minSimilarity").asDouble();
    int within = summary.at("/verification/candidatesWithin").asInt();
    Map<String, Found> byIds = pairs.stream().collect(Collectors.toMap(Found::ids, each -> each));
    List<String> ids = List.copyOf(texts.keySet());
    int expected = 0;
    for (int i = 0; i < ids.size(); i++) {
      for (int j = i + 1; j < ids.size(); j++) {
        Text one = texts.get(ids.get(i));
        Text other = texts.get(ids.get(j));
        int distance = one.fingerprint.distance(other.fingerprint);
        if (distance > within) {
          continue;
        }
        String both = ids.get(i) + " " + ids.get(j);
        double similarity = SimilarityByDefinition.of(one.features, other.features);
        Found found = byIds.get(both);
        if (similarity < limit - EXACT) {
          assertThat(found).as("%s of similarity %s", both, similarity).isNull();
          continue;
        }
        expected++;
        assertThat(found).as("%s of similarity %s", both, similarity).isNotNull();
        assertThat(found.distance).as(both).isEqualTo(distance);
        if (found.verified) {
          assertThat(found.similarity).as(both).isCloseTo(similarity, within(EXACT));
        }
      }
    }
    assertThat(pairs).hasSize(expected).hasSizeGreaterThan(100);
    if (limit == 0.9) { // by default, texts of equal fingerprints are accepted without a comparison
      assertThat(pairs).anyMatch(pair -> pair.distance == 0 && pair.similarity < 1 - EXACT);
    }
  }

  private void requireLookups(Set<Found> pairs, String minSimilarity) {
    String query =
        "collection="
            + name
            + "&recall=exact&limit=1000"
            + (minSimilarity.isEmpty() ? "" : "&minSimilarity=" + minSimilarity);
    String lines =
        texts.keySet().stream()
            .map(id -> "{\"id\":" + Json.quote(id) + "}\n")
            .collect(Collectors.joining());
    Set<Found> byLines = new TreeSet<>(ORDER);
    for (JsonNode answer : service.postLines("/duplicates?" + query, lines).require(200).lines()) {
      assertThat(answer.get("truncated").asBoolean()).isFalse();
      String id = List.copyOf(texts.keySet()).get(answer.get("line").asInt() - 1);
      answer
          .get("matches")
          .forEach(match -> byLines.add(Found.of(id, match.get("id").asString(), match)));
    }
    assertSame(byLines, pairs);
    List<String> some = new ArrayList<>(texts.keySet());
    Collections.shuffle(some, new Random(3));
    for (String id : some.subList(0, 40)) {
      Set<Found> own =
          pairs.stream()
              .filter(pair -> List.of(pair.ids.split(" ")).contains(id))
              .collect(Collectors.toCollection(() -> new TreeSet<>(ORDER)));
      assertSame(matches(id, service.get("/duplicates?id=" + id + "&" + query).json()), own);
      String text = texts.get(id).text;
      assertSame(
          matches(
              id,
              service
                  .post(
                      "/duplicates?collection=" + name,
                      "{\"recall\":\"exact\",\"limit\":1000"
                          + (minSimilarity.isEmpty() ? "" : ",\"minSimilarity\":" + minSimilarity)
                          + ",\"text\":"
                          + Json.quote(text)
                          + "}")
                  .json()),
          own);
      if (text.length() < 5_000) {
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        assertSame(
            matches(id, service.get("/duplicates?text=" + encoded + "&" + query).json()), own);
      }
    }
  }

  /// The matches of a text but itself.
  private static Set<Found> matches(String id, JsonNode answer) {
    Set<Found> matches = new TreeSet<>(ORDER);
    for (JsonNode match : answer.get("matches")) {
      if (!match.get("id").asString().equals(id)) {
        matches.add(Found.of(id, match.get("id").asString(), match));
      }
    }
    return matches;
  }

  /// @param request the rest of it, after its kind
  private void requireJobs(Set<Found> pairs, String request) {
    assertSame(found(job("{\"kind\":\"pairs\"" + request)), pairs);
    List<JsonNode> groups = job("{\"kind\":\"groups\"" + request);
    requireGroups(pairs, groups);
    Map<String, Found> listed = new TreeMap<>();
    for (JsonNode row : job("{\"kind\":\"dedupe\",\"dryRun\":true" + request)) {
      listed.put(
          row.get("id").asString(),
          Found.of(row.get("id").asString(), row.get("survivor").asString(), row));
    }
    Map<String, Found> members = new TreeMap<>();
    for (JsonNode group : groups) {
      String survivor = group.get("survivor").asString();
      for (JsonNode member : group.get("members")) {
        String id = member.get("id").asString();
        if (!id.equals(survivor)) {
          members.put(id, Found.of(id, survivor, member));
        }
      }
    }
    assertThat(listed.keySet()).isEqualTo(members.keySet());
    members.forEach((id, member) -> { // a listed document is compared by its features in any case
      Found row = listed.get(id);
      boolean decides = member.verified || !row.verified;
      assertThat(decides ? row : row.ids + row.distance)
          .isEqualTo(decides ? member : member.ids + member.distance);
    });
  }

  /// Members are near their survivor with the value of the pair, and nothing is left out.
  private static void requireGroups(Set<Found> pairs, Iterable<JsonNode> lines) {
    Map<String, Found> byIds = pairs.stream().collect(Collectors.toMap(Found::ids, each -> each));
    Set<String> taken = new TreeSet<>();
    for (JsonNode group : lines) {
      if (!group.has("survivor")) {
        continue;
      }
      String survivor = group.get("survivor").asString();
      assertThat(group.get("beyond").asInt()).isZero();
      assertThat(group.get("truncated").asBoolean()).isFalse();
      for (JsonNode member : group.get("members")) {
        String id = member.get("id").asString();
        if (!id.equals(survivor)) {
          Found found = Found.of(id, survivor, member);
          assertThat(found).as("member %s of %s", id, survivor).isEqualTo(byIds.get(found.ids));
          assertThat(taken.add(id)).as(id).isTrue();
        }
      }
    }
    for (Found pair : pairs) { // of two near-duplicates, at most one is kept
      assertThat(taken).containsAnyOf(pair.ids.split(" "));
    }
  }

  private void requireFiles(Set<Found> pairs, List<Object> options, Path folder)
      throws IOException {
    Path in = folder.resolve("in.jsonl");
    Files.writeString(
        in,
        texts.entrySet().stream()
            .map(each ->
                "{\"id\":%s,\"text\":%s}\n"
                    .formatted(Json.quote(each.getKey()), Json.quote(each.getValue().text)))
            .collect(Collectors.joining()));
    assertSame(found(run(Stream.of("pairs", in, "--output-format", "jsonl"), options)), pairs);
    Map<String, Found> byIds = pairs.stream().collect(Collectors.toMap(Found::ids, each -> each));
    Path dropped = folder.resolve("dropped.jsonl");
    run(
        Stream.of(
            "dedupe", in, "-o", folder.resolve("clean.jsonl"), "--dropped", dropped, "--force"),
        options);
    Set<String> gone = new TreeSet<>();
    for (JsonNode row : Json.readAll(Files.readString(dropped))) {
      String id = row.get("id").asString();
      String kept = row.get("kept").asString();
      Found pair = byIds.get(id.compareTo(kept) < 0 ? id + " " + kept : kept + " " + id);
      assertThat(pair).as("%s dropped for %s", id, kept).isNotNull();
      assertThat(row.get("distance").asInt()).isEqualTo(pair.distance);
      gone.add(id);
    }
    for (Found pair : pairs) {
      assertThat(gone).containsAnyOf(pair.ids.split(" "));
    }
  }

  private static List<JsonNode> run(Stream<Object> arguments, List<Object> options) {
    return Json.readAll(
        Run.of(Stream.concat(arguments, options.stream()).toArray()).require(0).out());
  }

  private static final Comparator<Found> ORDER = Comparator.comparing(Found::ids);

  private static void assertSame(Set<Found> found, Set<Found> pairs) {
    assertThat(found).containsExactlyElementsOf(pairs);
  }

  private static Set<Found> found(Iterable<JsonNode> lines) {
    Set<Found> found = new TreeSet<>(ORDER);
    for (JsonNode line : lines) {
      if (line.has("a") && !line.has("survivor")) {
        assertThat(found.add(Found.of(line.get("a").asString(), line.get("b").asString(), line)))
            .as(line.toString())
            .isTrue();
      }
    }
    return found;
  }

  /// The answer of a join, with all that it finds.
  private JsonNode joined(String target) {
    JsonNode answer = service.get(target + "&limit=10000").require(200).json();
    assertThat(answer.get("truncated").asBoolean()).isFalse();
    return answer;
  }

  private List<JsonNode> job(String request) {
    String id = service.post("/collections/" + name + "/jobs", request).require(202).text("/id");
    JsonNode job =
        await()
            .until(
                () -> service.get("/jobs/" + id + "?wait=30").require(200).json(),
                each -> each.has("finishedAt"));
    assertThat(job.get("state").asString()).as(job.toString()).isEqualTo("done");
    return service
        .send("GET", "/jobs/" + id + "/results", Map.of("Accept", RunningService.NDJSON), "")
        .require(200)
        .lines();
  }

  private void store(List<String> all) {
    service.put("/collections/" + name, "{}").require(201);
    StringBuilder lines = new StringBuilder();
    for (String text : all) {
      String id = String.format(Locale.ROOT, "t%04d", texts.size());
      texts.put(id, Text.of(text));
      lines.append("{\"id\":\"" + id + "\",\"text\":" + Json.quote(text) + "}\n");
    }
    assertThat(service.postLines("/documents?limit=0&collection=" + name, lines.toString()).lines())
        .hasSize(all.size())
        .allMatch(line -> line.has("outcome"));
  }

  /// Real texts, and edited ones.
  private static List<String> readTexts() throws IOException {
    List<String> real = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/quality/docs.jsonl"))) {
      real.add(Json.read(line).get("text").asString());
    }
    Random random = new Random(46);
    List<String> all = new ArrayList<>(real);
    while (all.size() < MOST) {
      String text = real.get(random.nextInt(real.size()));
      all.add(
          switch (random.nextInt(8)) {
            case 0 -> text;
            case 1 -> text.toUpperCase(Locale.ROOT) + " !";
            case 2 -> text + " " + text;
            case 3, 4 -> edited(text, 1, random);
            default ->
                edited(
                    text,
                    Math.max(1, text.split(" ").length * (5 + random.nextInt(25)) / 100),
                    random);
          });
    }
    return all;
  }

  private static String edited(String text, int words, Random random) {
    String[] all = text.split(" ");
    for (int i = 0; i < words; i++) {
      all[random.nextInt(all.length)] = "w" + random.nextInt(1_000_000);
    }
    return String.join(" ", all);
  }
}
