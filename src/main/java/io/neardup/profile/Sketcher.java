package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.TermFrequencyWeights;
import java.util.List;

/// Computes fingerprints from features: the last step of a [ComposedRecipe]. Stateless.
sealed interface Sketcher permits DenseSimHash, SparseSimHash {

  /// The projection of the fingerprint.
  Projection projection();

  /// The sketch of counted features.
  Sketch sketch(FeatureBag bag, FeatureWeights weights);

  /// The sketch of weighted features; the weights of equal features are added.
  default Sketch sketch(List<WeightedFeature> features) {
    FeatureList distinct = new FeatureList(TermFrequencyWeights.SET);
    features.forEach(distinct::weigh);
    return new Sketch(fingerprint(distinct), distinct.size());
  }

  /// The fingerprint of features with their weights.
  Fingerprint fingerprint(FeatureList features);

  /// The fingerprint with all intermediate steps.
  ///
  /// @param check called periodically, and may throw
  Explanation explain(FeatureList features, Runnable check);
}
