package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.LogTermFrequency;
import io.neardup.simhash.Xxh3;
import io.neardup.text.HtmlText;
import io.neardup.text.NormalizedText;
import java.util.List;

/// A named, versioned recipe from content to fingerprint. Stateless; safe for concurrent use.
///
/// The bits that a profile gives never change: stored fingerprints depend on them. A better recipe
/// gets a new name.
public final class Profile {

  private static final int BYTES_PER_FEATURE = 8; // a guess that saves growing

  private final String name;
  private final String description;
  private final int bits;
  private final int maxDistance;
  private final FeatureExtractor extractor;

  /// @param name lower case, ends in its version, such as `paper-v1`
  /// @param description one sentence for people
  /// @param bits the width of its fingerprints
  /// @param maxDistance up to which distance texts count as near-duplicates unless the caller says
  ///   otherwise
  Profile(String name, String description, int bits, int maxDistance, FeatureExtractor extractor) {
    if (maxDistance < 0 || maxDistance > bits) {
      throw new IllegalArgumentException(
          "maxDistance must be 0 to " + bits + " bits, was " + maxDistance);
    }
    this.name = name;
    this.description = description;
    this.bits = bits;
    this.maxDistance = maxDistance;
    this.extractor = extractor;
  }

  /// The name callers ask for it by.
  public String name() {
    return name;
  }

  /// The recipe in a sentence.
  public String description() {
    return description;
  }

  /// The width of its fingerprints.
  public int bits() {
    return bits;
  }

  /// Up to which distance texts count as near-duplicates unless the caller says otherwise.
  public int maxDistance() {
    return maxDistance;
  }

  /// Makes the fingerprint. O(characters).
  public Sketch sketch(Content content) {
    return switch (content) {
      case Content.Text(String text) -> sketch(text);
      case Content.Html(String html) -> sketch(HtmlText.of(html));
      case Content.Tokens(List<String> tokens) -> sketch(countTokens(tokens));
      case Content.Features(List<WeightedFeature> features) -> sketchWeighted(features);
    };
  }

  /// Makes the fingerprint once more, slowly, and tells how. O(characters), with an object a
  /// feature.
  public Explanation explain(Content content) {
    FeatureList features = new FeatureList();
    switch (content) {
      case Content.Text(String text) -> extractor.extract(NormalizedText.of(text), features);
      case Content.Html(String html) ->
          extractor.extract(NormalizedText.of(HtmlText.of(html)), features);
      case Content.Tokens(List<String> tokens) -> tokens.forEach(features::count);
      case Content.Features(List<WeightedFeature> weighted) -> weighted.forEach(features::weigh);
    }
    return features.explain(bits);
  }

  private Sketch sketch(String text) {
    NormalizedText normalized = NormalizedText.of(text);
    FeatureBag bag = new FeatureBag(normalized.length() / BYTES_PER_FEATURE);
    extractor.extract(
        normalized, (bytes, start, end, spaceless) -> bag.add(Xxh3.hash(bytes, start, end)));
    return sketch(bag);
  }

  private Sketch sketch(FeatureBag bag) {
    Columns columns = new Columns(bits);
    LogTermFrequency.accumulate(bag, columns);
    return new Sketch(columns.signs(), bag.size());
  }

  private static FeatureBag countTokens(List<String> tokens) {
    FeatureBag bag = new FeatureBag(tokens.size());
    for (String token : tokens) {
      bag.add(Xxh3.hash(token));
    }
    return bag;
  }

  private Sketch sketchWeighted(List<WeightedFeature> features) {
    Columns columns = new Columns(bits);
    FeatureBag distinct = new FeatureBag(features.size());
    for (WeightedFeature weighted : features) {
      long hash = Xxh3.hash(weighted.feature());
      columns.add(hash, weighted.fixedPointWeight());
      distinct.add(hash);
    }
    return new Sketch(columns.signs(), distinct.size());
  }
}
