package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.simhash.Xxh3;
import io.neardup.text.HtmlText;
import io.neardup.text.NormalizedText;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A recipe whose features are single tokens, each of which adds its level for each occurrence.
///
/// @param tokenizer divides the normalised text into tokens
/// @param levels of tokens
/// @param bits the width of the fingerprint
record LevelRecipe(Tokenizer tokenizer, TokenLevels levels, int bits) implements Recipe {

  private static final int BYTES_PER_FEATURE = 8; // an estimate that avoids growing arrays

  /// The levels of tokens.
  @FunctionalInterface
  interface TokenLevels {

    /// The level of the token `text[start, end)`, 1 or more; 0 leaves it out.
    int level(byte[] text, int start, int end);
  }

  @Override
  public Sketch sketch(Content content) {
    return switch (content) {
      case Content.Text(String text) -> sketch(NormalizedText.of(text));
      case Content.Html(String html) -> sketch(NormalizedText.of(HtmlText.of(html)));
      case Content.Tokens(List<String> tokens) -> {
        FeatureBag bag = new FeatureBag(tokens.size());
        hand(tokens, addTo(bag));
        yield sketch(bag);
      }
      case Content.Features features -> withGivenWeights().sketch(features);
    };
  }

  @Override
  public List<Explanation.Feature> features(Content content) {
    return content instanceof Content.Features
        ? withGivenWeights().features(content)
        : list(content).heaviestFirst();
  }

  @Override
  public Explanation explain(Content content) {
    return content instanceof Content.Features
        ? withGivenWeights().explain(content)
        : new DenseSimHash(bits, false).explain(list(content));
  }

  private FeatureList list(Content content) {
    FeatureList features = new FeatureList(TermFrequencyWeights.TF);
    TokenSink sink =
        (text, start, end, spaceless) -> {
          int level = levels.level(text, start, end);
          if (level > 0) {
            String name = new String(text, start, end - start, StandardCharsets.UTF_8);
            features.weigh(new WeightedFeature(name, level));
          }
        };
    switch (content) {
      case Content.Text(String text) -> tokenizer.tokenize(NormalizedText.of(text), sink);
      case Content.Html(String html) ->
          tokenizer.tokenize(NormalizedText.of(HtmlText.of(html)), sink);
      case Content.Tokens(List<String> tokens) -> hand(tokens, sink);
      default -> // Content.Features: Java 21, for the engine, has no unnamed patterns
          throw new IllegalArgumentException("features have weights already");
    }
    return features;
  }

  private Sketch sketch(NormalizedText text) {
    FeatureBag bag = new FeatureBag(text.length() / BYTES_PER_FEATURE);
    tokenizer.tokenize(text, addTo(bag));
    return sketch(bag);
  }

  /// A token of level 3 counts as three occurrences of one of level 1.
  private TokenSink addTo(FeatureBag bag) {
    return (text, start, end, spaceless) -> {
      int level = levels.level(text, start, end);
      if (level > 0) {
        bag.add(Xxh3.hash(text, start, end), level);
      }
    };
  }

  private Sketch sketch(FeatureBag bag) {
    Columns columns = new Columns(bits);
    TermFrequencyWeights.TF.accumulate(bag, columns);
    return new Sketch(columns.signs(), bag.size());
  }

  private Recipe withGivenWeights() {
    return new ComposedRecipe(
        NormalizedText::of,
        tokenizer,
        List.of(1),
        TermFrequencyWeights.TF,
        new DenseSimHash(bits, false));
  }

  private static void hand(List<String> tokens, TokenSink sink) {
    for (String token : tokens) {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      sink.token(bytes, 0, bytes.length, false);
    }
  }
}
