package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Pair;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.util.List;

/// How many texts other than near-duplicates a lookup is expected to match if candidates are
/// verified by the exact similarity of their features.
///
/// @param within the matches of a lookup up to each dissimilarity, in hundredths
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record VerifiedChance(double[] within) {

  private static final int COMPARED = 300; // at each distance
  private static final int NEAREST = 2_000;
  private static final int FAR_PER_256 = 80; // an estimate of a similarity of 0.38
  private static final int STEPS = 100;
  private static final double OTHERS = 0.2; // less similar pairs are no near-duplicates

  /// Compares some pairs of a sample at each small distance, and extrapolates to similarities that
  /// none of them has, see [ChanceTail]. Two lists of features in memory.
  ///
  /// @param profile for which verification is
  ///   [possible][io.neardup.measure.Verification#isPossible]
  static VerifiedChance of(Profile profile, ComparedDocuments compared, UnlabelledPairs pairs) {
    PairSample sample = pairs.sample();
    double[] counts = new double[STEPS + 1];
    int far = profile.bits() * FAR_PER_256 / 256;
    int all = 0;
    for (int distance = 0;
        distance <= sample.farthest() && (distance <= far || all < NEAREST);
        distance++) {
      List<Pair> kept = sample.kept(distance);
      int some = Math.min(COMPARED, kept.size());
      all += some;
      for (int i = 0; i < some; i++) {
        int place = (int) ((long) i * kept.size() / some);
        Pair pair = kept.get(place);
        double similarity =
            WeightedJaccard.of(
                vector(profile, compared.text(pair.a())), vector(profile, compared.text(pair.b())));
        double other = similarity < OTHERS ? 1 : compared.likely(pair).other();
        counts[(int) Math.ceil(STEPS * (1 - similarity))] += other * sample.count(distance) / some;
      }
    }
    double[] within = ChanceTail.cumulative(counts);
    for (int i = 0; i < within.length; i++) {
      within[i] *= pairs.matchesPerPair();
    }
    return new VerifiedChance(within);
  }

  private static FeatureVector vector(Profile profile, String text) {
    return profile.vector(new Content.Text(text));
  }

  /// The expected number of false matches of a lookup.
  ///
  /// @param minSimilarity from which on texts match
  double falseMatches(double minSimilarity) {
    return within[(int) Math.round(STEPS * (1 - minSimilarity))];
  }
}
