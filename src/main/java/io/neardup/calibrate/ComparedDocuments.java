package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Pair;
import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.UnlabelledPairs.Shares;
import io.neardup.calibrate.edit.EditLimits;
import io.neardup.calibrate.edit.EditLimits.Likely;
import io.neardup.calibrate.edit.EditRate;
import io.neardup.calibrate.edit.TextWords;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// A random sample of the documents of a collection, which are compared with each other. The rate
/// of edited words decides which pairs are near-duplicates, so that those in the sample do not
/// count as false matches. The rate of a pair is kept for other profiles.
final class ComparedDocuments {

  private static final int MAX_COMPARED = 100; // at each distance
  private static final int CLEAN = 3;

  private final List<String> texts;
  private final long collectionSize;
  private final List<int[]> words;
  private final double most;
  private final PairDecision decision;
  private final Map<Pair, Double> known = new HashMap<>();

  /// How likely a pair of documents is one of near-duplicates.
  @FunctionalInterface
  interface PairDecision {

    /// Decides on a pair.
    ///
    /// @param a the place of a document
    /// @param b the place of another one
    /// @param rate the share of edited words; 1 if it is above all limits
    Likely of(int a, int b, double rate);
  }

  /// @param texts empty ones if fingerprints alone are compared
  /// @param collectionSize the number of documents of the collection, at least the size of the
  ///   sample
  /// @param most rates above this need not be known exactly
  /// @param decision by the rate
  ComparedDocuments(List<String> texts, long collectionSize, double most, PairDecision decision) {
    this.texts = texts;
    this.collectionSize = collectionSize;
    words = texts.stream().map(text -> EditRate.hashes(TextWords.of(text))).toList();
    this.most = most;
    this.decision = decision;
  }

  ComparedDocuments(List<String> texts, long collectionSize, EditLimits limits) {
    this(texts, collectionSize, limits.others(), (a, b, rate) -> limits.likely(rate));
  }

  int size() {
    return texts.size();
  }

  String text(int place) {
    return texts.get(place);
  }

  long collectionSize() {
    return collectionSize;
  }

  List<@Nullable Fingerprint> sketch(TextSketcher sketcher, CalibrationProgress progress) {
    List<@Nullable Fingerprint> fingerprints = new ArrayList<>(texts.size());
    for (String text : texts) {
      fingerprints.add(sketcher.fingerprint(text));
      if (fingerprints.size() % 100 == 1) {
        progress.report(fingerprints.size(), texts.size());
      }
    }
    return fingerprints;
  }

  /// Compares all pairs on which no label decides. O(n²).
  ///
  /// @param selection these pairs
  /// @param labelled the distances at which there is none of them
  UnlabelledPairs unlabelled(
      List<@Nullable Fingerprint> fingerprints,
      int bits,
      Selection selection,
      IntPredicate labelled,
      SplittableRandom random,
      CalibrationProgress progress) {
    PairSample sample =
        new PairSample(
            fingerprints, Evidence.farthest(bits), selection, random.split(), progress.part(0, 2));
    Shares shares = shares(sample, random.split(), progress.part(1, 2));
    return new UnlabelledPairs(sample, shares, texts.size(), collectionSize, labelled);
  }

  /// Compares the words of up to [#MAX_COMPARED] pairs at each distance, from 0 on, until neither
  /// near-duplicates nor ambiguous pairs were among that many at [#CLEAN] distances in a row; all
  /// farther pairs are taken for others.
  private Shares shares(PairSample sample, SplittableRandom random, CalibrationProgress progress) {
    int distances = sample.farthest() + 1;
    Shares shares = new Shares(new double[distances], new double[distances]);
    int clean = 0;
    for (int distance = 0; distance < distances; distance++) {
      shares.others()[distance] = 1;
      List<Pair> pairs = sample.kept(distance);
      int compared = Math.min(pairs.size(), MAX_COMPARED);
      if (compared == 0 || clean == CLEAN) {
        continue;
      }
      double duplicates = 0;
      double others = 0;
      int from = random.nextInt(pairs.size()); // pairs that were not replaced are in order
      for (int i = 0; i < compared; i++) {
        int place = (int) ((from + (long) i * pairs.size() / compared) % pairs.size());
        Likely likely = likely(pairs.get(place));
        duplicates += likely.duplicate();
        others += likely.other();
      }
      shares.duplicates()[distance] = duplicates / compared;
      shares.others()[distance] = others / compared;
      clean = others == MAX_COMPARED ? clean + 1 : 0;
      progress.report(distance, distances);
    }
    return shares;
  }

  /// How likely a pair is one of near-duplicates or of other texts.
  Likely likely(Pair pair) {
    double rate =
        known.computeIfAbsent(
            pair, unseen -> EditRate.of(words.get(pair.a()), words.get(pair.b()), most));
    return decision.of(pair.a(), pair.b(), rate);
  }
}
