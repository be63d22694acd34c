package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.PairTruth.Shares;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.calibrate.edit.EditLimits.Likely;
import io.neardup.calibrate.edit.EditRate;
import io.neardup.calibrate.edit.LabelledEdits;
import io.neardup.calibrate.edit.TextWords;
import io.neardup.profile.Profile;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// A calibration by judged pairs of a collection, which were sampled at some distances of its
/// profile, and by pairs of its documents at all other distances. Not thread-safe.
public final class JudgementCalibration {

  private final Profile own;
  private final List<TextSketcher> sketchers = new ArrayList<>();
  private final CalibrationOptions options;
  private final CalibrationProgress progress;
  private final LabelledEdits edits;
  private final JudgedStrata strata;
  private final List<Judged> judgements = new ArrayList<>();
  private int farthest;

  /// A judgement.
  ///
  /// @param edits the share of edited words; NaN without texts
  /// @param distances under each profile
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Judged(
      int distance, boolean duplicate, double weight, double edits, int[] distances) {}

  /// A document of the collection.
  ///
  /// @param fingerprint under the profile of the collection; null if it matches nothing
  /// @param text null if it is not stored
  public record StoredText(@Nullable Fingerprint fingerprint, @Nullable String text) {}

  /// A calibration by judgements of pairs.
  ///
  /// @param own the profile of the collection
  /// @param profiles at least one
  public JudgementCalibration(
      Profile own,
      List<Profile> profiles,
      CalibrationOptions options,
      CalibrationProgress progress) {
    CalibrationOptions.requireProfiles(profiles);
    this.own = own;
    this.options = options;
    this.progress = progress;
    profiles.forEach(profile -> sketchers.add(new TextSketcher(profile)));
    edits = new LabelledEdits(EditLimits.of(options.editRate()));
    strata = new JudgedStrata(own.bits());
  }

  /// Adds a judgement.
  ///
  /// @param distance under the profile of the collection
  /// @param a the text of a document; null if it is not stored
  /// @param b the text of the other one
  /// @throws IllegalArgumentException without texts, if they are needed for other profiles
  public void add(
      int distance, boolean duplicate, double weight, @Nullable String a, @Nullable String b) {
    LabelledPair.requireWeight(weight);
    int[] distances = new int[sketchers.size()];
    Arrays.fill(distances, distance);
    for (int i = 0; i < distances.length; i++) {
      TextSketcher sketcher = sketchers.get(i);
      if (isOwn(sketcher)) {
        continue;
      }
      if (a == null || b == null) {
        throw new IllegalArgumentException(
            "must be of documents with a stored text, to be measured with "
                + sketcher.profile().name());
      }
      distances[i] = TextSketcher.distance(sketcher.fingerprint(a), sketcher.fingerprint(b));
    }
    double rate = Double.NaN;
    if (a != null && b != null) {
      rate = edits.rate(a, b);
      edits.add(rate, duplicate);
    }
    farthest = Math.max(farthest, distance);
    judgements.add(new Judged(distance, duplicate, weight, rate, distances));
    if (judgements.size() % 100 == 0) {
      progress.report(judgements.size(), 0);
    }
  }

  private boolean isOwn(TextSketcher sketcher) {
    return sketcher.profile().equals(own);
  }

  /// The result.
  ///
  /// @param documents a random sample of the collection, or all of it
  /// @param collectionSize the number of documents of the collection
  /// @param lookups the matches of lookups in the collection up to a distance
  /// @throws IllegalArgumentException without a judged pair of near-duplicates and one of others
  public CalibrationResult result(
      List<StoredText> documents, long collectionSize, IntFunction<MatchCounts> lookups) {
    LabelledDistances counted = new LabelledDistances(own.bits());
    judgements.forEach(each -> counted.add(each.distance, each.duplicate, each.weight));
    counted.requireBoth();
    SplittableRandom random = new SplittableRandom(options.seed());
    Sample sample = sample(documents, Math.max(collectionSize, documents.size()));
    PairSample near =
        new PairSample(
            sample.own,
            Evidence.farthest(own.bits()),
            Selection.ALL,
            random.split(),
            progress.part(0, sketchers.size() + 1));
    EditLimits limits = edits.limits();
    for (Judged each : judgements) {
      strata.add(each.distance, each.duplicate, each.weight, byWords(limits, each.edits));
    }
    strata.count(near, sample.own.size() >= sample.size, sample.size, lookups);
    List<ProfileCalibration> results = new ArrayList<>();
    for (int i = 0; i < sketchers.size(); i++) {
      results.add(measure(i, sample, random.split(), progress.part(i + 1, sketchers.size() + 1)));
    }
    return CalibrationResult.of(
        CalibrationResult.Source.PAIRS,
        sample.size,
        sample.own.size(),
        counted.duplicates(),
        counted.others(),
        options.seed(),
        results);
  }

