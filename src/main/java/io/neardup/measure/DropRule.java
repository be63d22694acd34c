package io.neardup.measure;

import io.neardup.simhash.FeatureVector;
import java.io.Serializable;
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
    boolean keepsVariants)
    implements Serializable {

  /// All may be dropped.
  public static final DropRule ALL = new DropRule(1, null, 0, false);

  /* A feature of up to a few records counts nearly in full, one of hundreds hardly: what texts of one form
  have in common is in many records, and in what they differ is in few. Inverse document frequencies differ
  too little for that: of near pairs of product descriptions they tell a third, these weights three quarters
  (docs/quality/kinds.md, VariantsReport). */
  private static final double FEW = 5;

  private static final int COUNTED = 100_000; // records whose features are counted

  /// How many records there are for each one whose features are to be counted.
  public static int step(int records) {
    return 1 + records / COUNTED;
  }

  /// The rule that tells variants from copies, too.
  ///
  /// @param counted the features of each `step`th record
  public DropRule separating(DocumentFrequencies counted, int step, Verification verification) {
    return new DropRule(
        maxUnique, rarity(counted, step), verification.minSimilarity(), keepsVariants);
  }

  /// The factors by document frequencies.
  ///
  /// @param step how many records there are for each one that was counted
  public static LongToDoubleFunction rarity(DocumentFrequencies counted, int step) {
    return (LongToDoubleFunction & Serializable)
        hash -> 1 / (FEW + (double) step * counted.count(hash));
  }

  /// Whether all may be dropped.
  public boolean isAll() {
    return maxUnique >= 1 && !keepsVariants;
  }

  /// Whether two near-duplicates are variants: they differ in what few records have.
  boolean areVariants(FeatureVector one, FeatureVector other) {
    return rarity != null && WeightedJaccard.by(one, other, rarity) < minSimilarity;
  }

  /// What is lost with a record that is dropped for another one.
  public Loss loss(FeatureVector record, FeatureVector kept) {
    return new Loss(
        WeightedJaccard.of(record, kept), UniqueShare.of(record, kept), areVariants(record, kept));
  }

  /// Whether a record may be dropped for another one.
  public boolean drops(FeatureVector record, FeatureVector kept) {
    return UniqueShare.of(record, kept) <= maxUnique
        && !(keepsVariants && areVariants(record, kept));
  }
}
