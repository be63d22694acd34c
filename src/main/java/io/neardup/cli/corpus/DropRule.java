package io.neardup.cli.corpus;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.UniqueShare;
import io.neardup.measure.WeightedJaccard;
import io.neardup.simhash.FeatureVector;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Which near-duplicates may be dropped for which.
///
/// @param maxUnique the largest share of the features of a record that the kept one may lack
/// @param rarity the factors of the weights of features that separate variants from copies, null if
///   they are not separated
/// @param minSimilarity by these weights, below which near-duplicates are variants
/// @param keepsVariants whether variants are kept
public record DropRule(
    double maxUnique,
    @Nullable LongToDoubleFunction rarity,
    double minSimilarity,
    boolean keepsVariants) {

  /// All may be dropped.
  public static final DropRule ALL = new DropRule(1, null, 0, false);

  /* A feature of up to a few records counts nearly in full, one of hundreds hardly: what texts of one form
  have in common is in many records, and in what they differ is in few. Inverse document frequencies differ
  too little for that: of near pairs of product descriptions they tell a third, these weights three quarters
  (docs/choosing.md, VariantsReport). */
  private static final double FEW = 5;

  /// The factors by document frequencies.
  ///
  /// @param step how many records there are for each one that was counted
  public static LongToDoubleFunction rarity(DocumentFrequencies counted, int step) {
    return hash -> 1 / (FEW + (double) step * counted.count(hash));
  }

  /// Whether all may be dropped.
  boolean isAll() {
    return maxUnique >= 1 && !keepsVariants;
  }

  /// Whether two near-duplicates are variants: they differ in what few records have.
  boolean areVariants(FeatureVector one, FeatureVector other) {
    return rarity != null && WeightedJaccard.by(one, other, rarity) < minSimilarity;
  }

  /// Whether a record may be dropped for another one.
  boolean drops(FeatureVector record, FeatureVector kept) {
    return UniqueShare.of(record, kept) <= maxUnique
        && !(keepsVariants && areVariants(record, kept));
  }
}
