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
  /// @param features one entry a feature; the weights of equal features add up, and those of weight
  ///   0 are left out
  record Features(List<WeightedFeature> features) implements Content {

    /// Takes a copy of those that count.
    public Features {
      features = features.stream().filter(feature -> feature.weight() > 0).toList();
    }
  }

  /// A feature and how much it counts.
  ///
  /// @param feature hashed as UTF-8
  /// @param weight 0 to 1,000,000; with 0 it counts nothing
  record WeightedFeature(String feature, double weight) {

    /// The heaviest weight; with it, a million features still sum up exactly.
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
}
