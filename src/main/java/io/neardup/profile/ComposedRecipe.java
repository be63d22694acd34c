package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Xxh3;
import io.neardup.text.HtmlText;
import io.neardup.text.NormalizedText;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/// A recipe put together from parts: normaliser, tokeniser, shingles, weights, XXH3, SimHash.
///
/// @param normalizer text to what the tokeniser reads
/// @param tokenizer cuts it into tokens
/// @param shingle how many neighbouring tokens are one feature
/// @param weights how much each feature counts
/// @param bits the width of the fingerprint
/// @param tieIsOne what becomes of a bit whose column is 0
record ComposedRecipe(
    Function<String, NormalizedText> normalizer,
    Tokenizer tokenizer,
    int shingle,
    FeatureWeights weights,
    int bits,
    boolean tieIsOne)
    implements Recipe {

  /// A recipe that makes 0 of a bit whose column is 0.
  ComposedRecipe(
      Function<String, NormalizedText> normalizer,
      Tokenizer tokenizer,
      int shingle,
      FeatureWeights weights,
      int bits) {
    this(normalizer, tokenizer, shingle, weights, bits, false);
  }

  private static final int BYTES_PER_FEATURE = 12; // a guess that saves growing

  @Override
  public Sketch sketch(Content content) {
    return switch (content) {
      case Content.Text(String text) -> sketch(text);
      case Content.Html(String html) -> sketch(HtmlText.of(html));
      case Content.Tokens(List<String> tokens) -> {
        FeatureBag bag = new FeatureBag(tokens.size());
        extract(tokens, new Shingles(shingle, false, (hash, name) -> bag.add(hash)));
        yield sketch(bag);
      }
      case Content.Features(List<WeightedFeature> features) -> sketchWeighted(features);
    };
  }

  @Override
  public Explanation explain(Content content) {
    FeatureList features = new FeatureList(weights);
    Shingles shingles = new Shingles(shingle, true, features);
    switch (content) {
      case Content.Text(String text) -> extract(normalizer.apply(text), shingles);
      case Content.Html(String html) -> extract(normalizer.apply(HtmlText.of(html)), shingles);
      case Content.Tokens(List<String> tokens) -> extract(tokens, shingles);
      case Content.Features(List<WeightedFeature> weighted) -> weighted.forEach(features::weigh);
    }
    return features.explain(bits, tieIsOne);
  }

  private Sketch sketch(String text) {
    NormalizedText normalized = normalizer.apply(text);
    FeatureBag bag = new FeatureBag(normalized.length() / BYTES_PER_FEATURE);
    extract(normalized, new Shingles(shingle, false, (hash, name) -> bag.add(hash)));
    return sketch(bag);
  }

  private Sketch sketch(FeatureBag bag) {
    Columns columns = new Columns(bits);
    weights.accumulate(bag, columns);
    return new Sketch(columns.signs(tieIsOne), bag.size());
  }

  private Sketch sketchWeighted(List<WeightedFeature> features) {
    Columns columns = new Columns(bits);
    FeatureBag distinct = new FeatureBag(features.size());
    for (WeightedFeature weighted : features) {
      long hash = Xxh3.hash(weighted.feature());
      columns.add(hash, weighted.fixedPointWeight());
      distinct.add(hash);
    }
    return new Sketch(columns.signs(tieIsOne), distinct.size());
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
