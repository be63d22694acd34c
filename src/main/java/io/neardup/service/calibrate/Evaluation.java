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
import io.neardup.service.lookup.MetadataFilter;
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

  /// Evaluates labelled pairs.
  ///
  /// @param stop checked periodically
  /// @throws RequestException if a profile does not exist, or there are no labels of both kinds
  public CalibrationResult ofPairs(
      EvaluationRequest request, List<LabelledPair> pairs, StopSignal stop) {
    return tried(
        "pairs",
        () -> {
          PairCalibration calibration =
              new PairCalibration(
                  profiles(request, null),
                  request.options(),
                  checked(CalibrationProgress.NONE, stop));
          pairs.forEach(calibration::add);
          return calibration.result();
        });
  }

  /// Evaluates documents without labels.
  ///
  /// @param texts a random sample of a collection
  /// @param collectionSize the number of documents of that collection
  /// @param stop checked periodically
  /// @throws RequestException if a profile does not exist, or there are too few texts
  public CalibrationResult ofTexts(
      EvaluationRequest request, List<String> texts, long collectionSize, StopSignal stop) {
    List<Profile> profiles = profiles(request, null);
    return calibrate(profiles, request, texts, collectionSize, CalibrationProgress.NONE, stop);
  }

  /// Evaluates the stored documents of a collection, as documents without labels.
  ///
  /// @param filter of the documents
  /// @param stop checked whenever there is progress
  /// @throws RequestException if a profile does not exist, or there are too few texts
  public CalibrationResult ofDocuments(
      DocumentCollection collection,
      EvaluationRequest request,
      MetadataFilter filter,
      CalibrationProgress progress,
      StopSignal stop) {
    List<Profile> profiles = profiles(request, collection);
    List<String> texts = sample(collection, request.options(), filter, stop);
    if (texts.isEmpty()) {
      throw RequestException.invalid(
          "texts",
          "are missing: "
              + (filter.isEmpty() ? "" : "no document passes the filter, or ")
              + "collection '"
              + collection.name()
              + "' stores no texts. Send a sample of them to POST /evaluate, or set storeText of the"
              + " collection and store its documents again");
    }
    return calibrate(profiles, request, texts, collection.size(), progress, stop);
  }

  /// Evaluates the judgements of a collection: by the texts of the judged documents, or, for the
  /// profile of the collection alone, by their fingerprints if some have no text.
  ///
  /// @param filter of both documents of a pair
  /// @param stop checked whenever there is progress
  /// @throws RequestException if a profile does not exist, or there are no judgements of both kinds
  public CalibrationResult ofJudgements(
      DocumentCollection collection,
      EvaluationRequest request,
      MetadataFilter filter,
      CalibrationProgress progress,
      StopSignal stop) {
    List<Profile> profiles = profiles(request, collection);
    return tried(
        "judgements",
        () ->
            ofJudgements(collection, profiles, request.options(), filter, checked(progress, stop)));
  }

  /// Checks the names of profiles.
  ///
  /// @throws RequestException if one does not exist
  void requireProfiles(List<String> names) {
    names.forEach(this::profile);
  }

  private List<Profile> profiles(
      EvaluationRequest request, @Nullable DocumentCollection collection) {
    if (request.profiles().isEmpty()) {
      return List.of(collection == null ? fingerprints.profile(null) : collection.profile());
    }
    return request.profiles().stream().map(this::profile).distinct().toList();
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

  private static CalibrationResult calibrate(
      List<Profile> profiles,
      EvaluationRequest request,
      List<String> texts,
      long collectionSize,
      CalibrationProgress progress,
      StopSignal stop) {
    return tried(
        "texts",
        () ->
            new DocumentCalibration(profiles, request.options(), checked(progress, stop))
                .of(texts, collectionSize));
  }

  private static CalibrationProgress checked(CalibrationProgress progress, StopSignal stop) {
    return (done, total) -> {
      stop.check();
      progress.report(done, total);
    };
  }

  private static List<String> sample(
      DocumentCollection collection,
      CalibrationOptions options,
      MetadataFilter filter,
      StopSignal stop) {
    List<String> texts = new ArrayList<>();
    long chars = 0;
    for (Document document :
        collection.sample(options.pairDocuments(), options.seed(), filter, stop)) {
      Optional<String> text = collection.text(document.id());
      if (text.isPresent() && chars < MAX_CHARS) {
        texts.add(text.get());
        chars += text.get().length();
      }
      stop.check();
    }
    return texts;
  }

  private CalibrationResult ofJudgements(
      DocumentCollection collection,
      List<Profile> profiles,
      CalibrationOptions options,
      MetadataFilter filter,
      CalibrationProgress progress) {
    PairCalibration byText = new PairCalibration(profiles, options, progress);
    LabelledDistances byFingerprint = new LabelledDistances(collection.profile().bits());
    long[] withoutText = new long[1];
    forEach(
        collection,
        filter,
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

  /// Passes the judgements whose documents are still those that were judged, and pass the filter.
  private void forEach(
      DocumentCollection collection, MetadataFilter filter, Consumer<Judgement> reader) {
    Judgement last = null;
    List<Judgement> page;
    do {
      page = judgements.list(collection.name(), last, PAGE);
      for (Judgement judgement : page) {
        last = judgement;
        Optional<Document> a = find(collection, judgement.a(), filter);
        Optional<Document> b = find(collection, judgement.b(), filter);
        if (a.isPresent()
            && b.isPresent()
            && a.get().fingerprint().distance(b.get().fingerprint()) == judgement.distance()) {
          reader.accept(judgement);
        }
      }
    } while (page.size() == PAGE);
  }

  private static Optional<Document> find(
      DocumentCollection collection, String id, MetadataFilter filter) {
    return collection.find(id).filter(document -> filter.accepts(document.metadata()));
  }

  private static @Nullable LabelledPair texts(DocumentCollection collection, Judgement judgement) {
    Optional<String> a = collection.text(judgement.a());
    Optional<String> b = collection.text(judgement.b());
    return a.isPresent() && b.isPresent()
        ? new LabelledPair(a.get(), b.get(), judgement.duplicate(), judgement.weight())
        : null;
  }
}
