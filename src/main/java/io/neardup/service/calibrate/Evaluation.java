package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.DocumentCalibration;
import io.neardup.calibrate.LabelCalibration;
import io.neardup.calibrate.LabelCalibration.StoredText;
import io.neardup.calibrate.LabelledPair;
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

/// An evaluation of profiles and distances. Takes seconds to minutes on one thread.
///
/// @param profiles different ones
public record Evaluation(List<Profile> profiles, CalibrationOptions options) {

  private static final int MAX_PROFILES = 20;

  /// Characters of sampled texts, in memory at once.
  private static final long MAX_CHARS = Math.min(50_000_000, Runtime.getRuntime().maxMemory() / 64);

  /// Checks the parameters of a client. Null values have defaults.
  ///
  /// @param usual the profile to be evaluated if none is named
  /// @param names of profiles
  /// @param seed of all random choices
  /// @param editRate the share of words up to which an edited text is a near-duplicate
  /// @param duplicatesPerDocument how many near-duplicates a document has on average
  /// @throws RequestException if a profile does not exist, or a value is out of range
  public static Evaluation of(
      FingerprintService fingerprints,
      Profile usual,
      @Nullable List<@Nullable String> names,
      @Nullable Long seed,
      @Nullable Double editRate,
      @Nullable Double duplicatesPerDocument) {
    CalibrationOptions defaults = CalibrationOptions.DEFAULTS;
    try {
      return new Evaluation(
          names == null ? List.of(usual) : profiles(fingerprints, names),
          new CalibrationOptions(
              Objects.requireNonNullElse(seed, defaults.seed()),
              Objects.requireNonNullElse(editRate, defaults.editRate()),
              duplicatesPerDocument));
    } catch (IllegalArgumentException e) { // the name of a field, and a clause about it
      String[] message = String.valueOf(e.getMessage()).split(" ", 2);
      throw RequestException.invalid(message[0], message[1]);
    }
  }

  private static List<Profile> profiles(
      FingerprintService fingerprints, List<@Nullable String> names) {
    List<Profile> profiles = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (String name : names) {
      if (name == null || seen.size() == MAX_PROFILES) {
        throw invalid("");
      }
      if (seen.contains(name)) {
        throw invalid("; '" + name + "' is repeated");
      }
      seen.add(name);
      try {
        profiles.add(fingerprints.profile(name));
      } catch (RequestException e) {
        throw RequestException.invalid("profiles", e.message());
      }
    }
    if (profiles.isEmpty()) {
      throw invalid("; omit it for the default");
    }
    return profiles.stream().distinct().toList();
  }

  private static RequestException invalid(String fault) {
    return RequestException.invalid(
        "profiles", "must be 1 to " + MAX_PROFILES + " different names of profiles" + fault);
  }

  /// Evaluates what a client sends: labelled pairs, or documents without labels.
  ///
  /// @param pairs null to evaluate documents
  /// @param documents a random sample of the documents to be searched; null for the texts of the
  ///   pairs
  /// @param collectionSize the number of documents to be searched; null for the number of these
  /// @param stop checked periodically
  /// @throws RequestException without labels of both kinds, or with too few documents
  public CalibrationResult ofSent(
      @Nullable List<LabelledPair> pairs,
      @Nullable List<String> documents,
      @Nullable Long collectionSize,
      StopSignal stop) {
    CalibrationProgress progress = checked(CalibrationProgress.NONE, stop);
    if (pairs == null) {
      return ofTexts(
          Objects.requireNonNullElse(documents, List.of()),
          Objects.requireNonNullElse(collectionSize, 0L),
          progress);
    }
    return tried(
        "pairs",
        () -> {
          LabelCalibration calibration = new LabelCalibration(profiles, options, progress);
          pairs.forEach(calibration::add);
          return calibration.result(documents, collectionSize);
        });
  }

  /// Evaluates the stored documents of a collection, as documents without labels.
  ///
  /// @param filter of the documents
  /// @param stop checked whenever there is progress
  /// @throws RequestException with too few texts
  public CalibrationResult ofDocuments(
      DocumentCollection collection,
      MetadataFilter filter,
      CalibrationProgress progress,
      StopSignal stop) {
    List<Document> sample =
        collection
            .documents()
            .samples()
            .sample(CalibrationOptions.DOCUMENTS, options.seed(), filter, stop);
    List<String> texts = new ArrayList<>();
    for (StoredText each : stored(collection, sample, stop)) {
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
    return ofTexts(
        texts, collection.documents().samples().count(filter, stop), checked(progress, stop));
  }

  /// Evaluates the judgements of a collection, and pairs of its documents at distances that were
  /// not judged: by their texts, or, for the profile of the collection alone, by their fingerprints
  /// if some have no text.
  ///
  /// @param filter of both documents of a pair
  /// @param stop checked whenever there is progress
  /// @throws RequestException without judgements of both kinds
  public CalibrationResult ofJudgements(
      DocumentCollection collection,
      MetadataFilter filter,
      CalibrationProgress progress,
      StopSignal stop) {
    return tried(
        "judgements",
        () ->
            new JudgedCollection(collection, filter, stop)
                .evaluate(profiles, options, checked(progress, stop)));
  }

  private CalibrationResult ofTexts(
      List<String> texts, long collectionSize, CalibrationProgress progress) {
    return tried(
        "texts",
        () -> new DocumentCalibration(profiles, options, progress).of(texts, collectionSize));
  }

  private static <T> T tried(String field, Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid(field, String.valueOf(e.getMessage()));
    }
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
