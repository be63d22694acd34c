package io.neardup.calibrate;

import io.neardup.calibrate.PairTruth.Shares;
import io.neardup.profile.Profile;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
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
public final class DocumentCalibration {

  private static final int MIN_DOCUMENTS = 10;

  private final List<Profile> profiles;
  private final CalibrationOptions options;
  private final CalibrationProgress progress;

  /// @param profiles at least one
  public DocumentCalibration(
      List<Profile> profiles, CalibrationOptions options, CalibrationProgress progress) {
    CalibrationOptions.requireProfiles(profiles);
    this.profiles = List.copyOf(profiles);
    this.options = options;
    this.progress = progress;
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
    texts = texts.subList(0, Math.min(texts.size(), options.pairDocuments()));
    List<TextWords> words = texts.stream().map(TextWords::of).toList();
    EditedCopies copies =
        new EditedCopies(words, options.editedDocuments(), options.editRate(), random.split());
    if (copies.size() == 0) {
      throw new IllegalArgumentException(
          "must have documents of at least %d words, of which one is up to %.0f %%"
              .formatted((int) Math.ceil(1 / options.editRate()), 100 * options.editRate()));
    }
    PairTruth truth =
        new PairTruth(words.stream().map(EditRate::hashes).toList(), options.editRate());
    List<ProfileCalibration> results = new ArrayList<>();
    for (Profile profile : profiles) {
      CalibrationProgress part = progress.part(results.size(), profiles.size());
      results.add(measure(profile, texts, copies, truth, collectionSize, random.split(), part));
    }
    long pairs = texts.size() * (texts.size() - 1L) / 2;
    return CalibrationResult.of(
        CalibrationResult.Source.DOCUMENTS,
        Math.max(collectionSize, documents.size()),
        texts.size(),
        copies.size(),
        pairs,
        options.seed(),
        results);
  }

  private ProfileCalibration measure(
      Profile profile,
      List<String> texts,
      EditedCopies copies,
      PairTruth truth,
      long collectionSize,
      SplittableRandom random,
      CalibrationProgress part) {
    TextSketcher sketcher = new TextSketcher(profile);
    int total = texts.size() + copies.size();
    List<@Nullable Fingerprint> fingerprints =
        sketch(texts.size(), texts::get, sketcher, 0, total, part.part(0, 4));
    List<@Nullable Fingerprint> edited =
        sketch(copies.size(), copies::text, sketcher, texts.size(), total, part.part(0, 4));
    int[] distances =
        IntStream.range(0, copies.size())
            .map(copy ->
                TextSketcher.distance(fingerprints.get(copies.original(copy)), edited.get(copy)))
            .toArray();
    PairSample sample =
        new PairSample(
            fingerprints, Evidence.farthest(profile.bits()), random.split(), part.part(1, 4));
    Shares shares = truth.shares(sample, random.split(), part.part(2, 4));
    CollectionEvidence evidence =
        new CollectionEvidence(
            sample,
            shares,
            texts.size(),
            Math.max(collectionSize, texts.size()),
            copies,
            distances,
            options.duplicatesPerDocument());
    return ProfileCalibration.of(sketcher, evidence, options, random, part.part(3, 4));
  }

  private List<@Nullable Fingerprint> sketch(
      int count,
      Function<Integer, String> text,
      TextSketcher sketcher,
      int done,
      int total,
      CalibrationProgress part) {
    List<@Nullable Fingerprint> fingerprints = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      fingerprints.add(sketcher.fingerprint(text.apply(i)));
      if (i % 100 == 0) {
        part.report(done + i, total);
      }
    }
    return fingerprints;
  }
}
