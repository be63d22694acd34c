package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.calibrate.edit.EditRate;
import io.neardup.calibrate.edit.LabelledEdits;
import io.neardup.calibrate.edit.TextWords;
import io.neardup.profile.Profile;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A calibration by labelled pairs of texts, and by the pairs of documents that nobody labelled.
/// Keeps a sample of the texts. Not thread-safe.
public final class PairCalibration {

  private final List<Measured> profiles = new ArrayList<>();
  private final CalibrationOptions options;
  private final CalibrationProgress progress;
  private final LabelledEdits edits;
  private final PairTexts texts;
  private long pairs;

  private record Measured(TextSketcher sketcher, LabelledDistances distances) {}

  /// A calibration by labelled pairs of texts.
  ///
  /// @param profiles at least one
  public PairCalibration(
      List<Profile> profiles, CalibrationOptions options, CalibrationProgress progress) {
    CalibrationOptions.requireProfiles(profiles);
    this.options = options;
    this.progress = progress;
    edits = new LabelledEdits(EditLimits.of(options.editRate()));
    texts = new PairTexts(options.pairDocuments(), options.seed());
    for (Profile profile : profiles) {
      this.profiles.add(
          new Measured(new TextSketcher(profile), new LabelledDistances(profile.bits())));
    }
  }

  /// Adds a pair. O(characters) for each profile.
  public void add(LabelledPair pair) {
    for (Measured measured : profiles) {
      measured.distances.add(
          TextSketcher.distance(
              measured.sketcher.fingerprint(pair.a()), measured.sketcher.fingerprint(pair.b())),
          pair.duplicate(),
          pair.weight());
    }
    edits.add(pair.a(), pair.b(), pair.duplicate());
    texts.add(pair.a(), pair.b());
    if (++pairs % 100 == 0) {
      progress.report(pairs, 0);
    }
  }

  /// The result among the texts of the pairs, which are taken for a random sample of the documents.
  /// How many of them are near-duplicates was decided by the person who chose the pairs; a document
  /// is therefore assumed to have the default number of near-duplicates if none is given.
  ///
  /// @param collectionSize the number of documents of the collection; null for that of the texts
  /// @throws IllegalArgumentException without a pair of near-duplicates and a pair of others
  public CalibrationResult result(@Nullable Long collectionSize) {
    long distinct = texts.distinct();
    long size = Math.max(distinct, collectionSize == null ? 0 : collectionSize);
    double matchesPerWeight = 2.0 / distinct * (size - 1) / Math.max(1, distinct - 1);
    double duplicatesPerDocument =
        Objects.requireNonNullElse(options.duplicatesPerDocument(), Evidence.DEFAULT_DUPLICATES);
    return result(
        compared(texts.texts(), size),
        texts.unlabelled(),
        matchesPerWeight,
        true,
        duplicatesPerDocument);
  }

  /// The result among other documents, of which the pairs may be some.
  ///
  /// @param documents a random sample of the collection, or all of it
  /// @param collectionSize the number of documents of the collection
  /// @throws IllegalArgumentException without a pair of near-duplicates and a pair of others
  public CalibrationResult result(List<String> documents, long collectionSize) {
    List<String> sample = documents.subList(0, Math.min(documents.size(), options.pairDocuments()));
    ComparedDocuments compared =
        compared(sample, Math.max(collectionSize, Math.max(2, documents.size())));
    return result(
        compared,
        Selection.ALL,
        2.0 / compared.collectionSize(),
        false,
        options.duplicatesPerDocument());
  }

  private ComparedDocuments compared(List<String> documents, long collectionSize) {
    List<int[]> words =
        documents.stream().map(text -> EditRate.hashes(TextWords.of(text))).toList();
    return new ComparedDocuments(documents, new PairTruth(words, edits.limits()), collectionSize);
  }

  private CalibrationResult result(
      ComparedDocuments compared,
      Selection unlabelled,
      double matchesPerWeight,
      boolean isRestOfSame,
      @Nullable Double duplicatesPerDocument) {
    LabelledDistances first = profiles.getFirst().distances;
    first.requireBoth();
    List<ProfileCalibration> results = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(options.seed());
    for (Measured measured : profiles) {
      CalibrationProgress part = progress.part(results.size(), profiles.size());
      int bits = measured.sketcher.profile().bits();
      List<@Nullable Fingerprint> fingerprints =
          compared.sketch(measured.sketcher, part.part(0, 3));
      UnlabelledPairs rest =
          compared.unlabelled(
              fingerprints, bits, unlabelled, row -> false, random.split(), part.part(1, 3));
      Evidence evidence =
          LabelledEvidence.of(
              measured.distances,
              measured.distances,
              matchesPerWeight,
              compared.collectionSize(),
              rest,
              isRestOfSame,
              duplicatesPerDocument);
      results.add(
          ProfileCalibration.of(
              measured.sketcher, evidence, options, random.split(), part.part(2, 3)));
    }
    return CalibrationResult.of(
        CalibrationResult.Source.PAIRS,
        compared.collectionSize(),
        compared.texts().size(),
        first.duplicates(),
        first.others(),
        options.seed(),
        results);
  }
}
