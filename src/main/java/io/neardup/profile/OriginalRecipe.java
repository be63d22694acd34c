package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.text.HtmlText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The recipe of a published program, bit for bit: its features, its hash, its rule for ties.
/// Optimised for fidelity, not speed.
///
/// @param bits the width of the fingerprint
/// @param features divides a text into features, once per occurrence
/// @param hash hashes a feature
/// @param tieIsOne the value of a bit whose column is 0
record OriginalRecipe(
    int bits, Function<String, List<String>> features, FeatureHash hash, boolean tieIsOne)
    implements Recipe {

  /// The hash function of a program.
  @FunctionalInterface
  interface FeatureHash {

    /// The hash of `feature`; bit i is bit i % 64 of word i / 64.
    long[] hash(String feature);
  }

  @Override
  public Sketch sketch(Content content) {
    List<WeightedFeature> weighted = weighted(content);
    long distinct =
        weighted.stream()
            .map(WeightedFeature::feature)
            .filter(feature -> !feature.isEmpty())
            .distinct()
            .count();
    return new Sketch(signs(weighted), (int) distinct);
  }

  @Override
  public FeatureVector vector(Content content) {
    Features features = Features.of(heaviestFirst(weighted(content)));
    return FeatureVector.of(
        IntStream.range(0, features.size()).mapToLong(features::key).toArray(),
        IntStream.range(0, features.size()).mapToLong(features::fixedPointWeight).toArray());
  }

  @Override
  public Explanation explain(Content content, Runnable check) {
    List<WeightedFeature> weighted = weighted(content);
    double half = total(weighted) / 2;
    double[] sums = ones(weighted);
    Arrays.setAll(sums, bit -> 2 * (sums[bit] - half));
    return Explanation.of(
        Projection.DENSE, Features.of(heaviestFirst(weighted)), sums, signs(weighted), check);
  }

  private List<Explanation.Feature> heaviestFirst(List<WeightedFeature> weighted) {
    Map<String, Explanation.Feature> distinct = new LinkedHashMap<>();
    for (WeightedFeature feature : weighted) {
      distinct.merge(
          feature.feature(),
          new Explanation.Feature(feature.feature(), 1, feature.weight(), hex(feature.feature())),
          (a, b) ->
              new Explanation.Feature(
                  a.feature(), a.count() + 1, a.weight() + b.weight(), a.hash()));
    }
    if (distinct.keySet().equals(Set.of(""))) {
      distinct.clear(); // as some programs do for a text without features
    }
    List<Explanation.Feature> heaviestFirst = new ArrayList<>(distinct.values());
    heaviestFirst.sort(Comparator.comparingDouble(Explanation.Feature::weight).reversed());
    return heaviestFirst;
  }

  private List<WeightedFeature> weighted(Content content) {
    return switch (content) {
      case Content.Text(String text) -> once(features.apply(text));
      case Content.Html(String html) -> once(features.apply(HtmlText.of(html)));
      case Content.Tokens(List<String> tokens) -> once(tokens);
      case Content.Features(List<WeightedFeature> given) -> given;
    };
  }

  private static List<WeightedFeature> once(List<String> features) {
    return features.stream().map(feature -> new WeightedFeature(feature, 1)).toList();
  }

  /// A bit is 1 if more than half of the weight has a 1. Summed in floating point in the given
  /// order, like the original programs, so that fractions round the same way.
  private Fingerprint signs(List<WeightedFeature> weighted) {
    double[] ones = ones(weighted);
    double half = total(weighted) / 2;
    long[] words = new long[(bits + 63) / 64];
    for (int i = 0; i < bits; i++) {
      if (tieIsOne ? ones[i] >= half : ones[i] > half) {
        words[i / 64] |= 1L << i % 64;
      }
    }
    return Fingerprint.of(bits, words);
  }

  private double[] ones(List<WeightedFeature> weighted) {
    double[] ones = new double[bits];
    for (WeightedFeature feature : weighted) {
      long[] words = hash.hash(feature.feature());
      for (int i = 0; i < bits; i++) {
        if ((words[i / 64] >>> i % 64 & 1) != 0) {
          ones[i] += feature.weight();
        }
      }
    }
    return ones;
  }

  private static double total(List<WeightedFeature> weighted) {
    double total = 0;
    for (WeightedFeature feature : weighted) {
      total += feature.weight();
    }
    return total;
  }

  private String hex(String feature) {
    return Fingerprint.of(bits, hash.hash(feature)).toString();
  }
}
