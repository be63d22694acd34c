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

/// A recipe put together from parts: normaliser, tokeniser, shingles, XXH3, weights, SimHash.
///
/// @param normalizer text to what the tokeniser reads
/// @param tokenizer cuts it into tokens
/// @param shingles how many neighbouring tokens are one feature; `1, 2` makes features of all
///   tokens and of all pairs of neighbours
/// @param weights how much each feature counts
/// @param sketcher makes the fingerprint of the features
record ComposedRecipe(
    Function<String, NormalizedText> normalizer,
    Tokenizer tokenizer,
    List<Integer> shingles,
    FeatureWeights weights,
    Sketcher sketcher)
    implements Recipe {

  private static final int MAX_EXPECTED = 1 << 16;

  ComposedRecipe {
    shingles = List.copyOf(shingles);
  }

  @Override
  public Projection projection() {
    return sketcher.projection();
  }

  @Override
  public int featuresPerToken() {
    return shingles.size();
  }

  @Override
  public Sketch sketch(Content content) {
    return switch (content) {
      case Content.Text(String text) -> sketch(text);
      case Content.Html(String html) -> sketch(HtmlText.of(html));
      case Content.Tokens(List<String> tokens) -> {
        FeatureBag bag = bag(tokens.size());
        extract(tokens, new Shingles(shingles, false, (hash, name) -> bag.add(hash)));
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
    Shingles cut = new Shingles(shingles, true, sink);
    switch (content) {
      case Content.Text(String text) -> extract(normalizer.apply(text), cut);
      case Content.Html(String html) -> extract(normalizer.apply(HtmlText.of(html)), cut);
      case Content.Tokens(List<String> tokens) -> extract(tokens, cut);
      case Content.Features _ ->
          throw new UnsupportedContentException("must be left out; give text, html or tokens");
    }
  }

  private Sketch sketch(String text) {
    NormalizedText normalized = normalizer.apply(text);
    FeatureBag bag = bag(expectedTokens(text, normalized));
    extract(normalized, new Shingles(shingles, false, (hash, name) -> bag.add(hash)));
    return sketcher.sketch(bag, weights);
  }

  /// With room for the features of so many tokens. Of long texts many are repeated, or all: the bag
  /// grows with what they really have.
  private FeatureBag bag(int expectedTokens) {
    return new FeatureBag(Math.min(expectedTokens, MAX_EXPECTED) * shingles.size());
  }

  /// A guess that saves growing: a token every six characters, in scripts that take several bytes a
  /// character up to a token a character.
  private static int expectedTokens(String text, NormalizedText normalized) {
    int further = Math.max(0, normalized.length() - text.length());
    return text.length() / 6 + further / 4;
  }

  private void extract(NormalizedText text, Shingles cut) {
    tokenizer.tokenize(text, cut);
    cut.finish();
  }

  private static void extract(List<String> tokens, Shingles cut) {
    TokenSink sink = cut;
    for (String token : tokens) {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      sink.token(bytes, 0, bytes.length, false);
    }
    cut.finish();
  }
}
