package io.neardup.cli.corpus;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.UniqueShare;
import io.neardup.measure.WeightedJaccard;
import io.neardup.pairs.RecordPass;
import io.neardup.simhash.FeatureVector;
import java.util.BitSet;
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

  private static final int COUNTED = 100_000; // records

  /// The factors by the document frequencies of all records, or of as many as suffice.
  ///
  /// @param texts of the records, which are read once
  public static LongToDoubleFunction rarity(Corpus corpus, RecordPass<FeatureVector> texts) {
    int step = 1 + corpus.size() / COUNTED;
    BitSet counted = new BitSet();
    for (int number = 0; number < corpus.size(); number += step) {
      counted.set(number, !corpus.isSkipped(number));
    }
    DocumentFrequencies frequencies = new DocumentFrequencies();
    texts.read(counted, (_, features) -> frequencies.add(features));
    return rarity(frequencies, step);
  }

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
