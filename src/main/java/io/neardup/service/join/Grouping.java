package io.neardup.service.join;

import io.neardup.pairs.group.SurvivorRule;
import io.neardup.pairs.group.SurvivorRule.Criterion;
import io.neardup.pairs.group.SurvivorValue;
import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// How documents are grouped, and which document of a group is kept.
///
/// @param by the kind of groups
/// @param rules by which a document is preferred, as for files; the last ties are decided by the
///   time when it was first stored, then by id
public record Grouping(By by, List<SurvivorRule> rules) {

  /// The kind of groups.
  public enum By {
    /// Chains of near-duplicates: connected components.
    COMPONENTS,

    /// A document, the survivor, and others within its distance.
    STAR
  }

  /// What decides whether a document is kept, without the document: groups by star hold one for
  /// each fingerprint that has a near-duplicate.
  ///
  /// @param row of its fingerprint in the snapshot of the join
  /// @param ordinal of the document
  /// @param createdAt when it was first stored, in milliseconds since 1970
  /// @param offset of its revision in the log: one bulk write stores many in a millisecond
  /// @param values by the rules
  public record Candidate(
      int row, int ordinal, long createdAt, long offset, List<SurvivorValue> values) {}

  /// The requested grouping.
  ///
  /// @param by `components` or `star`; null for stars, or for components if no document is kept
  /// @param survivor the rules, as [SurvivorRule#parse] reads them; null for `central` with stars,
  ///   else `first`
  /// @throws RequestException if a value is unknown, or the values contradict each other
  public static Grouping of(@Nullable String by, @Nullable String survivor) {
    By kind = Choice.of("by", by, SurvivorRule.isNone(survivor) ? By.COMPONENTS : By.STAR);
    String usual = kind == By.STAR ? "central" : "first";
    List<SurvivorRule> rules;
    try {
      rules = SurvivorRule.parse(survivor == null ? usual : survivor);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("survivor", String.valueOf(e.getMessage()));
    }
    if (rules.getFirst().criterion() == Criterion.CENTRAL && kind != By.STAR) {
      throw RequestException.invalid("survivor", "can be central only with by=star");
    }
    return new Grouping(kind, rules);
  }

  /// Refuses groups of which no document is kept.
  ///
  /// @throws RequestException if it keeps none
  public Grouping requireSurvivor() {
    if (!SurvivorRule.keepsOne(rules)) {
      throw RequestException.invalid(
          "survivor", "can be none only in jobs of kind dedupe; groups are listed with a survivor");
    }
    return this;
  }

  /// The values of a document by the rules.
  ///
  /// @param length of its text
  List<SurvivorValue> values(Document document, ToDoubleFunction<Document> length) {
    return rules.stream()
        .map(rule -> {
          if (rule.column() != null) {
            return rule.value(MetadataFilter.text(document.metadata(), rule.column()));
          }
          return switch (rule.criterion()) {
            case LONGEST, SHORTEST -> SurvivorValue.of(length.applyAsDouble(document));
            case LAST -> new SurvivorValue(document.updatedAt().toEpochMilli(), document.offset());
            default -> SurvivorValue.MISSING;
          };
        })
        .toList();
  }

  /// The order of documents, the one to keep first; ties are decided by when they were stored.
  Comparator<Candidate> preference() {
    Comparator<Candidate> order = (_, _) -> 0;
    for (int i = 0; i < rules.size(); i++) {
      int rule = i;
      order = order.thenComparing(each -> each.values.get(rule), rules.get(i).order());
    }
    return order.thenComparingLong(Candidate::createdAt).thenComparingLong(Candidate::offset);
  }
}
