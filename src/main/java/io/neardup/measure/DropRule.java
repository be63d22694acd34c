package io.neardup.measure;

import io.neardup.simhash.FeatureVector;
import java.io.Serializable;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Decides which near-duplicates may be dropped in favour of which.
///
/// @param maxUnique the largest share of a record's features that the kept record may lack
/// @param rarity factors for feature weights that tell variants from copies, null to treat them
///   alike
/// @param minSimilarity by these weights, below which near-duplicates are variants
/// @param keepsVariants whether variants are kept
public record DropRule(
    double maxUnique,
    @Nullable LongToDoubleFunction rarity,
    double minSimilarity,
    boolean keepsVariants)
    implements Serializable {

  /// Everything may be dropped.
  public static final DropRule ALL = new DropRule(1, null, 0, false);

  /* A feature in a few records counts almost fully, a feature in hundreds hardly at all: what texts of one form
  share is in many records, and what distinguishes them is in few. Inverse document frequencies vary too little
  for that: they identify a third of the near pairs of product descriptions, these weights three quarters
  (docs/quality/kinds.md, VariantsReport). */
  private static final double FEW = 5;

  private static final int COUNTED = 100_000; // records whose features are counted

  /// The sampling step: one of this many records has its features counted.
  public static int step(int records) {
    return 1 + records / COUNTED;
  }

  /// This rule, extended to tell variants from copies.
  ///
  /// @param counted the features of each `step`th record
  public DropRule separating(DocumentFrequencies counted, int step, Verification verification) {
    return new DropRule(
        maxUnique, rarity(counted, step), verification.minSimilarity(), keepsVariants);
  }

  /// The factors by document frequencies.
  ///
  /// @param step the sampling step of the counts
  public static LongToDoubleFunction rarity(DocumentFrequencies counted, int step) {
    return (LongToDoubleFunction & Serializable)
        hash -> 1 / (FEW + (double) step * counted.count(hash));
  }

  /// Whether everything may be dropped.
  public boolean isAll() {
    return maxUnique >= 1 && !keepsVariants;
  }

  /// Whether two near-duplicates are variants: they differ in rare features.
  boolean areVariants(FeatureVector one, FeatureVector other) {
    return rarity != null && WeightedJaccard.by(one, other, rarity) < minSimilarity;
  }

  /// What is lost if a record is dropped for another one.
  public Loss loss(FeatureVector record, FeatureVector kept) {
    return new Loss(
        WeightedJaccard.of(record, kept), UniqueShare.of(record, kept), areVariants(record, kept));
  }

  /// Whether a record may be dropped as its text is inside the kept one: not a variant of it, which
  /// is as long.
  public boolean dropsInside(FeatureVector record, FeatureVector kept) {
    return UniqueShare.of(record, kept) <= maxUnique
        && !(keepsVariants
            && WeightedJaccard.of(record, kept) >= minSimilarity
            && areVariants(record, kept));
  }

  /// Whether a record may be dropped for another one.
  public boolean drops(FeatureVector record, FeatureVector kept) {
    return UniqueShare.of(record, kept) <= maxUnique
        && !(keepsVariants && areVariants(record, kept));
  }
}
