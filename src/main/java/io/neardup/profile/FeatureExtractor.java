package io.neardup.profile;

import io.neardup.text.NormalizedText;
import io.neardup.text.TokenSink;

/// Cuts a normalised text into the features of a recipe, in order of their place.
@FunctionalInterface
interface FeatureExtractor {

  void extract(NormalizedText text, TokenSink features);
}
