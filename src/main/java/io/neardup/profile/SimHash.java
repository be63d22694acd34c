package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.ColumnSums;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.SparseColumns;
import io.neardup.simhash.TermFrequencyWeights;
import java.util.Arrays;
import java.util.List;

/// Computes fingerprints from features: the last step of a [ComposedRecipe]. Stateless.
///
/// @param projection how features become sums
/// @param bits the width of the fingerprints
/// @param tieIsOne the value of a bit whose sum is 0, with [Projection#DENSE]
record SimHash(Projection projection, int bits, boolean tieIsOne) {

  static SimHash dense(int bits) {
    return new SimHash(Projection.DENSE, bits, false);
  }

  static SimHash sparse(int bits) {
    return new SimHash(Projection.SPARSE, bits, false);
  }

  /// The sketch of counted features.
  Sketch sketch(FeatureBag bag, FeatureWeights weights) {
    ColumnSums sums = none();
    weights.accumulate(bag, sums);
    return new Sketch(sums.signs(), sums.isEmpty() ? 0 : bag.size());
  }

  /// The sketch of weighted features; the weights of equal features are added.
  Sketch sketch(List<WeightedFeature> features) {
    FeatureList distinct = new FeatureList(TermFrequencyWeights.SET);
    features.forEach(distinct::weigh);
    return new Sketch(sums(distinct).signs(), distinct.size());
  }

  /// The fingerprint with all intermediate steps.
  ///
  /// @param check called periodically, and may throw
  Explanation explain(FeatureList features, Runnable check) {
    ColumnSums sums = sums(features);
    return Explanation.of(
        projection,
        features.heaviestFirst(),
        Arrays.stream(sums.sums()).mapToDouble(projection::inUnits).toArray(),
        sums.signs(),
        check);
  }

  private ColumnSums sums(FeatureList features) {
    ColumnSums sums = none();
    features.forEach(sums::add);
    return sums;
  }

  private ColumnSums none() {
    return switch (projection) {
      case DENSE -> new Columns(bits, tieIsOne);
      case SPARSE -> new SparseColumns(bits);
    };
  }
}
