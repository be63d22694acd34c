package io.neardup.profile;

import java.util.ArrayList;
import java.util.List;

/// Features with weights, as clients give them.
public final class GivenFeatures {

  private GivenFeatures() {}

  /// @param namesAndWeights a name, its weight, the next name, and so on
  public static Content.Features features(Object... namesAndWeights) {
    List<Content.WeightedFeature> features = new ArrayList<>();
    for (int i = 0; i < namesAndWeights.length; i += 2) {
      double weight = ((Number) namesAndWeights[i + 1]).doubleValue();
      features.add(new Content.WeightedFeature((String) namesAndWeights[i], weight));
    }
    return new Content.Features(features);
  }
}
