package io.neardup.profile;

import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.simhash.Xxh3;
import io.neardup.text.NormalizedText;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A recipe whose features are single tokens. One that occurs tf times has the weight level · (1 +
/// ln(tf)).
///
/// @param tokenizer divides the normalised text into tokens
/// @param levels of tokens
/// @param bits the width of the fingerprint
record LevelRecipe(Tokenizer tokenizer, TokenLevels levels, int bits) implements Recipe {

  /// The levels of tokens.
  @FunctionalInterface
  interface TokenLevels {

    /// The level of the token `text[start, end)`, 1 or more; 0 leaves it out.
    int level(byte[] text, int start, int end);
  }

  @Override
  public Sketch sketch(Content content) {
    if (content instanceof Content.Features) {
      return withGivenWeights().sketch(content);
    }
    FeatureBag bag = new FeatureBag(0);
    Map<Long, Integer> levelOf = new HashMap<>();
    tokenize(
        content,
        (text, start, end, spaceless) -> {
          int level = levels.level(text, start, end);
          if (level > 0) {
            long hash = Xxh3.hash(text, start, end);
            levelOf.put(hash, level);
            bag.add(hash);
          }
        });
    return simHash().sketch(bag, damped(levelOf));
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
        : simHash().explain(list(content));
  }

  private FeatureList list(Content content) {
    Map<Long, Integer> levelOf = new HashMap<>();
    FeatureList features = new FeatureList(damped(levelOf));
    tokenize(
        content,
        (text, start, end, spaceless) -> {
          int level = levels.level(text, start, end);
          if (level > 0) {
            long hash = Xxh3.hash(text, start, end);
            levelOf.put(hash, level);
            features.feature(hash, new String(text, start, end - start, StandardCharsets.UTF_8));
          }
        });
    return features;
  }

  private static FeatureWeights damped(Map<Long, Integer> levelOf) {
    return (hash, count) ->
        Math.round(
            Objects.requireNonNull(levelOf.get(hash))
                * (1 + StrictMath.log(count))
                * Columns.ONE);
  }

  private void tokenize(Content content, TokenSink tokenSink) {
    Recipe.tokenize(content, NormalizedText::of, tokenizer, tokenSink);
  }

  private Recipe withGivenWeights() {
    return new ComposedRecipe(
        NormalizedText::of, tokenizer, List.of(1), TermFrequencyWeights.TF, simHash());
  }

  private DenseSimHash simHash() {
    return new DenseSimHash(bits, false);
  }
}
