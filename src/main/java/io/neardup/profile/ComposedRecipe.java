package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.text.HtmlText;
import io.neardup.text.NormalizedText;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/// A recipe put together from parts: normaliser, tokeniser, shingles, XXH3, weights, SimHash or
/// MinHash.
///
/// @param normalizer text to what the tokeniser reads
/// @param tokenizer cuts it into tokens
/// @param shingle how many neighbouring tokens are one feature
/// @param weights how much each feature counts
/// @param sketcher makes the fingerprint of the features
record ComposedRecipe(
    Function<String, NormalizedText> normalizer,
    Tokenizer tokenizer,
    int shingle,
    FeatureWeights weights,
    Sketcher sketcher)
    implements Recipe {

  /// A recipe with SimHash that makes 0 of a bit whose column is 0.
  ComposedRecipe(
      Function<String, NormalizedText> normalizer,
      Tokenizer tokenizer,
      int shingle,
      FeatureWeights weights,
      int bits) {
    this(normalizer, tokenizer, shingle, weights, new SimHash(bits, false));
  }

  @Override
  public SketchKind kind() {
    return sketcher.kind();
  }

  @Override
  public Sketch sketch(Content content) {
    return switch (content) {
      case Content.Text(String text) -> sketch(text);
      case Content.Html(String html) -> sketch(HtmlText.of(html));
      case Content.Tokens(List<String> tokens) -> {
        FeatureBag bag = new FeatureBag(tokens.size());
        extract(tokens, new Shingles(shingle, false, (hash, name) -> bag.add(hash)));
        yield sketcher.sketch(bag, weights);
      }
      case Content.Features(List<WeightedFeature> features) -> sketcher.sketch(features);
    };
  }

  @Override
  public Explanation explain(Content content) {
    FeatureList features = new FeatureList(weights);
    if (content instanceof Content.Features(List<WeightedFeature> weighted)) {
      weighted.forEach(features::weigh);
    } else {
      features(content, features);
    }
    return sketcher.explain(features);
  }

  /// Hands on the features of `content` with their names, each as often as it occurs.
  ///
  /// @throws UnsupportedContentException if it is features already
  void features(Content content, FeatureSink sink) {
    Shingles shingles = new Shingles(shingle, true, sink);
    switch (content) {
      case Content.Text(String text) -> extract(normalizer.apply(text), shingles);
      case Content.Html(String html) -> extract(normalizer.apply(HtmlText.of(html)), shingles);
      case Content.Tokens(List<String> tokens) -> extract(tokens, shingles);
      case Content.Features _ ->
          throw new UnsupportedContentException("must be left out; give text, html or tokens");
    }
  }

  private Sketch sketch(String text) {
    NormalizedText normalized = normalizer.apply(text);
    FeatureBag bag = new FeatureBag(expectedFeatures(text, normalized));
    extract(normalized, new Shingles(shingle, false, (hash, name) -> bag.add(hash)));
    return sketcher.sketch(bag, weights);
  }

  /// A guess that saves growing: a feature every six characters, in scripts that take several bytes
  /// a character up to a feature a character.
  private static int expectedFeatures(String text, NormalizedText normalized) {
    int further = Math.max(0, normalized.length() - text.length());
    return text.length() / 6 + further / 4;
  }

  private void extract(NormalizedText text, Shingles shingles) {
    tokenizer.tokenize(text, shingles);
    shingles.finish();
  }

  private static void extract(List<String> tokens, Shingles shingles) {
    TokenSink sink = shingles;
    for (String token : tokens) {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      sink.token(bytes, 0, bytes.length, false);
    }
    shingles.finish();
  }
}
