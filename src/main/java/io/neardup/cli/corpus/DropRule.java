package io.neardup.cli.corpus;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.UniqueShare;
import io.neardup.measure.WeightedJaccard;
import io.neardup.simhash.FeatureVector;
import org.jspecify.annotations.Nullable;

/// Which near-duplicates may be dropped for which.
///
/// @param maxUnique the largest share of the features of a record that the kept one may lack
/// @param frequencies by which variants are told from copies, null if they are not
/// @param minByFrequencies the similarity by weights of these, below which two texts are variants
/// @param keepsVariants whether variants are kept
public record DropRule(
    double maxUnique,
    @Nullable DocumentFrequencies frequencies,
    double minByFrequencies,
    boolean keepsVariants) {

  /// All may be dropped.
  public static final DropRule ALL = new DropRule(1, null, 0, false);

  /// The share of the dissimilarity at the limit of a profile that texts may have by document
  /// frequencies: that of collections which compare by these.
  private static final double OF_DISSIMILARITY = 0.76;

  /// The similarity by document frequencies below which near-duplicates are variants.
  ///
  /// @param minSimilarity of near-duplicates
  public static double variantsBelow(double minSimilarity) {
    return 1 - (1 - minSimilarity) * OF_DISSIMILARITY;
  }

  /// Whether all may be dropped.
  boolean isAll() {
    return maxUnique >= 1 && !keepsVariants;
  }

  /// Whether two near-duplicates are variants: they differ in what few texts have.
  boolean areVariants(FeatureVector one, FeatureVector other) {
    return frequencies != null && WeightedJaccard.of(one, other, frequencies) < minByFrequencies;
  }

  /// Whether a record may be dropped for another one.
  boolean drops(FeatureVector record, FeatureVector kept) {
    return UniqueShare.of(record, kept) <= maxUnique
        && !(keepsVariants && areVariants(record, kept));
  }
}