  /// The documents that are compared.
  ///
  /// @param own their fingerprints under the profile of the collection
  /// @param compared their texts; null to compare fingerprints alone
  private record Sample(
      List<@Nullable Fingerprint> own, @Nullable ComparedDocuments compared, long size) {}

  private Sample sample(List<StoredText> documents, long collectionSize) {
    List<StoredText> stored = documents.stream().filter(each -> each.text != null).toList();
    boolean byFingerprint =
        stored.size() < Math.min(documents.size(), DocumentCalibration.MIN_DOCUMENTS)
            && sketchers.stream().allMatch(this::isOwn);
    if (byFingerprint) {
      return new Sample(fingerprints(documents), null, collectionSize);
    }
    List<String> texts = new ArrayList<>();
    stored.forEach(each -> texts.add(Objects.requireNonNull(each.text)));
    List<int[]> words = texts.stream().map(text -> EditRate.hashes(TextWords.of(text))).toList();
    List<@Nullable Fingerprint> fingerprints = fingerprints(stored);
    EditLimits limits = edits.limits();
    PairTruth truth =
        new PairTruth(
            words,
            limits.others(),
            (a, b, rate) -> {
              int distance = TextSketcher.distance(fingerprints.get(a), fingerprints.get(b));
              Likely likely = limits.likely(rate);
              return distance == TextSketcher.NEVER ? likely : strata.likely(distance, likely);
            });
    ComparedDocuments compared = new ComparedDocuments(texts, truth, collectionSize);
    return new Sample(fingerprints, compared, collectionSize);
  }

  private static List<@Nullable Fingerprint> fingerprints(List<StoredText> documents) {
    List<@Nullable Fingerprint> fingerprints = new ArrayList<>();
    documents.forEach(each -> fingerprints.add(each.fingerprint));
    return fingerprints;
  }

  private ProfileCalibration measure(
      int profile, Sample sample, SplittableRandom random, CalibrationProgress part) {
    TextSketcher sketcher = sketchers.get(profile);
    Evidence evidence =
        LabelledEvidence.of(
            labels(profile, false),
            labels(profile, true),
            2.0 / sample.size,
            sample.size,
            unlabelled(sketcher, sample, random.split(), part.part(0, 2)),
            true,
            options.duplicatesPerDocument());
    return ProfileCalibration.of(sketcher, evidence, options, random.split(), part.part(1, 2));
  }

  /// @param areForAll whether only those that stand for all pairs at their distance
  private LabelledDistances labels(int profile, boolean areForAll) {
    LabelledDistances labels = new LabelledDistances(sketchers.get(profile).profile().bits());
    for (Judged judged : judgements) {
      if (!areForAll || strata.isJudged(judged.distance)) {
        double pairs = strata.pairs(judged.distance, judged.weight);
        labels.add(judged.distances[profile], judged.duplicate, pairs);
      }
    }
    return labels;
  }

  private static Likely byWords(EditLimits limits, double edits) {
    return Double.isNaN(edits) ? Likely.AMBIGUOUS : limits.likely(edits);
  }

  /// The pairs at distances where no judged pairs stand for all.
  private UnlabelledPairs unlabelled(
      TextSketcher sketcher, Sample sample, SplittableRandom random, CalibrationProgress part) {
    int bits = sketcher.profile().bits();
    Selection unjudged =
        (a, b) -> {
          int distance = TextSketcher.distance(sample.own.get(a), sample.own.get(b));
          return distance == TextSketcher.NEVER || !strata.isJudged(distance);
        };
    IntPredicate judged = isOwn(sketcher) ? strata::isJudged : row -> false;
    if (sample.compared != null) {
      List<@Nullable Fingerprint> fingerprints =
          isOwn(sketcher) ? sample.own : sample.compared.sketch(sketcher, part);
      return sample.compared.unlabelled(fingerprints, bits, unjudged, judged, random, part);
    }
    PairSample pairs = new PairSample(sample.own, Evidence.farthest(bits), unjudged, random, part);
    Shares shares = withoutTexts(pairs.farthest());
    return new UnlabelledPairs(pairs, shares, sample.own.size(), sample.size, judged);
  }

  /// Without texts, judgements at the same distance decide; pairs farther than any judgement are
  /// other texts.
  private Shares withoutTexts(int distances) {
    Shares shares = new Shares(new double[distances + 1], new double[distances + 1]);
    for (int distance = 0; distance <= distances; distance++) {
      Likely likely =
          distance > farthest ? Likely.OTHER : strata.likely(distance, Likely.AMBIGUOUS);
      shares.duplicates()[distance] = likely.duplicate();
      shares.others()[distance] = likely.other();
    }
    return shares;
  }
}
