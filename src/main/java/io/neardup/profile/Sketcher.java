package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import java.util.List;

/// Computes fingerprints from features: the last step of a [ComposedRecipe]. Stateless.
sealed interface Sketcher permits DenseSimHash, SparseSimHash {

  /// The projection of the fingerprint.
  Projection projection();

  /// The sketch of counted features.
  Sketch sketch(FeatureBag bag, FeatureWeights weights);

  /// The sketch of weighted features; the weights of equal features are added.
  Sketch sketch(List<WeightedFeature> features);

  /// The fingerprint with all intermediate steps.
  Explanation explain(FeatureList features);
}
