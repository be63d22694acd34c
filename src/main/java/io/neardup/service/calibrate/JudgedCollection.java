package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.LabelCalibration;
import io.neardup.calibrate.MatchCounts;
import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.store.Document;
import io.neardup.store.Judgement;
import java.util.List;
import java.util.Optional;

/// The judgements of a collection, among its documents.
///
/// @param filter of both documents of a pair, and of the documents
/// @param stop checked periodically
record JudgedCollection(DocumentCollection collection, MetadataFilter filter, StopSignal stop) {

  private static final int PAGE = 1_000;
  private static final int LOOKUPS = 300;
  private static final int MAX_MATCHES = 1_000;

  CalibrationResult evaluate(
      List<Profile> profiles, CalibrationOptions options, CalibrationProgress progress) {
    LabelCalibration calibration =
        new LabelCalibration(collection.profile(), profiles, options, progress);
    boolean needsTexts = !profiles.equals(List.of(collection.profile()));
    JudgementRecords judgements = JudgementRecords.of(collection);
    String last = "";
    long withoutText = 0;
    List<Judgement> page;
    do {
      page = judgements.list(last, PAGE);
      for (Judgement judgement : page) {
        last = JudgementRecords.key(judgement.a(), judgement.b());
        stop.check();
        if (applies(judgement)) {
          withoutText += add(judgement, calibration, needsTexts) ? 0 : 1;
        }
      }
    } while (page.size() == PAGE);
    if (withoutText > 0) {
      throw RequestException.invalid(
          "profiles",
          "must be "
              + collection.profile().name()
              + " alone, since "
              + withoutText
              + " judged pairs have a document without a stored text");
    }
    List<Document> sample =
        collection
            .documents()
            .samples()
            .sample(CalibrationOptions.DOCUMENTS, options.seed(), filter, stop);
    boolean isWhole = sample.size() < CalibrationOptions.DOCUMENTS;
    return calibration.result(
        Evaluation.stored(collection, sample, stop),
        isWhole ? sample.size() : collection.documents().samples().count(filter, stop),
        distance -> matches(sample, distance));
  }

  /// Whether the documents are still those that were judged, and pass the filter.
  private boolean applies(Judgement judgement) {
    Optional<Document> a = find(judgement.a());
    Optional<Document> b = find(judgement.b());
    return a.isPresent()
        && b.isPresent()
        && judgement.appliesTo(
            a.get().fingerprint(), b.get().fingerprint(), collection.maxDistance());
  }

  private Optional<Document> find(String id) {
    return collection.find(id).filter(document -> filter.accepts(document.metadata()));
  }

  /// @return whether it was added; it is not if it needs texts that are not stored
  private boolean add(Judgement judgement, LabelCalibration calibration, boolean needsTexts) {
    String a = collection.documents().text(judgement.a()).orElse(null);
    String b = collection.documents().text(judgement.b()).orElse(null);
    if (needsTexts && (a == null || b == null)) {
      return false;
    }
    calibration.add(judgement.distance(), judgement.duplicate(), judgement.weight(), a, b);
    return true;
  }

  /// The documents within a distance of some of the sample. Every one is counted: a recall below 1
  /// would leave out matches by chance, which are near the limit.
  MatchCounts matches(List<Document> sample, int maxDistance) {
    MatchCounts matches = new MatchCounts(maxDistance);
    for (Document document : sample.subList(0, Math.min(LOOKUPS, sample.size()))) {
      stop.check();
      try (BriefMemory memory = new BriefMemory(stop)) {
        LookupResult found =
            collection.duplicates(
                new Source.OfFingerprint(document.fingerprint().toString()),
                new LookupRequest(maxDistance, 1.0, MAX_MATCHES, null, filter, null),
                memory);
        matches.add(
            found.matches().stream()
                .filter(near -> !near.document().id().equals(document.id()))
                .map(NearDocument::distance)
                .toList(),
            found.truncated());
      }
    }
    return matches;
  }
}
