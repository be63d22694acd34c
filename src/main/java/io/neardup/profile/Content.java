package io.neardup.profile;

import io.neardup.simhash.Columns;
import java.util.List;

/// What a fingerprint is made of: a text in one of the stages on its way to features.
public sealed interface Content {

  /// Plain text, to be normalised and cut into tokens.
  ///
  /// @param text any characters; unpaired surrogates separate words
  record Text(String text) implements Content {}

  /// An HTML page, whose readable text is taken.
  ///
  /// @param html however broken
  record Html(String html) implements Content {}

  /// The caller's own tokens, used as they are, each occurrence counted.
  ///
  /// @param tokens in any order
  record Tokens(List<String> tokens) implements Content {

    /// Takes a copy.
    public Tokens {
      tokens = List.copyOf(tokens);
    }
  }

  /// The caller's own features with their weights, used as they are.
  ///
  /// @param features one entry a feature; the weights of equal features add up
  record Features(List<WeightedFeature> features) implements Content {

    /// Takes a copy.
    public Features {
      features = List.copyOf(features);
    }
  }

  /// A feature and how much it counts.
  ///
  /// @param feature hashed as UTF-8
  /// @param weight above 0, at most 1,000,000; kept in steps of 1/65,536
  record WeightedFeature(String feature, double weight) {

    /// The heaviest weight; with it, a million features still sum up exactly.
    public static final double MAX_WEIGHT = 1_000_000;

    /// Rejects weights out of range.
    public WeightedFeature {
      if (!(weight > 0 && weight <= MAX_WEIGHT)) {
        throw new IllegalArgumentException(
            "weight must be above 0 and at most 1000000, was " + weight);
      }
    }

    /// The weight in steps of 1 / [Columns#ONE], at least one step.
    long fixedPointWeight() {
      return Math.max(1, Math.round(weight * Columns.ONE));
    }
  }
}
