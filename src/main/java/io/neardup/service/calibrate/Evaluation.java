package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.DocumentCalibration;
import io.neardup.calibrate.JudgementCalibration.StoredText;
import io.neardup.calibrate.LabelledPair;
import io.neardup.calibrate.PairCalibration;
import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Evaluates profiles and distances for a collection. Takes seconds to minutes on one thread.
public record Evaluation(FingerprintService fingerprints) {

  /// Characters of sampled texts, in memory at once.
  private static final long MAX_CHARS = Math.min(50_000_000, Runtime.getRuntime().maxMemory() / 64);

  /// Evaluates what a client sends: labelled pairs, or documents without labels.
  ///
  /// @param pairs null to evaluate documents
  /// @param documents a random sample of the documents to be searched; null for the texts of the
  ///   pairs
  /// @param collectionSize the number of documents to be searched; null for that of these
  /// @param stop checked periodically
  /// @throws RequestException if a profile does not exist, there are no labels of both kinds, or
  ///   too few documents
  public CalibrationResult ofSent(
      EvaluationRequest request,
      @Nullable List<LabelledPair> pairs,
      @Nullable List<String> documents,
      @Nullable Long collectionSize,
      StopSignal stop) {
    List<Profile> profiles = profiles(request, null);
    CalibrationProgress progress = checked(CalibrationProgress.NONE, stop);
    long size = Objects.requireNonNullElse(collectionSize, 0L);
    if (pairs == null) {
      return calibrate(
          profiles, request, Objects.requireNonNullElse(documents, List.of()), size, progress);
    }
    return tried(
        "pairs",
        () -> {
          PairCalibration calibration = new PairCalibration(profiles, request.options(), progress);
          pairs.forEach(calibration::add);
          return documents == null
              ? calibration.result(collectionSize)
              : calibration.result(documents, size);
        });
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
    CalibrationOptions options = request.options();
    List<String> texts = new ArrayList<>();
    for (StoredText each :
        stored(
            collection,
            collection
                .documents()
                .samples()
                .sample(options.pairDocuments(), options.seed(), filter, stop),
            stop)) {
      if (each.text() != null) {
        texts.add(each.text());
      }
    }
    if (texts.isEmpty()) {
      throw RequestException.invalid(
          "texts",
          "are missing: "
              + (filter.isEmpty() ? "" : "no document passes the filter, or ")
              + "collection '"
              + collection.name()
              + "' stores no texts. Send a sample of them to POST /evaluate, or set storeText of"
              + " the collection and store its documents again");
    }
    return calibrate(
        profiles,
        request,
        texts,
        collection.documents().samples().count(filter, stop),
        checked(progress, stop));
  }

  /// Evaluates the judgements of a collection, and pairs of its documents at distances that were
  /// not judged: by their texts, or, for the profile of the collection alone, by their fingerprints
  /// if some have no text.
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
            new JudgedCollection(collection, filter, stop)
                .evaluate(profiles, request.options(), checked(progress, stop)));
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
      CalibrationProgress progress) {
    return tried(
        "texts",
        () ->
            new DocumentCalibration(profiles, request.options(), progress)
                .of(texts, collectionSize));
  }

  private static CalibrationProgress checked(CalibrationProgress progress, StopSignal stop) {
    return (done, total) -> {
      stop.check();
      progress.report(done, total);
    };
  }

  /// Documents with their texts, without those that do not fit in [#MAX_CHARS].
  ///
  /// @param stop counts the memory of the texts
  static List<StoredText> stored(
      DocumentCollection collection, List<Document> documents, StopSignal stop) {
    List<StoredText> stored = new ArrayList<>();
    long chars = 0;
    for (Document document : documents) {
      String text = null;
      long bytes = collection.documents().contentBytes(document.id()); // at least one each
      if (chars + bytes <= MAX_CHARS) {
        stop.hold(2 * bytes);
        text = collection.documents().text(document.id()).orElse(null);
      }
      chars += text == null ? 0 : text.length();
      boolean isEmpty = document.features() != null && document.features() == 0;
      stored.add(new StoredText(isEmpty ? null : document.fingerprint(), text));
      stop.check();
    }
    return stored;
  }
}
