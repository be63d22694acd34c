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
import io.neardup.calibrate.EvaluatedProfile;
import io.neardup.calibrate.LabelledPair;
import io.neardup.index.StopSignal;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.simhash.Fingerprint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Evaluations of judgements, while documents change, and how evaluations are stopped.
class EvaluationTests {

  private static final int ORIGINALS = 40;

  private static FreshService fresh;
  private static FingerprintService fingerprints;
  private static DocumentCollections collections;

  @BeforeAll
  static void start() {
    fresh = SharedService.of();
    fingerprints = fresh.context().getBean(FingerprintService.class);
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
  void judgementsOfTheCollectionAreEvaluated() {
    for (String name : List.of("texts", "ids")) {
      DocumentCollection collection = collections.get(name);
      List<LabelledPair> decisions = new ArrayList<>();
      for (int i = 0; i < ORIGINALS; i++) {
        decisions.add(new LabelledPair("d" + i, "d" + (i + ORIGINALS), true, 1));
        decisions.add(new LabelledPair("d" + i, "d" + (i + 2 * ORIGINALS), false, 3));
      }
      JudgementRecords.store(collection, decisions, Instant.EPOCH);
    }
    CalibrationResult byText = judgements("texts", request());
    CalibrationResult byFingerprint = judgements("ids", request());
    assertThat(byText.duplicates()).isEqualTo(ORIGINALS);
    assertThat(byText.others()).isEqualTo(ORIGINALS);
    EvaluatedProfile profile = byText.profiles().getFirst();
    assertThat(profile.f1()).isGreaterThan(0.999);
    assertThat(byText.sampled()).isEqualTo(3 * ORIGINALS);
    assertThat(profile.calibration().duplicatesPerDocument()).isCloseTo(2.0 / 3, within(1e-9));
    EvaluatedProfile ids = byFingerprint.profiles().getFirst();
    assertThat(ids.distance()).isEqualTo(profile.distance());
    assertThat(ids.f1()).isGreaterThan(0.999);
    assertThat(ids.calibration().duplicatesPerDocument()).isCloseTo(2.0 / 3, within(1e-9));

    Evaluation other = request("simhash-512-v1");
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
    SampleRequest request = SampleRequest.of(collection, 0, null, 100, null, 0);
    return new PairSampler(collection, request, StopSignal.NEVER)
        .sample().pairs().stream()
            .filter(pair -> pair.duplicate() != null)
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
  void progressIsReportedAndAStopSignalStops() {
    AtomicLong reported = new AtomicLong();
    request()
        .ofDocuments(
            collections.get("texts"),
            MetadataFilter.NONE,
            (done, total) -> reported.incrementAndGet(),
            StopSignal.NEVER);
    assertThat(reported.get()).isGreaterThan(100);
    AtomicLong checks = new AtomicLong();
    assertThatThrownBy(() ->
            request()
                .ofDocuments(
                    collections.get("texts"),
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

  private static CalibrationResult judgements(String collection, Evaluation request) {
    return request.ofJudgements(
        collections.get(collection),
        MetadataFilter.NONE,
        CalibrationProgress.NONE,
        StopSignal.NEVER);
  }

  private static Evaluation request(String... profiles) {
    return Evaluation.of(
        fingerprints,
        fingerprints.profile(null),
        profiles.length == 0 ? null : List.of(profiles),
        null,
        null,
        null);
  }

  private static void assertRefused(ThrowingCallable call, String field, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(RequestException.class, e -> assertThat(e.field()).isEqualTo(field))
        .hasMessageContaining(message);
  }
}
