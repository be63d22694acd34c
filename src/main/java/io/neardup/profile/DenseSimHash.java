package io.neardup.profile;

import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;

/// Computes SimHash fingerprints with a dense projection.
///
/// @param bits their width
/// @param tieIsOne the value of a bit whose sum is 0
record DenseSimHash(int bits, boolean tieIsOne) implements Sketcher {

  @Override
  public Projection projection() {
    return Projection.DENSE;
  }

  @Override
  public Sketch sketch(FeatureBag bag, FeatureWeights weights) {
    Columns columns = new Columns(bits);
    weights.accumulate(bag, columns);
    return new Sketch(columns.signs(tieIsOne), columns.isEmpty() ? 0 : bag.size());
  }

  @Override
  public Fingerprint fingerprint(FeatureList features) {
    return columns(features).signs(tieIsOne);
  }

  @Override
  public Explanation explain(FeatureList features, Runnable check) {
    Columns columns = columns(features);
    double[] sums =
        Arrays.stream(columns.sums()).mapToDouble(sum -> (double) sum / Columns.ONE).toArray();
    return Explanation.of(
        Projection.DENSE, features.heaviestFirst(), sums, columns.signs(tieIsOne), check);
  }

  private Columns columns(FeatureList features) {
    Columns columns = new Columns(bits);
    features.forEach(columns::add);
    return columns;
  }
}
