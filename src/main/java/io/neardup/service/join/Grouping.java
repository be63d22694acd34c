package io.neardup.service.join;

import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.store.Document;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How documents are grouped, and which document of a group is kept.
///
/// @param by the kind of groups
/// @param central whether stars are centred where most documents are within the distance, before
///   `preference` is applied; for stars only
/// @param value by which documents are preferred
/// @param preference order of documents, the one to keep first; ties are decided by id
public record Grouping(
    By by, boolean central, Function<Document, RankValue> value, Comparator<Candidate> preference) {

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
  /// @param value by which the rule of survivors prefers it
  public record Candidate(int row, int ordinal, long createdAt, RankValue value) {}

  /// A value by which documents are ranked.
  ///
  /// @param kind 0 for a number, 1 for a string, 2 for anything else
  /// @param string at most its first [#MAX_CHARS] characters, so that a rank takes little memory
  public record RankValue(int kind, BigDecimal number, String string)
      implements Comparable<RankValue> {

    /// The number of characters that are compared.
    static final int MAX_CHARS = 256;

    /// The value of rules that compare none.
    static final RankValue NONE = new RankValue(2, BigDecimal.ZERO, "");

    private static final JsonMapper JSON = new JsonMapper();
    private static final Comparator<RankValue> ORDER =
        Comparator.comparing(RankValue::number).thenComparing(RankValue::string);

    static RankValue of(long number) {
      return new RankValue(0, BigDecimal.valueOf(number), "");
    }

    /// The value of a metadata field.
    static RankValue of(Document document, String field) {
      String json = document.metadata();
      JsonNode metadata = json == null ? null : JSON.readTree(json);
      JsonNode value = metadata == null ? null : metadata.get(field);
      if (value != null && value.isNumber()) {
        return new RankValue(0, value.decimalValue(), "");
      }
      if (value == null || !value.isString()) {
        return NONE;
      }
      String text = value.asString();
      return new RankValue(
          1, BigDecimal.ZERO, text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text);
    }

    @Override
    public int compareTo(RankValue other) {
      return ORDER.compare(this, other);
    }
  }

  /// The document of a group to keep. Ties are decided by [#FIRST], then by id.
  private enum SurvivorRule {
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

  /// The requested grouping.
  ///
  /// @param by `components` or `star`; null for stars
  /// @param survivor the name of a rule in lower case, null for `central` with stars, else `first`
  /// @param field the metadata field of `largest` and `smallest`, null for the others
  /// @throws RequestException if a value is unknown, or the values contradict each other
  public static Grouping of(
      @Nullable String by, @Nullable String survivor, @Nullable String field) {
    By kind = Choice.of("by", by, By.STAR);
    SurvivorRule rule =
        Choice.of(
            "survivor", survivor, kind == By.STAR ? SurvivorRule.CENTRAL : SurvivorRule.FIRST);
    if (rule == SurvivorRule.CENTRAL && kind != By.STAR) {
      throw RequestException.invalid("survivor", "can be central only with by=star");
    }
    boolean takesField = rule == SurvivorRule.LARGEST || rule == SurvivorRule.SMALLEST;
    if (takesField != (field != null)) {
      throw RequestException.invalid(
          "field",
          takesField
              ? "is missing: survivor=" + survivor + " needs the name of a metadata field"
              : "is only for survivor=largest and survivor=smallest");
    }
    return new Grouping(
        kind,
        rule == SurvivorRule.CENTRAL,
        document -> rule.value(document, field),
        rule.preference());
  }
}
