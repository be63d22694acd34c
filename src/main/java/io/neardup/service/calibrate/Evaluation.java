package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.DocumentCalibration;
import io.neardup.calibrate.LabelledDistances;
import io.neardup.calibrate.LabelledPair;
import io.neardup.calibrate.PairCalibration;
import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.Document;
import io.neardup.store.Judgement;
import io.neardup.store.rocks.JudgementTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Evaluates profiles and distances for a collection. Takes seconds to minutes on one thread.
public final class Evaluation {

  private static final long MAX_CHARS = 50_000_000; // of sampled texts, in memory at once
  private static final int PAGE = 1_000;

  private final FingerprintService fingerprints;
  private final JudgementTable judgements;

  public Evaluation(FingerprintService fingerprints, JudgementTable judgements) {
    this.fingerprints = fingerprints;
    this.judgements = judgements;
  }

  /// Evaluates.
  ///
  /// @param progress receives the progress
  /// @param stop checked whenever there is progress
  /// @throws RequestException if a profile does not exist, or there are too few documents, texts or
  ///   labels
  public CalibrationResult run(
      DocumentCollection collection,
      EvaluationRequest request,
      CalibrationProgress progress,
      StopSignal stop) {
    List<Profile> profiles =
        request.profiles().isEmpty()
            ? List.of(collection.profile())
            : request.profiles().stream().map(this::profile).distinct().toList();
    CalibrationProgress checked =
        (done, total) -> {
          stop.check();
          progress.report(done, total);
        };
    CalibrationOptions options = request.options();
    return switch (request.source()) {
      case PAIRS -> tried("pairs", () -> ofPairs(profiles, request.pairs(), options, checked));
      case JUDGEMENTS ->
          tried("judgements", () -> ofJudgements(collection, profiles, options, checked));
      case DOCUMENTS ->
          tried("texts", () -> ofDocuments(collection, profiles, request, checked, stop));
    };
  }

  /// Evaluates labelled pairs.
  ///
  /// @param profiles their names; the default profile if empty
  /// @param stop checked periodically
  /// @throws RequestException if a profile does not exist, or there are no labels of both kinds
  public CalibrationResult run(
      List<String> profiles, List<LabelledPair> pairs, long seed, StopSignal stop) {
    List<Profile> found =
        profiles.isEmpty()
            ? List.of(fingerprints.profile(null))
            : profiles.stream().map(this::profile).distinct().toList();
    CalibrationOptions options = CalibrationOptions.DEFAULTS.withSeed(seed);
    return tried("pairs", () -> ofPairs(found, pairs, options, (done, total) -> stop.check()));
  }

  /// Checks the names of profiles.
  ///
  /// @throws RequestException if one does not exist
  void requireProfiles(List<String> names) {
    names.forEach(this::profile);
  }

  private Profile profile(String name) {
    try {
      return fingerprints.profile(name);
    } catch (RequestException e) {
      throw RequestException.invalid("profiles", e.message());
    }
  }

  private static <T> T tried(String field, Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid(field, String.valueOf(e.getMessage()));
    }
  }

  private static CalibrationResult ofPairs(
      List<Profile> profiles,
      List<LabelledPair> pairs,
      CalibrationOptions options,
      CalibrationProgress progress) {
    PairCalibration calibration =
        new PairCalibration(
            profiles, options, (done, total) -> progress.report(done, Math.max(done, total)));
    pairs.forEach(calibration::add);
    return calibration.result();
  }

  private static CalibrationResult ofDocuments(
      DocumentCollection collection,
      List<Profile> profiles,
      EvaluationRequest request,
      CalibrationProgress progress,
      StopSignal stop) {
    List<String> texts = request.texts();
    if (texts.isEmpty()) {
      texts = sample(collection, request.options(), stop);
      if (texts.isEmpty()) {
        throw new IllegalArgumentException(
            "are missing: collection '"
                + collection.name()
                + "' stores no texts; send a sample of its texts, or set storeText of the collection and"
                + " store its documents again");
      }
    }
    return new DocumentCalibration(profiles, request.options(), progress)
        .of(texts, collection.size());
  }

  private static List<String> sample(
      DocumentCollection collection, CalibrationOptions options, StopSignal stop) {
    List<String> texts = new ArrayList<>();
    long chars = 0;
    for (Document document : collection.sample(options.pairDocuments(), options.seed(), stop)) {
      Optional<String> text = collection.text(document.id());
      if (text.isPresent() && chars < MAX_CHARS) {
        texts.add(text.get());
        chars += text.get().length();
      }
      stop.check();
    }
    return texts;
  }

  /// By the texts of the judged documents; by their fingerprints, for the profile of the collection
  /// alone, if some have no text.
  private CalibrationResult ofJudgements(
      DocumentCollection collection,
      List<Profile> profiles,
      CalibrationOptions options,
      CalibrationProgress progress) {
    PairCalibration byText = new PairCalibration(profiles, options, progress);
    LabelledDistances byFingerprint = new LabelledDistances(collection.profile().bits());
    long[] withoutText = new long[1];
    forEach(
        collection,
        judgement -> {
          byFingerprint.add(judgement.distance(), judgement.duplicate(), judgement.weight());
          LabelledPair texts = texts(collection, judgement);
          if (texts == null) {
            withoutText[0]++;
          } else {
            byText.add(texts);
          }
        });
    if (withoutText[0] == 0) {
      return byText.result();
    }
    if (!profiles.equals(List.of(collection.profile()))) {
      throw RequestException.invalid(
          "profiles",
          "must be "
              + collection.profile().name()
              + " alone, since "
              + withoutText[0]
              + " judged pairs have a document without a stored text");
    }
    return PairCalibration.of(collection.profile(), byFingerprint, options, progress);
  }

  /// Passes the judgements whose documents are still those that were judged.
  private void forEach(DocumentCollection collection, Consumer<Judgement> reader) {
    Judgement last = null;
    List<Judgement> page;
    do {
      page = judgements.list(collection.name(), last, PAGE);
      for (Judgement judgement : page) {
        last = judgement;
        Optional<Document> a = collection.find(judgement.a());
        Optional<Document> b = collection.find(judgement.b());
        if (a.isPresent()
            && b.isPresent()
            && a.get().fingerprint().distance(b.get().fingerprint()) == judgement.distance()) {
          reader.accept(judgement);
        }
      }
    } while (page.size() == PAGE);
  }

  private static @Nullable LabelledPair texts(DocumentCollection collection, Judgement judgement) {
    Optional<String> a = collection.text(judgement.a());
    Optional<String> b = collection.text(judgement.b());
    return a.isPresent() && b.isPresent()
        ? new LabelledPair(a.get(), b.get(), judgement.duplicate(), judgement.weight())
        : null;
  }
}
