package io.neardup.service.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.LabelledPair;
import io.neardup.calibrate.ProfileCalibration;
import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.calibrate.EvaluationRequest.EvaluationSource;
import io.neardup.service.calibrate.JudgementService.Decision;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
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
    fresh = FreshService.start();
    evaluation = fresh.context().getBean(Evaluation.class);
    judgements = fresh.context().getBean(JudgementService.class);
    collections = fresh.context().getBean(DocumentCollections.class);
    fill("texts", "{\"storeText\":true}");
    fill("ids", "{}");
  }

  @AfterAll
  static void stop() {
    fresh.close();
  }

  /// Originals, copies with a few replaced words, and others with most words replaced.
  private static void fill(String collection, String settings) {
    RunningService http = fresh.http();
    http.put("/collections/" + collection, settings).require(201);
    String lines =
        IntStream.range(0, 3 * ORIGINALS)
            .mapToObj(i ->
                "{\"id\":\"d%d\",\"collection\":\"%s\",\"text\":%s}"
                    .formatted(i, collection, Json.quote(text(i))))
            .collect(Collectors.joining("\n"));
    assertThat(http.postLines("/documents", lines).lines()).hasSize(3 * ORIGINALS);
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
  void pairsOfTheRequestAreEvaluatedWithEveryProfile() {
    List<LabelledPair> pairs = new ArrayList<>();
    for (int i = 0; i < ORIGINALS; i++) {
      pairs.add(new LabelledPair(text(i), text(i + ORIGINALS), true));
      pairs.add(new LabelledPair(text(i), text(i + 2 * ORIGINALS), false));
    }
    CalibrationResult result =
        run("texts", request(null, pairs, List.of(), "paper-v1", "simhash-512-v1"));
    assertThat(result.from()).isEqualTo(CalibrationResult.Source.PAIRS);
    assertThat(result.profiles())
        .extracting(ProfileCalibration::profile)
        .containsExactly("paper-v1", "simhash-512-v1");
    assertThat(result.profiles().getLast().recommended().score().f1()).isEqualTo(1);
  }

  @Test
  void documentsOfTheCollectionAreEvaluated() {
    CalibrationResult result = run("texts", request(null, List.of(), List.of()));
    assertThat(result.from()).isEqualTo(CalibrationResult.Source.DOCUMENTS);
    assertThat(result.documents()).isEqualTo(3 * ORIGINALS);
    assertThat(result.sampled()).isEqualTo(3 * ORIGINALS);
    ProfileCalibration profile = result.profiles().getFirst();
    assertThat(profile.profile()).isEqualTo("simhash-256-v1");
    assertThat(profile.recommended().score().f1()).isGreaterThan(0.95);
    assertThat(profile.duplicatesPerDocument()).isBetween(0.6, 0.7); // 40 pairs of 120 documents
  }

  @Test
  void textsOfTheRequestReplaceThoseOfACollectionWithoutTexts() {
    List<String> texts = IntStream.range(0, 50).mapToObj(EvaluationTests::text).toList();
    CalibrationResult result = run("ids", request(null, List.of(), texts));
    assertThat(result.sampled()).isEqualTo(50);
    assertThat(result.documents()).isEqualTo(3 * ORIGINALS);
    assertRefused("ids", request(null, List.of(), List.of()), "texts", "stores no texts");
  }

  @Test
  void judgementsOfTheCollectionAreEvaluated() {
    for (String name : List.of("texts", "ids")) {
      DocumentCollection collection = collections.get(name);
      List<Decision> decisions = new ArrayList<>();
      for (int i = 0; i < ORIGINALS; i++) {
        decisions.add(new Decision("d" + i, "d" + (i + ORIGINALS), true, 1));
        decisions.add(new Decision("d" + i, "d" + (i + 2 * ORIGINALS), false, 3));
      }
      judgements.store(collection, decisions);
    }
    EvaluationRequest request = request(EvaluationSource.JUDGEMENTS, List.of(), List.of());
    CalibrationResult byText = run("texts", request);
    CalibrationResult byFingerprint = run("ids", request);
    assertThat(byText.duplicates()).isEqualTo(ORIGINALS);
    assertThat(byText.others()).isEqualTo(ORIGINALS);
    ProfileCalibration profile = byText.profiles().getFirst();
    assertThat(profile.recommended().score().f1()).isEqualTo(1);
    assertThat(profile.recommended()).isEqualTo(byFingerprint.profiles().getFirst().recommended());
    assertThat(profile.curve()).isEqualTo(byFingerprint.profiles().getFirst().curve());

    EvaluationRequest other =
        request(EvaluationSource.JUDGEMENTS, List.of(), List.of(), "simhash-512-v1");
    assertThat(run("texts", other).profiles().getFirst().bits()).isEqualTo(512);
    assertRefused("ids", other, "profiles", "simhash-256-v1 alone");

    // A judgement no longer applies when a document gets another text, or is deleted.
    fresh.http().put("/documents/d1?collection=ids", "{\"text\":\"something else\"}");
    fresh.http().delete("/documents/d2?collection=ids").require(204);
    assertThat(run("ids", request).duplicates()).isEqualTo(ORIGINALS - 2);
  }

  @Test
  void evaluationsWithoutLabelsAreRefused() {
    judgements.clear(collections.get("default"));
    assertRefused(
        "default",
        request(EvaluationSource.JUDGEMENTS, List.of(), List.of()),
        "judgements",
        "had 0 and 0");
    assertRefused(
        "default",
        request(null, List.of(new LabelledPair("a", "b", true)), List.of()),
        "pairs",
        "had 1 and 0");
    assertRefused(
        "texts", request(null, List.of(), List.of(), "no-such-profile"), "profiles", "one of");
  }

  @Test
  void progressIsReportedAndAStopSignalStops() {
    AtomicLong reported = new AtomicLong();
    evaluation.run(
        collections.get("texts"),
        request(null, List.of(), List.of()),
        (done, total) -> reported.incrementAndGet(),
        StopSignal.NEVER);
    assertThat(reported.get()).isGreaterThan(100);
    AtomicLong checks = new AtomicLong();
    assertThatThrownBy(() ->
            evaluation.run(
                collections.get("texts"),
                request(null, List.of(), List.of()),
                CalibrationProgress.NONE,
                () -> {
                  if (checks.incrementAndGet() > 50) {
                    throw new IllegalStateException("cancelled");
                  }
                }))
        .hasMessage("cancelled");
    assertThat(checks.get()).isEqualTo(51);
  }

  private static CalibrationResult run(String collection, EvaluationRequest request) {
    return evaluation.run(
        collections.get(collection), request, CalibrationProgress.NONE, StopSignal.NEVER);
  }

  private static EvaluationRequest request(
      @Nullable EvaluationSource from,
      List<LabelledPair> pairs,
      List<String> texts,
      String... profiles) {
    return new EvaluationRequest(
        List.of(profiles), from, pairs, texts, CalibrationOptions.DEFAULTS);
  }

  private static void assertRefused(
      String collection, EvaluationRequest request, String field, String message) {
    assertThatThrownBy(() -> run(collection, request))
        .isInstanceOfSatisfying(RequestException.class, e -> assertThat(e.field()).isEqualTo(field))
        .hasMessageContaining(message);
  }
}
