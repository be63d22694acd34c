package io.neardup.service.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.cli.Run;
import io.neardup.index.StopSignal;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.store.StoreOptions;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Collections find pairs and groups by bands as files do: 7,000 texts made of real sentences, some
/// equal, some edited, and edits of one page, so many that not all of them are compared.
class BandedCollectionTests {

  private static final int TEXTS = 7_000;
  private static final int FAMILY = 2_000;
  private static final LookupRequest USUAL = requested(null, null);
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private static Path folder;

  private static DocumentStore store;
  private static DocumentCollections collections;
  private static DocumentCollection all;
  private static Path file;

  @BeforeAll
  static void fill() throws IOException {
    store = DocumentStore.open(folder.resolve("data"), StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    all = collection("all", VerifyMode.TEXT);
    file = folder.resolve("texts.jsonl");
    List<String> lines = new ArrayList<>();
    int number = 0;
    for (String text : texts()) {
      String id = "t%05d".formatted(number++);
      put(all, id, new Source.OfContent(new Content.Text(text)));
      lines.add(JSON.writeValueAsString(JSON.createObjectNode().put("id", id).put("text", text)));
    }
    Files.write(file, lines);
  }

  @AfterAll
  static void close() {
    store.close();
  }

  private static List<String> texts() throws IOException {
    List<String> sentences =
        Files.readAllLines(Path.of("src/test/resources/quality/docs.jsonl")).stream()
            .map(line -> JSON.readTree(line).get("text").asString())
            .flatMap(text -> Arrays.stream(text.split("[.!?;]\\s+|\n\n")))
            .filter(sentence -> sentence.length() > 40)
            .toList();
    SplittableRandom random = new SplittableRandom(49);
    List<String> texts = new ArrayList<>();
    while (texts.size() < TEXTS - FAMILY) {
      if (texts.size() > 100 && random.nextInt(4) == 0) {
        texts.add(edited(texts.get(random.nextInt(texts.size())), random, random.nextInt(30)));
      } else {
        texts.add(
            Stream.generate(() -> sentences.get(random.nextInt(sentences.size())))
                .limit(3 + random.nextInt(5))
                .collect(Collectors.joining(". ")));
      }
    }
    String page = String.join(". ", sentences.subList(0, 12));
    for (int i = 0; i < FAMILY; i++) {
      texts.add(edited(page, random, 2));
    }
    return texts;
  }

  private static String edited(String text, SplittableRandom random, int percent) {
    return Arrays.stream(text.split(" "))
        .map(word -> random.nextInt(100) < percent ? "e" + random.nextInt(99_999) : word)
        .collect(Collectors.joining(" "));
  }

  private static DocumentCollection collection(String name, VerifyMode mode) {
    collections.put(
        name,
        new CollectionChange(
            null, null, mode == VerifyMode.TEXT, mode, WeightSource.PROFILE, false, null));
    return collections.get(name);
  }

  private static void put(DocumentCollection collection, String id, Source source) {
    NewDocument document =
        new NewDocument(
            id,
            source,
            null,
            LookupRequest.NOTHING,
            OnDuplicate.ADD,
            null,
            null,
            Precondition.NONE,
            null,
            null);
    collection.store(collection.prepare(document, StopSignal.NEVER)).join();
  }

  private static LookupRequest requested(
      @Nullable Integer maxDistance, @Nullable Double minSimilarity) {
    return new LookupRequest(maxDistance, null, null, null, MetadataFilter.NONE, minSimilarity);
  }

  /// What a join found.
  private record Found(Set<String> pairs, JoinResult result) {}

  private static Found pairs(
      DocumentCollection collection, @Nullable String plan, StopSignal stop, int maxPairs) {
    Set<String> pairs = new ConcurrentSkipListSet<>();
    try (CollectionJoin join =
        new JoinService(1, maxPairs)
            .open(collection, USUAL, plan, null, stop, new ForkJoinPool(2))) {
      join.pairs(
          pair -> assertThat(pairs.add(line(pair))).as("%s once", pair).isTrue(),
          equal -> pairs.add(equal.toString()));
      return new Found(pairs, join.result());
    }
  }

  private static String line(NearPair pair) {
    return pair.a() + " " + pair.b() + " " + pair.distance() + " " + pair.featureSimilarity();
  }

  private static Set<String> inFile(String plan) {
    return Run.of("pairs", file, "--plan", plan).require(0).lines().stream()
        .map(JSON::readTree)
        .map(pair ->
            pair.get("a").asString()
                + " "
                + pair.get("b").asString()
                + " "
                + pair.get("distance").asInt()
                + " "
                + pair.get("featureSimilarity").asDouble())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bands", "3x12"})
  void pairsAreThoseOfFiles(String plan) {
    Found found = pairs(all, plan, StopSignal.NEVER, 20_000_000);
    assertThat(found.pairs).hasSizeGreaterThan(10_000).isEqualTo(inFile(plan));
    assertThat(found.result.plan()).isEqualTo("bands " + (plan.equals("bands") ? "4x45" : plan));
    assertThat(found.result.exact()).isFalse();
    assertThat(found.result.exactTo()).isNull();
    assertThat(found.result.recall()).isBetween(plan.equals("bands") ? 0.95 : 0.5, 0.96);
    assertThat(found.result.bands().expectedShare()).isBetween(found.result.recall(), 1.0);
    assertThat(found.result.bands().partlyCompared()).isGreaterThan(1_000);
    assertThat(found.result.bands().nearNone()).isZero();
  }

  @Test
  void fewTextsAreJoinedByBits() {
    DocumentCollection few = collection("few", VerifyMode.TEXT);
    for (int i = 0; i < 200; i++) {
      put(few, "f" + i, new Source.OfContent(new Content.Text("some text with number " + i / 2)));
    }
    Found byBits = pairs(few, null, StopSignal.NEVER, 1_000);
    assertThat(byBits.result.plan()).isEqualTo("scan");
    assertThat(byBits.result.bands()).isNull();
    Found byBands = pairs(few, "bands", StopSignal.NEVER, 1_000_000);
    assertThat(byBands.result.plan()).isEqualTo("bands 4x45");
    assertThat(byBands.pairs).contains("f0 f1 0 1.0", "f198 f199 0 1.0");
  }

  @Test
  void groupsAreThoseOfFiles() {
    List<String> groups = new ArrayList<>();
    try (CollectionJoin join =
        new JoinService(1, 20_000_000)
            .open(all, USUAL, null, null, StopSignal.NEVER, new ForkJoinPool(2))) {
      join.groups(
          Grouping.of(null, null),
          (group, further) -> {
            Set<String> members = new TreeSet<>();
            group.members().forEach(each -> members.add(each.id()));
            further.forEachRemaining(
                page -> page.members().forEach(each -> members.add(each.id())));
            groups.add(group.survivor() + " of " + members);
            assertThat(group.beyond()).isZero();
          });
      assertThat(join.result().plan()).isEqualTo("bands 4x45");
    }
    Map<Integer, Set<String>> ids = new TreeMap<>();
    Map<Integer, String> kept = new TreeMap<>();
    for (String line : Run.of("groups", file).require(0).lines()) {
      JsonNode record = JSON.readTree(line);
      int group = record.get("group").asInt();
      ids.computeIfAbsent(group, number -> new TreeSet<>()).add(record.get("id").asString());
      if (record.get("kept").asBoolean()) {
        kept.put(group, record.get("id").asString());
      }
    }
    List<String> ofFile =
        kept.keySet().stream().map(group -> kept.get(group) + " of " + ids.get(group)).toList();
    assertThat(groups).hasSizeGreaterThan(500).isEqualTo(ofFile);
  }

  /// Their pairs are found by bits, with texts and with each other.
  @Test
  void documentsWithoutFeaturesAreComparedByBits() throws IOException {
    DocumentCollection mixed = collection("mixed", VerifyMode.FEATURES);
    int number = 0;
    for (String line : Files.readAllLines(file).subList(0, 3_000)) {
      Content.Text text = new Content.Text(JSON.readTree(line).get("text").asString());
      String fingerprint = Profiles.SIMHASH_256_V1.sketch(text).fingerprint().toString();
      boolean bare = number % 7 == 0;
      put(
          mixed,
          (bare ? "bare-" : "text-") + number++,
          bare ? new Source.OfFingerprint(fingerprint) : new Source.OfContent(text));
    }
    Found byBits = pairs(mixed, "bits", StopSignal.NEVER, 1_000_000);
    Found byBands = pairs(mixed, "bands", StopSignal.NEVER, 1_000_000);
    assertThat(withBare(byBands)).hasSizeGreaterThan(50).isEqualTo(withBare(byBits));
    assertThat(byBands.pairs).hasSizeGreaterThan(withBare(byBands).size() + 100);
  }

  private static Set<String> withBare(Found found) {
    return found.pairs.stream()
        .filter(pair -> pair.contains("bare"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void tooManyCandidatesAreFoundByBits() throws IOException {
    DocumentCollection some = collection("some", VerifyMode.TEXT);
    for (String line : Files.readAllLines(file).subList(0, BandPlan.FEW_ROWS + 1_000)) {
      JsonNode text = JSON.readTree(line);
      put(
          some,
          text.get("id").asString(),
          new Source.OfContent(new Content.Text(text.get("text").asString())));
    }
    int all = pairs(some, "bits", StopSignal.NEVER, 20_000_000).pairs.size();
    Found found = pairs(some, null, StopSignal.NEVER, 100);
    assertThat(found.result.plan()).isEqualTo("scan");
    assertThat(found.result.bands()).isNull();
    assertThat(found.pairs).hasSize(all).hasSizeGreaterThan(100);
    assertThatThrownBy(() -> pairs(some, "bands", StopSignal.NEVER, 100))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("more than 100 candidates");
  }

  @ParameterizedTest
  @CsvSource({
    "tables, , , must be bits",
    "bands, 40, , without a distance",
    "4x45, 60, 0.6, without a distance",
    "bands, , 0.1, that bands can find",
  })
  void plansThatAreNotPossibleAreRefused(
      String plan, @Nullable Integer distance, @Nullable Double similarity, String message) {
    assertThatThrownBy(() -> JoinService.way(all, requested(distance, similarity), plan))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(message);
  }

  /// Texts count while they are read; a join that is cancelled meanwhile reads no more.
  @Test
  void textsTakeMemoryUntilItIsCancelled() {
    AtomicInteger texts = new AtomicInteger();
    AtomicLong held = new AtomicLong();
    CollectionJoin[] running = new CollectionJoin[1];
    StopSignal stop =
        new StopSignal() {
          @Override
          public void check() {}

          @Override
          public void hold(long bytes) {
            held.addAndGet(bytes);
          }

          @Override
          public long holdText(long textBytes) {
            held.addAndGet(textBytes);
            if (texts.incrementAndGet() == 1_000) {
              running[0].cancel();
            }
            return textBytes;
          }
        };
    try (CollectionJoin join =
        new JoinService(1, 1_000_000).open(all, USUAL, "bands", null, stop, new ForkJoinPool(2))) {
      running[0] = join;
      join.pairs(pair -> {}, equal -> {});
      assertThat(join.progress()).isBetween(0.01, 0.9);
    }
    assertThat(texts.get()).isBetween(1_000, 1_010);
    assertThat(held.get()).isZero();
  }
}
