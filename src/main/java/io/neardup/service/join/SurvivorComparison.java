package io.neardup.service.join;

import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import io.neardup.service.LazyVector;
import io.neardup.simhash.FeatureVector;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares the documents of a group with its survivor, as far as their features decide whether
/// they are near it, or all if they may be dropped. By one thread.
///
/// @param rule on what may be dropped, null if nothing is
/// @param moved rows that are in the group as they, or what was kept for them, are inside the
///   survivor
/// @param inside the ordinals of documents inside others
/// @param known comparisons of rows, whose documents have equal content
record SurvivorComparison(
    NearRows near,
    RowDocuments documents,
    int survivorRow,
    LazyVector survivor,
    @Nullable DropRule rule,
    Set<Integer> moved,
    BitSet inside,
    Map<Integer, Compared> known) {

  /// What a comparison finds.
  ///
  /// @param similarity of the features, null if they were not compared
  /// @param loss null if nothing is dropped, or the features were not compared
  record Compared(@Nullable Double similarity, @Nullable Loss loss) {

    private static final Compared NOT = new Compared(null, null);
  }

  /// Whether a document is near the survivor, or is dropped for another reason.
  boolean isNear(int row, Compared compared) {
    int distance = documents.rows().distance(survivorRow, row);
    return moved.contains(row)
        || near.accepts(distance, near.isUnclear(distance) ? compared.similarity : null);
  }

  /// Compares the documents of a row.
  Compared with(int row) {
    if (rule == null && !near.isUnclear(documents.rows().distance(survivorRow, row))) {
      return Compared.NOT;
    }
    return known.computeIfAbsent(
        row, any -> compared(row == survivorRow ? survivor.get() : documents.vector(row)));
  }

  private Compared compared(@Nullable FeatureVector text) {
    FeatureVector kept = survivor.get();
    return text == null || kept == null
        ? Compared.NOT
        : new Compared(near.similarity(text, kept), rule == null ? null : rule.loss(text, kept));
  }
}
