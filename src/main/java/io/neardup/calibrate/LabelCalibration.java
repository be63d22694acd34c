package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.calibrate.edit.EditLimits.Likely;
import io.neardup.calibrate.edit.LabelledEdits;
import io.neardup.profile.Profile;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// A calibration by labelled pairs, and by the pairs of documents that nobody labelled. The pairs
/// are any texts, or judged pairs of a collection, which were sampled at some distances of its
/// profile. Keeps a sample of the texts, and some 60 bytes for each pair. Not thread-safe.
public final class LabelCalibration {

  private final @Nullable Profile own; // of the collection; null unless its pairs are judged
  private final List<TextSketcher> sketchers;
  private final CalibrationOptions options;
  private final CalibrationProgress progress;
  private final LabelledEdits edits;
  private final PairTexts texts;
  private final List<Label> labels = new ArrayList<>();

  /// A labelled pair.
  ///
  /// @param sampledAt its distance under the profile of the collection
  /// @param edits the share of edited words; NaN if it was not compared
  /// @param distances under each profile
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Label(
      int sampledAt, boolean duplicate, double weight, double edits, int[] distances) {}

  /// A document of the collection.
  ///
  /// @param fingerprint under the profile of the collection; null if it matches nothing
  /// @param text null if it is not stored
  public record StoredText(@Nullable Fingerprint fingerprint, @Nullable String text) {}

  /// A calibration by labelled pairs of texts.
  ///
  /// @param profiles at least one
  public LabelCalibration(
      List<Profile> profiles, CalibrationOptions options, CalibrationProgress progress) {
    this(null, profiles, options, progress);
  }

  /// A calibration by judged pairs of a collection.
  ///
  /// @param own the profile of the collection; null for pairs of texts
  /// @param profiles at least one
  public LabelCalibration(
      @Nullable Profile own,
      List<Profile> profiles,
      CalibrationOptions options,
      CalibrationProgress progress) {
    CalibrationOptions.requireProfiles(profiles);
    this.own = own;
    sketchers = profiles.stream().map(TextSketcher::new).toList();
    this.options = options;
    this.progress = progress;
    edits = new LabelledEdits(EditLimits.of(options.editRate()));
    texts = new PairTexts(CalibrationOptions.DOCUMENTS, options.seed());
  }

  /// Adds a pair of texts. O(characters) for each profile.
  public void add(LabelledPair pair) {
    edits.add(pair.a(), pair.b(), pair.duplicate());
    texts.add(pair.a(), pair.b());
    add(
        TextSketcher.NEVER,
        pair.duplicate(),
        pair.weight(),
        Double.NaN,
        sketcher -> sketcher.distance(pair.a(), pair.b()));
  }

  /// Adds a judged pair.
  ///
  /// @param distance under the profile of the collection
  /// @param a the text of a document; null if it is not stored, and only the profile of the
  ///   collection is evaluated
  /// @param b the text of the other one, likewise
  public void add(
      int distance, boolean duplicate, double weight, @Nullable String a, @Nullable String b) {
    LabelledPair.requireWeight(weight);
    double rate = Double.NaN;
    if (a != null && b != null) {
      rate = edits.rate(a, b);
      edits.add(rate, duplicate);
    }
    add(
        distance,
        duplicate,
        weight,
        rate,
        sketcher ->
            isOwn(sketcher)
                ? distance
                : sketcher.distance(Objects.requireNonNull(a), Objects.requireNonNull(b)));
  }

  private void add(
      int sampledAt,
      boolean duplicate,
      double weight,
      double rate,
      ToIntFunction<TextSketcher> distance) {
    int[] distances = sketchers.stream().mapToInt(distance).toArray();
    labels.add(new Label(sampledAt, duplicate, weight, rate, distances));
    if (labels.size() % 100 == 0) {
      progress.report(labels.size(), 0);
    }
  }

  private boolean isOwn(TextSketcher sketcher) {
    return sketcher.profile().equals(own);
  }

  /// For which pairs of the documents labels stand.
  ///
  /// @param unlabelled the pairs on which none decides
  /// @param labelled the distances, under the profile of the collection, at which there is none of
  ///   these
  /// @param standing the labels that stand for pairs of the documents
  /// @param pairs for how many
  /// @param matchesPerPair the matches of a lookup for each of them
  /// @param isRestOfSame whether the unlabelled pairs are of the same documents
  private record Scope(
      Selection unlabelled,
      IntPredicate labelled,
      Predicate<Label> standing,
      ToDoubleFunction<Label> pairs,
      double matchesPerPair,
      boolean isRestOfSame) {

    static Scope all(Selection unlabelled, double matchesPerPair, boolean isRestOfSame) {
      return new Scope(
          unlabelled, row -> false, label -> true, Label::weight, matchesPerPair, isRestOfSame);
    }
  }

