package io.neardup.service.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.FreshService;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.SharedService;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.LabelledPair;
import io.neardup.calibrate.ProfileCalibration;
import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.calibrate.JudgementService.PairDecision;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EvaluationTests {

  private static final int ORIGINALS = 40;

  private static FreshService fresh;
  private static Evaluation evaluation;
  private static JudgementService judgements;
  private static DocumentCollections collections;

  @BeforeAll
  static void start() {
    fresh = SharedService.of();
    evaluation = fresh.context().getBean(Evaluation.class);
    judgements = fresh.context().getBean(JudgementService.class);
    collections = fresh.context().getBean(DocumentCollections.class);
    fill("texts", "{\"storeText\":true}");
    fill("ids", "{\"storeText\":false}");
  }

  /// Originals, copies with a few replaced words, and others with most words replaced.
  private static void fill(String collection, String settings) {
    RunningService http = fresh.http();
    http.put("/collections/" + collection, settings).require(201);
    String lines =
        IntStream.range(0, 3 * ORIGINALS)
            .mapToObj(i -> "{\"id\":\"d%d\",\"text\":%s}".formatted(i, Json.quote(text(i))))
            .collect(Collectors.joining("\n"));
    assertThat(http.postLines("/documents?collection=" + collection, lines).lines())
        .hasSize(3 * ORIGINALS);
  }

  private static String text(int number) {
    SplittableRandom base = new SplittableRandom(number % ORIGINALS);
    List<String> words = new ArrayList<>(base.ints(80, 0, 9_000).mapToObj(i -> "w" + i).toList());
    SplittableRandom edits = new SplittableRandom(1_000 + number);
    int[] replaced = {0, 6, 60};
    for (int i = 0; i < replaced[number / ORIGINALS]; i++) {
      words.set(edits.nextInt(80), "x" + edits.nextInt(9_000));
    }
    return String.join(" ", words);
  }

  @Test
  void pairsAreEvaluatedWithEveryProfile() {
    List<LabelledPair> pairs = new ArrayList<>();
    for (int i = 0; i < ORIGINALS; i++) {
      pairs.add(new LabelledPair(text(i), text(i + ORIGINALS), true));
      pairs.add(new LabelledPair(text(i), text(i + 2 * ORIGINALS), false));
    }
    CalibrationResult result =
        evaluation.ofSent(
            request("paper-v1", "simhash-512-v1"), pairs, null, null, StopSignal.NEVER);
    assertThat(result.from()).isEqualTo(CalibrationResult.Source.PAIRS);
    assertThat(result.profiles())
        .extracting(ProfileCalibration::profile)
        .containsExactly("paper-v1", "simhash-512-v1");
    assertThat(result.profiles().getLast().recommended().score().f1()).isGreaterThan(0.999);
  }

  @Test
  void documentsOfTheCollectionAreEvaluated() {
    CalibrationResult result = documents("texts", request());
    assertThat(result.from()).isEqualTo(CalibrationResult.Source.DOCUMENTS);
    assertThat(result.documents()).isEqualTo(3 * ORIGINALS);
    assertThat(result.sampled()).isEqualTo(3 * ORIGINALS);
    ProfileCalibration profile = result.profiles().getFirst();
    assertThat(profile.profile()).isEqualTo("simhash-256-v1");
    assertThat(profile.recommended().score().f1()).isGreaterThan(0.95);
    assertThat(profile.duplicatesPerDocument()).isBetween(0.6, 0.7); // 40 pairs of 120 documents
  }

  @Test
  void textsAreEvaluatedAsASampleOfALargerCollection() {
    List<String> texts = IntStream.range(0, 50).mapToObj(EvaluationTests::text).toList();
    CalibrationResult result =
        evaluation.ofSent(request(), null, texts, 1_000_000L, StopSignal.NEVER);
    assertThat(result.sampled()).isEqualTo(50);
    assertThat(result.documents()).isEqualTo(1_000_000);
    assertThat(result.profiles().getFirst().recommended().score().f1()).isGreaterThan(0.9);
    assertRefused(() -> documents("ids", request()), "texts", "stores no texts");
    assertRefused(
        () -> evaluation.ofSent(request(), null, texts.subList(0, 9), 1L, StopSignal.NEVER),
        "texts",
        "had 9");
  }

  @Test
  void judgementsOfTheCollectionAreEvaluated() {
    for (String name : List.of("texts", "ids")) {
      DocumentCollection collection = collections.get(name);
      List<PairDecision> decisions = new ArrayList<>();
      for (int i = 0; i < ORIGINALS; i++) {
        decisions.add(new PairDecision("d" + i, "d" + (i + ORIGINALS), true, 1));
        decisions.add(new PairDecision("d" + i, "d" + (i + 2 * ORIGINALS), false, 3));
      }
      judgements.store(collection, decisions);
    }
    CalibrationResult byText = judgements("texts", request());
    CalibrationResult byFingerprint = judgements("ids", request());
    assertThat(byText.duplicates()).isEqualTo(ORIGINALS);
    assertThat(byText.others()).isEqualTo(ORIGINALS);
    ProfileCalibration profile = byText.profiles().getFirst();
    assertThat(profile.recommended().score().f1()).isGreaterThan(0.999);
    assertThat(byText.sampled()).isEqualTo(3 * ORIGINALS);
    assertThat(profile.duplicatesPerDocument()).isCloseTo(2.0 / 3, within(1e-9));
    ProfileCalibration ids = byFingerprint.profiles().getFirst();
    assertThat(ids.recommended().distance()).isEqualTo(profile.recommended().distance());
    assertThat(ids.recommended().score().f1()).isGreaterThan(0.999);
    assertThat(ids.duplicatesPerDocument()).isCloseTo(2.0 / 3, within(1e-9));

    EvaluationRequest other = request("simhash-512-v1");
    assertThat(judgements("texts", other).profiles().getFirst().bits()).isEqualTo(512);
    assertRefused(() -> judgements("ids", other), "profiles", "simhash-256-v1 alone");

    // A judgement no longer applies when a document gets another text, or is deleted.
    fresh.http().put("/documents/d1?collection=ids", "{\"text\":\"something else\"}");
    fresh.http().delete("/documents/d2?collection=ids").require(204);
    assertThat(judgements("ids", request()).duplicates()).isEqualTo(ORIGINALS - 2);
    // It does with an edited text, but not with two others at the same distance.
    fresh.http().put("/documents/d3?collection=ids", "{\"text\":\"%s y\"}".formatted(text(3)));
    assertThat(judgements("ids", request()).duplicates()).isEqualTo(ORIGINALS - 2);
    DocumentCollection stored = collections.get("ids");
    assertThat(decided(stored)).contains("d4 d44");
    int distance =
        stored.get("d4").fingerprint().distance(stored.get("d" + (4 + ORIGINALS)).fingerprint());
    replaceFingerprint("d4");
    replaceFingerprint("d44");
    assertThat(stored.get("d4").fingerprint().distance(stored.get("d44").fingerprint()))
        .isEqualTo(distance);
    assertThat(judgements("ids", request()).duplicates()).isEqualTo(ORIGINALS - 3);
    assertThat(decided(stored)).isNotEmpty().doesNotContain("d4 d44");
  }

  /// The sampled pairs on which something was decided.
  private static List<String> decided(DocumentCollection collection) {
    return judgements
        .sample(collection, SampleRequest.of(collection, 0, null, 100, null), StopSignal.NEVER)
        .pairs()
        .stream()
        .filter(pair -> pair.judged() != null)
        .map(pair -> pair.a().id() + " " + pair.b().id())
        .toList();
  }

  /// Flips the same 128 bits of every fingerprint.
  private static void replaceFingerprint(String id) {
    Fingerprint present = collections.get("ids").get(id).fingerprint();
    Fingerprint other =
        Fingerprint.of(256, ~present.word(0), ~present.word(1), present.word(2), present.word(3));
    fresh
        .http()
        .put("/documents/" + id + "?collection=ids", "{\"fingerprint\":\"" + other + "\"}")
        .require(200);
  }

  @Test
  void evaluationsWithoutLabelsAreRefused() {
    judgements.clear(collections.get("default"));
    assertRefused(() -> judgements("default", request()), "judgements", "had 0 and 0");
    List<LabelledPair> one = List.of(new LabelledPair("a", "b", true));
    assertRefused(
        () -> evaluation.ofSent(request(), one, null, null, StopSignal.NEVER),
        "pairs",
        "had 1 and 0");
    assertRefused(() -> documents("texts", request("no-such-profile")), "profiles", "one of");
  }

  @Test
  void progressIsReportedAndAStopSignalStops() {
    AtomicLong reported = new AtomicLong();
    evaluation.ofDocuments(
        collections.get("texts"),
        request(),
        MetadataFilter.NONE,
        (done, total) -> reported.incrementAndGet(),
        StopSignal.NEVER);
    assertThat(reported.get()).isGreaterThan(100);
    AtomicLong checks = new AtomicLong();
    assertThatThrownBy(() ->
            evaluation.ofDocuments(
                collections.get("texts"),
                request(),
                MetadataFilter.NONE,
                CalibrationProgress.NONE,
                () -> {
                  if (checks.incrementAndGet() > 50) {
                    throw new IllegalStateException("cancelled");
                  }
                }))
        .hasMessage("cancelled");
    assertThat(checks.get()).isEqualTo(51);
  }

  private static CalibrationResult documents(String collection, EvaluationRequest request) {
    return evaluation.ofDocuments(
        collections.get(collection),
        request,
        MetadataFilter.NONE,
        CalibrationProgress.NONE,
        StopSignal.NEVER);
  }

  private static CalibrationResult judgements(String collection, EvaluationRequest request) {
    return evaluation.ofJudgements(
        collections.get(collection),
        request,
        MetadataFilter.NONE,
        CalibrationProgress.NONE,
        StopSignal.NEVER);
  }

  private static EvaluationRequest request(String... profiles) {
    return EvaluationRequest.of(profiles.length == 0 ? null : List.of(profiles), null, null, null);
  }

  private static void assertRefused(ThrowingCallable call, String field, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(RequestException.class, e -> assertThat(e.field()).isEqualTo(field))
        .hasMessageContaining(message);
  }
}
