package io.neardup.service.join;

import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.service.join.Grouping.By;
import io.neardup.service.join.Grouping.Candidate;
import io.neardup.store.Document;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The document of a group to keep. Ties are decided by [#FIRST], then by id.
public enum SurvivorRule {
  /// The one stored first.
  FIRST,

  /// The one with the most features; documents stored by their fingerprint have none.
  LONGEST,

  /// The one stored or replaced last.
  NEWEST,

  /// The one with the largest value of a metadata field.
  LARGEST,

  /// The one with the smallest value of a metadata field.
  SMALLEST,

  /// The one with the most near-duplicates; for stars.
  CENTRAL;

  /// The requested grouping.
  ///
  /// @param by `components` or `star`; null for stars
  /// @param survivor the name of a rule in lower case, null for `central` with stars, else `first`
  /// @param field the metadata field of `largest` and `smallest`, null for the others
  /// @throws RequestException if a value is unknown, or the values contradict each other
  public static Grouping grouping(
      @Nullable String by, @Nullable String survivor, @Nullable String field) {
    By kind = Choice.of("by", by, By.STAR);
    SurvivorRule rule = Choice.of("survivor", survivor, kind == By.STAR ? CENTRAL : FIRST);
    if (rule == CENTRAL && kind != By.STAR) {
      throw RequestException.invalid("survivor", "can be central only with by=star");
    }
    boolean takesField = rule == LARGEST || rule == SMALLEST;
    if (takesField != (field != null)) {
      throw RequestException.invalid(
          "field",
          takesField
              ? "is missing: survivor=" + survivor + " needs the name of a metadata field"
              : "is only for survivor=largest and survivor=smallest");
    }
    return new Grouping(
        kind, rule == CENTRAL, document -> rule.value(document, field), rule.preference());
  }

  private RankValue value(Document document, @Nullable String field) {
    return switch (this) {
      case FIRST, CENTRAL -> RankValue.NONE;
      case LONGEST -> RankValue.of(Objects.requireNonNullElse(document.features(), 0));
      case NEWEST -> RankValue.of(document.updatedAt().toEpochMilli());
      case LARGEST, SMALLEST -> RankValue.of(document, Objects.requireNonNull(field));
    };
  }

  /// Numbers by size, before strings by their characters, before documents that have neither.
  private Comparator<Candidate> preference() {
    Comparator<RankValue> values =
        this == SMALLEST ? Comparator.naturalOrder() : Comparator.reverseOrder();
    return Comparator.comparing(
            Candidate::value, Comparator.comparingInt(RankValue::kind).thenComparing(values))
        .thenComparingLong(Candidate::createdAt);
  }
}
