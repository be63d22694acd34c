package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import java.util.List;

/// Makes fingerprints of features: the last step of a [ComposedRecipe]. Stateless.
sealed interface Sketcher permits DenseSimHash, SparseSimHash {

  /// How it makes sums of features.
  Projection projection();

  /// The sketch of counted features.
  Sketch sketch(FeatureBag bag, FeatureWeights weights);

  /// The sketch of features whose weights are given; those of equal features add up.
  Sketch sketch(List<WeightedFeature> features);

  /// The fingerprint once more, and each step to it.
  Explanation explain(FeatureList features);
}