  /// The result among some documents, of which the pairs may be some.
  ///
  /// Without documents, the texts of the pairs are taken for a random sample of them. How many of
  /// them are near-duplicates was decided by the person who chose the pairs; a document is
  /// therefore assumed to have the default number of near-duplicates if none is given.
  ///
  /// @param documents a random sample of the collection, or all of it; null for the texts of the
  ///   pairs
  /// @param collectionSize the number of documents of the collection; null for the number of these
  /// @throws IllegalArgumentException without a pair of near-duplicates and a pair of others
  public CalibrationResult result(@Nullable List<String> documents, @Nullable Long collectionSize) {
    long given = collectionSize == null ? 0 : collectionSize;
    SplittableRandom random = new SplittableRandom(options.seed());
    Double perDocument = options.duplicatesPerDocument();
    if (documents != null) {
      long size = Math.max(given, Math.max(2, documents.size()));
      List<String> sample =
          documents.subList(0, Math.min(documents.size(), CalibrationOptions.DOCUMENTS));
      Scope scope = Scope.all(Selection.ALL, 2.0 / size, false);
      return result(compared(sample, size), List.of(), scope, perDocument, random);
    }
    long distinct = texts.distinct();
    long size = Math.max(distinct, given);
    double matchesPerPair = 2.0 / distinct * (size - 1) / Math.max(1, distinct - 1);
    return result(
        compared(texts.texts(), size),
        List.of(),
        Scope.all(texts.unlabelled(), matchesPerPair, true),
        Objects.requireNonNullElse(perDocument, Evidence.DEFAULT_DUPLICATES),
        random);
  }

  private ComparedDocuments compared(List<String> documents, long collectionSize) {
    requireBoth();
    return new ComparedDocuments(documents, collectionSize, edits.limits());
  }

  /// The result of judged pairs among the documents of the collection.
  ///
  /// @param documents a random sample of the collection, or all of it; compared by fingerprints
  ///   alone if hardly any has a text, and no other profile is evaluated
  /// @param collectionSize the number of documents of the collection
  /// @param lookups the matches of lookups in the collection up to a distance
  /// @throws IllegalArgumentException without a judged pair of near-duplicates and one of others
  public CalibrationResult result(
      List<StoredText> documents, long collectionSize, IntFunction<MatchCounts> lookups) {
    requireBoth();
    int bits = Objects.requireNonNull(own).bits();
    long size = Math.max(collectionSize, documents.size());
    List<StoredText> withText = documents.stream().filter(each -> each.text != null).toList();
    boolean byFingerprint =
        withText.size() < Math.min(documents.size(), DocumentCalibration.MIN_DOCUMENTS)
            && sketchers.stream().allMatch(this::isOwn);
    List<@Nullable Fingerprint> fingerprints = new ArrayList<>();
    List<String> compared = new ArrayList<>();
    for (StoredText each : byFingerprint ? documents : withText) {
      fingerprints.add(each.fingerprint);
      compared.add(byFingerprint ? "" : Objects.requireNonNull(each.text));
    }
    SplittableRandom random = new SplittableRandom(options.seed());
    PairSample sample =
        new PairSample(
            fingerprints,
            Evidence.farthest(bits),
            Selection.ALL,
            random.split(),
            progress.part(0, sketchers.size() + 1));
    EditLimits limits = edits.limits();
    JudgedStrata strata = new JudgedStrata(bits);
    for (Label each : labels) {
      Likely byWords = Double.isNaN(each.edits) ? Likely.AMBIGUOUS : limits.likely(each.edits);
      strata.add(each.sampledAt, each.duplicate, each.weight, byWords);
    }
    strata.count(sample, fingerprints.size() >= size, size, lookups);
    return result(
        new ComparedDocuments(
            compared,
            size,
            limits.others(),
            byFingerprint ? strata.byDistance(fingerprints) : strata.byWords(fingerprints, limits)),
        fingerprints,
        new Scope(
            strata.unjudged(fingerprints),
            strata::isJudged,
            label -> strata.isJudged(label.sampledAt),
            label -> strata.pairs(label.sampledAt, label.weight),
            2.0 / size,
            true),
        options.duplicatesPerDocument(),
        random);
  }

  /// @param known the fingerprints of the documents under the profile of the collection
  private CalibrationResult result(
      ComparedDocuments compared,
      List<@Nullable Fingerprint> known,
      Scope scope,
      @Nullable Double duplicatesPerDocument,
      SplittableRandom random) {
    List<Recommender> results = new ArrayList<>();
    for (int i = 0; i < sketchers.size(); i++) {
      TextSketcher sketcher = sketchers.get(i);
      CalibrationProgress part = progress.part(i, sketchers.size());
      UnlabelledPairs rest =
          compared.unlabelled(
              isOwn(sketcher) ? known : compared.sketch(sketcher, part.part(0, 3)),
              sketcher.profile().bits(),
              scope.unlabelled,
              isOwn(sketcher) ? scope.labelled : row -> false,
              random.split(),
              part.part(1, 3));
      Evidence evidence =
          Evidence.ofLabels(
              distances(i, label -> true, scope.pairs),
              distances(i, scope.standing, scope.pairs),
              scope.matchesPerPair,
              rest,
              scope.isRestOfSame,
              duplicatesPerDocument);
      results.add(new Recommender(sketcher, evidence, random.split(), part.part(2, 3)));
    }
    return CalibrationResult.of(
        CalibrationResult.Source.PAIRS,
        compared,
        duplicates(),
        labels.size() - duplicates(),
        options.seed(),
        results);
  }

  private LabelledDistances distances(
      int profile, Predicate<Label> which, ToDoubleFunction<Label> pairs) {
    LabelledDistances distances = new LabelledDistances(sketchers.get(profile).profile().bits());
    labels.stream()
        .filter(which)
        .forEach(label ->
            distances.add(label.distances[profile], label.duplicate, pairs.applyAsDouble(label)));
    return distances;
  }

  private long duplicates() {
    return labels.stream().filter(Label::duplicate).count();
  }

  private void requireBoth() {
    long others = labels.size() - duplicates();
    if (duplicates() == 0 || others == 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "must have near-duplicates and other pairs, had %d and %d; label at least one of"
                  + " each, better 50",
              duplicates(),
              others));
    }
  }
}
