package io.neardup.profile;

import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.SparseColumns;
import java.util.Arrays;

/// Computes SimHash fingerprints with a sparse projection.
///
/// @param bits their width
record SparseSimHash(int bits) implements Sketcher {

  @Override
  public Projection projection() {
    return Projection.SPARSE;
  }

  @Override
  public Sketch sketch(FeatureBag bag, FeatureWeights weights) {
    SparseColumns columns = new SparseColumns(bits);
    weights.accumulate(bag, columns);
    return new Sketch(columns.signs(), columns.isEmpty() ? 0 : bag.size());
  }

  @Override
  public Fingerprint fingerprint(FeatureList features) {
    return columns(features).signs();
  }

  @Override
  public Explanation explain(FeatureList features, Runnable check) {
    SparseColumns columns = columns(features);
    double[] sums = Arrays.stream(columns.sums()).mapToDouble(SparseSimHash::inMeanPulls).toArray();
    return Explanation.of(
        Projection.SPARSE, features.heaviestFirst(), sums, columns.signs(), check);
  }

  /// The form of a sum or contribution in explanations: 1 is the contribution of a mean arrival.
  static double inMeanPulls(long pull) {
    return (double) pull / SparseColumns.MEAN_PULL;
  }

  private SparseColumns columns(FeatureList features) {
    SparseColumns columns = new SparseColumns(bits);
    features.forEach(columns::add);
    return columns;
  }
}
