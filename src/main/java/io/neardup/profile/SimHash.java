package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Xxh3;
import java.util.ArrayList;
import java.util.List;

/// Makes SimHash fingerprints.
///
/// @param bits their width
/// @param tieIsOne what becomes of a bit whose column is 0
record SimHash(int bits, boolean tieIsOne) implements Sketcher {

  @Override
  public SketchKind kind() {
    return SketchKind.SIMHASH;
  }

  @Override
  public Sketch sketch(FeatureBag bag, FeatureWeights weights) {
    Columns columns = new Columns(bits);
    weights.accumulate(bag, columns);
    return new Sketch(columns.signs(tieIsOne), bag.size());
  }

  @Override
  public Sketch sketch(List<WeightedFeature> features) {
    Columns columns = new Columns(bits);
    FeatureBag distinct = new FeatureBag(features.size());
    for (WeightedFeature weighted : features) {
      long hash = Xxh3.hash(weighted.feature());
      columns.add(hash, weighted.fixedPointWeight());
      distinct.add(hash);
    }
    return new Sketch(columns.signs(tieIsOne), distinct.size());
  }

  @Override
  public Explanation explain(FeatureList features) {
    Columns columns = new Columns(bits);
    features.forEach(columns::add);
    return Explanation.ofSums(
        features.heaviestFirst(), mostSignificantFirst(columns.sums()), columns.signs(tieIsOne));
  }

  private static List<Double> mostSignificantFirst(long[] sums) {
    List<Double> columns = new ArrayList<>(sums.length);
    for (int i = sums.length - 1; i >= 0; i--) {
      columns.add((double) sums[i] / Columns.ONE);
    }
    return columns;
  }
}
