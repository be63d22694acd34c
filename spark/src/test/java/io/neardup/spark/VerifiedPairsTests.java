package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The job lists the pairs whose features are similar, as all pairs of texts compared here.
class VerifiedPairsTests {

  private static final int TEXTS = 60;
  private static final int WORDS = 40;
  private static final int FAMILY = 3_000;
  private static final Profile PROFILE = new Profiles().defaultProfile();

  @TempDir Path folder;

  private final List<String> texts = new ArrayList<>();
  private Path input;

  /// Copies of ten texts with 2 to 12 other words: their distances are on both sides of the limit.
  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < TEXTS; i++) {
      List<String> words = new ArrayList<>();
      SplittableRandom original = new SplittableRandom(i / 6);
      for (int word = 0; word < WORDS; word++) {
        words.add("word" + original.nextInt(100_000));
      }
      for (int changes = i % 6 == 0 ? 0 : 2 * (i % 6) + 2; changes > 0; changes--) {
        words.set(random.nextInt(WORDS), "other" + random.nextInt(100_000));
      }
      texts.add(String.join(" ", words));
    }
    input = folder.resolve("texts.jsonl");
    Files.write(
        input,
        IntStream.range(0, TEXTS)
            .mapToObj(i -> "{\"id\": \"t%02d\", \"text\": \"%s\"}".formatted(i, texts.get(i)))
            .toList());
  }

  private List<String> listed(String... options) {
    Path out = folder.resolve("out");
    run(
        0,
        Stream.concat(
                Stream.of("pairs", "-i", input.toString(), "-o", out.toString()),
                Stream.concat(Stream.of("--id-column", "id"), Stream.of(options)))
            .toArray(String[]::new));
    return sorted(LocalSpark.session().read().parquet(out + "/pairs").select("a", "b", "distance"));
  }

  /// All pairs, by the engine.
  private List<String> expected(NearLimit limit) {
    Verification verification = limit.verification();
    List<String> pairs = new ArrayList<>();
    for (int a = 0; a < TEXTS; a++) {
      for (int b = a + 1; b < TEXTS; b++) {
        int distance = fingerprint(a).distance(fingerprint(b));
        boolean near =
            verification == null
                ? distance <= limit.maxDistance()
                : distance <= verification.clearWithin()
                    || distance <= verification.candidatesWithin()
                        && WeightedJaccard.of(vector(a), vector(b)) >= verification.minSimilarity();
        if (near) {
          pairs.add("t%02d|t%02d|%d".formatted(a, b, distance));
        }
      }
    }
    return pairs;
  }

  private Fingerprint fingerprint(int text) {
    return PROFILE.sketch(new Content.Text(texts.get(text))).fingerprint();
  }

  private FeatureVector vector(int text) {
    return PROFILE.vector(new Content.Text(texts.get(text)));
  }

  @Test
  void listsThePairsWhoseFeaturesAreSimilar() throws IOException {
    NearLimit limit = NearLimit.of(PROFILE, PROFILE.maxDistance(), null, null, true, null);
    List<String> expected = expected(limit);
    List<String> byDistance = expected(new NearLimit(limit.reach(), null));
    assertThat(expected).isNotEmpty().hasSizeLessThan(byDistance.size());
    assertThat(expected)
        .isNotEqualTo(expected(new NearLimit(PROFILE.maxDistance(), null)))
        .hasSizeGreaterThan(
            expected(
                    new NearLimit(Objects.requireNonNull(limit.verification()).clearWithin(), null))
                .size());

    assertThat(listed()).isEqualTo(expected);
    assertThat(Files.readString(folder.resolve("out/report.json")))
        .contains("\"refused\" : " + (byDistance.size() - expected.size()));
  }

  /// Bands of few minima find all pairs that the features decide on, also far ones.
  @Test
  void listsThePairsThatBandsFind() throws IOException {
    NearLimit limit = NearLimit.of(PROFILE, PROFILE.maxDistance(), null, null, true, null);
    NearLimit reaching = JoinWay.reaching(limit, PROFILE.bits());
    assertThat(expected(reaching)).hasSizeGreaterThan(expected(limit).size());

    assertThat(listed("--plan", "1x128")).isEqualTo(expected(reaching));
    assertThat(Files.readString(folder.resolve("out/report.json")))
        .contains("\"plan\" : \"bands 1x128\"");
  }

  /// More texts of one family than are all compared: each is near a hub.
  @Test
  void familiesAreComparedThroughHubs() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    String[] words = texts.getFirst().split(" ");
    Files.write(
        input,
        IntStream.range(0, FAMILY)
            .mapToObj(i -> {
              String[] copy = words.clone();
              copy[random.nextInt(WORDS)] = "other" + i;
              return "{\"id\": \"f%04d\", \"text\": \"%s\"}".formatted(i, String.join(" ", copy));
            })
            .toList());
    List<String> pairs = listed("--plan", "4x45");
    assertThat(pairs).hasSizeBetween(FAMILY - 1, FAMILY * FAMILY / 10);
    assertThat(pairs.stream().flatMap(pair -> Stream.of(pair.split("\\|")).limit(2)).distinct())
        .hasSize(FAMILY);
    assertThat(shuffledForCandidates() / FAMILY)
        .isBetween(100L, report().get("shuffleBudget").asLong());
  }

  private long shuffledForCandidates() throws IOException {
    for (JsonNode stage : report().get("stages")) {
      if (stage.get("stage").asText().equals("neardup: candidates by features")) {
        return stage.get("shuffleBytes").asLong();
      }
    }
    throw new AssertionError("no such stage");
  }

  private JsonNode report() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out/report.json").toFile());
  }

  @Test
  void listsThePairsWithinTheDistanceWithoutVerification() {
    assertThat(listed("--no-verify", "--recall", "1"))
        .isEqualTo(expected(new NearLimit(PROFILE.maxDistance(), null)));
  }

  /// The pairs of the sample, which the service and the command line list too.
  @Test
  void pairsOfTheSampleAreThoseOfTheService() throws IOException {
    Path sample = Path.of("../src/test/resources/quality").toAbsolutePath().normalize();
    input = sample.resolve("docs.jsonl");
    List<String> expected =
        Files.readAllLines(sample.resolve("near-pairs.csv")).stream()
            .map(pair -> pair.replace(',', '|'))
            .sorted()
            .toList();
    assertThat(listed()).isEqualTo(expected);

    Map<String, Set<String>> groups = new HashMap<>(); // of each record
    for (String pair : expected) {
      String[] ids = pair.split("\\|");
      Set<String> joined = groups.computeIfAbsent(ids[0], id -> new TreeSet<>(Set.of(id)));
      joined.addAll(groups.getOrDefault(ids[1], Set.of(ids[1])));
      joined.forEach(id -> groups.put(id, joined));
    }
    Path out = folder.resolve("clean");
    run(
        0,
        "dedupe",
        "-i",
        input.toString(),
        "-o",
        out.toString(),
        "--id-column",
        "id",
        "--by",
        "components",
        "--survivor",
        "first");
    List<String> kept =
        sorted(LocalSpark.session().read().json(input.toString()).select("id")).stream()
            .filter(id -> groups.getOrDefault(id, Set.of(id)).iterator().next().equals(id))
            .toList();
    assertThat(sorted(LocalSpark.session().read().json(out + "/clean").select("id")))
        .isEqualTo(kept);
  }
}
