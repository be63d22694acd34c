package io.neardup.profile;

import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.simhash.FeatureReader;
import io.neardup.simhash.FeatureVector;
import io.neardup.text.HtmlText;
import io.neardup.text.Normalization;
import io.neardup.text.TextNormalizer;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import io.neardup.text.WordTokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Computes fingerprints of content. Stateless and thread-safe.
interface Recipe {

  /// The tokeniser for recipes without their own.
  Tokenizer WORDS = new WordTokenizer();

  /// The projection of the fingerprint.
  default Projection projection() {
    return Projection.DENSE;
  }

  /// The approximate number of features per token.
  default int featuresPerToken() {
    return 1;
  }

  /// Computes the fingerprint. O(characters).
  Sketch sketch(Content content);

  /// Computes the fingerprint like [#sketch(Content)], and passes on the distinct features.
  default Sketch sketch(Content content, FeatureReader features) {
    vector(content).forEach(features);
    return sketch(content);
  }

  /// The distinct features by hash, with their weights in the unit of
  /// [io.neardup.simhash.Columns#ONE]. O(characters).
  FeatureVector vector(Content content);

  /// The tokens for finding passages.
  ///
  /// @param located whether to include their places in the text
  /// @param check called periodically, and may throw
  default TextTokens tokens(String text, boolean located, Runnable check) {
    return TextTokens.of(text, located, Normalization.UNMARKED, WORDS, check);
  }

  /// Computes the fingerprint with all intermediate steps.
  ///
  /// @param check called periodically, and may throw
  Explanation explain(Content content, Runnable check);

  /// Passes the tokens of `content` to `tokenSink`, once per occurrence.
  ///
  /// @throws UnsupportedContentException if the content is weighted features
  static void tokenize(
      Content content, TextNormalizer normalizer, Tokenizer tokenizer, TokenSink tokenSink) {
    switch (content) {
      case Content.Text(String text) -> tokenizer.tokenize(normalizer.apply(text), tokenSink);
      case Content.Html(String html) ->
          tokenizer.tokenize(normalizer.apply(HtmlText.of(html)), tokenSink);
      case Content.Tokens(List<String> tokens) -> {
        for (String token : tokens) {
          byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
          tokenSink.token(bytes, 0, bytes.length, false);
        }
      }
      default -> // Content.Features: Java 21, for the engine, has no unnamed patterns
          throw new UnsupportedContentException("must be left out; give text, html or tokens");
    }
  }
}
