package io.neardup.profile;

import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureReader;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.FeatureWeights;
import io.neardup.text.HtmlText;
import io.neardup.text.NormalizedText;
import io.neardup.text.TextNormalizer;
import io.neardup.text.Tokenizer;
import java.util.List;

/// A recipe composed of parts: normaliser, tokeniser, shingles, XXH3, weights, SimHash.
///
/// @param normalizer prepares the text for the tokeniser
/// @param tokenizer divides it into tokens
/// @param shingles numbers of neighbouring tokens that form a feature; `1, 2` makes features of all
///   tokens and of all pairs of neighbours
/// @param weights of features
/// @param simHash computes the fingerprint from the features
record ComposedRecipe(
    TextNormalizer normalizer,
    Tokenizer tokenizer,
    List<Integer> shingles,
    FeatureWeights weights,
    SimHash simHash)
    implements Recipe {

  ComposedRecipe {
    shingles = List.copyOf(shingles);
  }

  @Override
  public Projection projection() {
    return simHash.projection();
  }

  @Override
  public int featuresPerToken() {
    return shingles.size();
  }

  @Override
  public Sketch sketch(Content content) {
    return content instanceof Content.Features(List<WeightedFeature> features)
        ? simHash.sketch(features)
        : simHash.sketch(count(content), weights);
  }

  @Override
  public Sketch sketch(Content content, FeatureReader features) {
    if (content instanceof Content.Features) {
      return Recipe.super.sketch(content, features);
    }
    FeatureBag bag = count(content);
    bag.forEach((hash, count) -> {
      long weight = weights.weight(hash, count);
      if (weight > 0) {
        features.feature(hash, weight);
      }
    });
    return simHash.sketch(bag, weights);
  }

  @Override
  public FeatureVector vector(Content content) {
    return content instanceof Content.Features
        ? list(content, () -> {}).vector()
        : FeatureVector.of(count(content), weights);
  }

  @Override
  public Explanation explain(Content content, Runnable check) {
    return simHash.explain(list(content, check), check);
  }

  @Override
  public TextTokens tokens(String text, boolean located, Runnable check) {
    return TextTokens.of(text, located, normalizer, tokenizer.forPassages(), check);
  }

  private FeatureList list(Content content, Runnable check) {
    if (content instanceof Content.Features(List<WeightedFeature> weighted)) {
      FeatureList features = new FeatureList(weights, null, check);
      weighted.forEach(features::weigh);
      return features;
    }
    TokenHashes tokens = named(content);
    FeatureList features =
        new FeatureList(weights, occurrence -> tokens.name(shingles, occurrence), check);
    tokens.forEach(shingles, features);
    return features;
  }

  /// The token hashes of `content`, with the texts of the tokens.
  ///
  /// @throws UnsupportedContentException if the content is weighted features
  TokenHashes named(Content content) {
    TokenHashes hashes = TokenHashes.named();
    Recipe.tokenize(content, normalizer, tokenizer, hashes);
    return hashes;
  }

  private FeatureBag count(Content content) {
    return switch (content) {
      case Content.Text(String text) -> count(text);
      case Content.Html(String html) -> count(HtmlText.of(html));
      default -> {
        TokenHashes hashes = TokenHashes.unnamed(0);
        Recipe.tokenize(content, normalizer, tokenizer, hashes);
        yield hashes.count(shingles);
      }
    };
  }

  private FeatureBag count(String text) {
    NormalizedText normalized = normalizer.apply(text);
    TokenHashes hashes = TokenHashes.unnamed(expectedTokens(text, normalized));
    tokenizer.tokenize(normalized, hashes);
    return hashes.count(shingles);
  }

  /// An estimate that avoids growing arrays: one token per six characters; in scripts of several
  /// bytes per character, up to one per character.
  private static int expectedTokens(String text, NormalizedText normalized) {
    int further = Math.max(0, normalized.length() - text.length());
    return text.length() / 6 + further / 4;
  }
}
