package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.simhash.Xxh3;
import io.neardup.text.Normalization;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A recipe whose features are single tokens; each occurrence adds the token's level. Of equal
/// neighbours only the first counts, so that a row of emoticons does not outweigh the words.
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
    tokenize(
        content,
        (text, start, end, spaceless) -> {
          int level = levels.level(text, start, end);
          if (level > 0) { // counts as that many occurrences of a token of level 1
            bag.add(Xxh3.hash(text, start, end), level);
          }
        });
    return simHash().sketch(bag, TermFrequencyWeights.TF);
  }

  @Override
  public FeatureVector vector(Content content) {
    return content instanceof Content.Features
        ? withGivenWeights().vector(content)
        : list(content, () -> {}).vector();
  }

  @Override
  public Explanation explain(Content content, Runnable check) {
    return content instanceof Content.Features
        ? withGivenWeights().explain(content, check)
        : simHash().explain(list(content, check), check);
  }

  @Override
  public TextTokens tokens(String text, boolean located, Runnable check) {
    return TextTokens.of(text, located, Normalization.MARKED, tokenizer.forPassages(), check);
  }

  private FeatureList list(Content content, Runnable check) {
    FeatureList features = new FeatureList(TermFrequencyWeights.TF, null, check);
    tokenize(
        content,
        (text, start, end, spaceless) -> {
          int level = levels.level(text, start, end);
          if (level > 0) {
            String name = new String(text, start, end - start, StandardCharsets.UTF_8);
            features.weigh(new WeightedFeature(name, level));
          }
        });
    return features;
  }

  private void tokenize(Content content, TokenSink tokenSink) {
    long[] last = new long[1]; // the hash of the preceding token
    Recipe.tokenize(
        content,
        Normalization.MARKED,
        tokenizer,
        (text, start, end, spaceless) -> {
          long hash = Xxh3.hash(text, start, end);
          if (hash != last[0]) {
            tokenSink.token(text, start, end, spaceless);
          }
          last[0] = hash;
        });
  }

  private Recipe withGivenWeights() {
    return new ComposedRecipe(
        Normalization.MARKED, tokenizer, List.of(1), TermFrequencyWeights.TF, simHash());
  }

  private SimHash simHash() {
    return SimHash.dense(bits);
  }
}
