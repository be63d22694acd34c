package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Selection;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// A random sample of the documents of a collection, which are compared with each other.
///
/// @param texts empty ones if fingerprints alone are compared
/// @param truth of the pairs, by the same places
/// @param collectionSize the number of documents of the collection, at least that of the sample
record ComparedDocuments(List<String> texts, PairTruth truth, long collectionSize) {

  /// The fingerprints of the texts.
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
    return new UnlabelledPairs(
        sample,
        truth.shares(sample, random.split(), progress.part(1, 2)),
        texts.size(),
        collectionSize,
        labelled);
  }
}
