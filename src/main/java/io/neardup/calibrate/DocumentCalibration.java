package io.neardup.calibrate;

import io.neardup.calibrate.Evidence.CopyDistances;
import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.calibrate.edit.EditedCopies;
import io.neardup.calibrate.edit.TextWords;
import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/* Without labels, near-duplicates are texts with up to a given share of edited words.

- Recall: documents of the sample are edited, in 1 % of the words to that share, and the distances of
  the copies are measured. Where the sample has near-duplicates of its own, they count as well.
- False matches: the sample is compared with itself. Pairs within small distances are compared word by
  word, so that near-duplicates do not count as false matches; the counts are extrapolated to distances
  within which the sample has none (ChanceTail), and to the size of the collection: a lookup among n
  documents has n - 1 chances.
- Precision: a document has some number of near-duplicates on average. It is estimated from the sample
  if that has at least ten of them, since it cannot be seen in fewer. */

/// A calibration by documents without labels.
///
/// @param profiles at least one
public record DocumentCalibration(
    List<Profile> profiles, CalibrationOptions options, CalibrationProgress progress) {

  /// The smallest sample of documents that can be measured.
  public static final int MIN_DOCUMENTS = 10;

  /// Checks the number of profiles.
  public DocumentCalibration {
    CalibrationOptions.requireProfiles(profiles);
    profiles = List.copyOf(profiles);
  }

  /// Measures the documents, or a random part of them if there are more than the options allow.
  /// O(n²) for n documents in the sample, with their texts and words in memory.
  ///
  /// @param documents a random sample of the collection, or all of it
  /// @param collectionSize the number of documents of the collection
  /// @throws IllegalArgumentException with fewer than ten documents, or if all have too few words
  ///   to be edited
  public CalibrationResult of(List<String> documents, long collectionSize) {
    if (documents.size() < MIN_DOCUMENTS) {
      throw new IllegalArgumentException(
          "must have at least " + MIN_DOCUMENTS + " documents, had " + documents.size());
    }
    SplittableRandom random = new SplittableRandom(options.seed());
    List<String> texts = new ArrayList<>(documents);
    Collections.shuffle(texts, Random.from(random));
    texts = texts.subList(0, Math.min(texts.size(), CalibrationOptions.DOCUMENTS));
    List<TextWords> words = texts.stream().map(TextWords::of).toList();
    EditedCopies copies =
        new EditedCopies(words, CalibrationOptions.EDITED, options.editRate(), random.split());
    if (copies.size() == 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "must have documents of at least %d words, of which one is up to %.0f %%",
              (int) Math.ceil(1 / options.editRate()),
              100 * options.editRate()));
    }
    ComparedDocuments compared =
        new ComparedDocuments(
            texts, Math.max(collectionSize, documents.size()), EditLimits.of(options.editRate()));
    List<Recommender> results = new ArrayList<>();
    for (Profile profile : profiles) {
      CalibrationProgress part = progress.part(results.size(), profiles.size());
      results.add(measure(profile, compared, copies, random.split(), part));
    }
    return CalibrationResult.of(
        CalibrationResult.Source.DOCUMENTS,
        compared,
        copies.size(),
        texts.size() * (texts.size() - 1L) / 2,
        options.seed(),
        results);
  }

  private Recommender measure(
      Profile profile,
      ComparedDocuments compared,
      EditedCopies copies,
      SplittableRandom random,
      CalibrationProgress part) {
    TextSketcher sketcher = new TextSketcher(profile);
    List<@Nullable Fingerprint> fingerprints = compared.sketch(sketcher, part.part(0, 4));
    int[] distances = new int[copies.size()];
    for (int copy = 0; copy < distances.length; copy++) {
      distances[copy] =
          TextSketcher.distance(
              fingerprints.get(copies.original(copy)), sketcher.fingerprint(copies.text(copy)));
      if (copy % 100 == 0) {
        part.part(1, 4).report(copy, distances.length);
      }
    }
    UnlabelledPairs pairs =
        compared.unlabelled(
            fingerprints,
            profile.bits(),
            Selection.ALL,
            row -> false,
            random.split(),
            part.part(2, 4));
    VerifiedChance verified =
        Verification.isPossible(profile) ? VerifiedChance.of(profile, compared, pairs) : null;
    Evidence evidence =
        Evidence.ofCopies(
            profile.bits(),
            new CopyDistances(copies, distances),
            pairs,
            verified,
            options.duplicatesPerDocument());
    return new Recommender(sketcher, evidence, random, part.part(3, 4));
  }
}
