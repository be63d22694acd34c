package io.neardup.profile;

import io.neardup.simhash.Columns;
import io.neardup.text.HtmlText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The content of a fingerprint: a text, a page, tokens or features.
public sealed interface Content {

  /// The text that a reader sees: for a page its readable text; null for tokens and features.
  default @Nullable String readableText() {
    return switch (this) {
      case Text(String text) -> text;
      case Html(String html) -> HtmlText.of(html);
      case Tokens tokens -> null;
      case Features features -> null;
    };
  }

  /// Plain text, to be normalised and tokenised.
  ///
  /// @param text any characters; unpaired surrogates separate words
  record Text(String text) implements Content {}

  /// An HTML page, whose readable text is extracted.
  ///
  /// @param html valid or not
  record Html(String html) implements Content {}

  /// Tokens sent by the client, used unchanged; each occurrence counts.
  ///
  /// @param tokens in any order
  record Tokens(List<String> tokens) implements Content {

    /// Copies the list.
    public Tokens {
      tokens = List.copyOf(tokens);
    }
  }

  /// Weighted features sent by the client, used unchanged.
  ///
  /// @param features the weights of equal features are added; features of weight 0 are ignored
  record Features(List<WeightedFeature> features) implements Content {

    /// Copies the list without ignored features.
    public Features {
      features = features.stream().filter(feature -> feature.weight() > 0).toList();
    }
  }

  /// A feature and its weight.
  ///
  /// @param feature hashed as UTF-8
  /// @param weight 0 to 1,000,000; a feature of weight 0 is ignored
  record WeightedFeature(String feature, double weight) {

    /// The largest weight; a million features of this weight still sum up exactly.
    public static final double MAX_WEIGHT = 1_000_000;

    private static final int MAX_SHOWN = 40;

    /// Rejects weights out of range.
    public WeightedFeature {
      if (!(weight >= 0 && weight <= MAX_WEIGHT)) {
        throw new IllegalArgumentException("weight must be 0 to 1000000, was " + weight);
      }
    }

    /// The weight in steps of 1 / [Columns#ONE], at least one step.
    ///
    /// @throws UnsupportedContentException if it is less than a step
    long fixedPointWeight() {
      if (weight * Columns.ONE < 1) {
        throw new UnsupportedContentException(
            "must have weights of 0, or of 0.0000152587890625 (1/65536) and more, '"
                + feature.substring(0, Math.min(feature.length(), MAX_SHOWN))
                + "' has "
                + weight
                + "; multiply all weights by one factor, since only their ratios count");
      }
      return Math.round(weight * Columns.ONE);
    }
  }

  /// Content that a profile does not support. The message names what it supports.
  final class UnsupportedContentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// A refusal of a content.
    ///
    /// @param message a clause about the content, such as `must be ASCII`
    public UnsupportedContentException(String message) {
      super(message, null, false, false);
    }
  }
}
