package io.neardup.service.join;

import io.neardup.service.RequestException;
import io.neardup.service.join.Grouping.By;
import io.neardup.store.Document;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

  private static final JsonMapper JSON = new JsonMapper();

  private static final Comparator<Document> FIRST_STORED =
      Comparator.comparing(Document::createdAt).thenComparing(Document::id);

  /// The requested grouping.
  ///
  /// @param by `components` or `star`; null for components
  /// @param survivor the name of a rule in lower case, null for `first`
  /// @param field the metadata field of `largest` and `smallest`, null for the others
  /// @throws RequestException if a value is unknown, or the values contradict each other
  public static Grouping grouping(
      @Nullable String by, @Nullable String survivor, @Nullable String field) {
    By kind =
        switch (by) {
          case "components" -> By.COMPONENTS;
          case "star" -> By.STAR;
          case null -> By.COMPONENTS;
          case String other ->
              throw RequestException.invalid(
                  "by", "must be components or star, was '" + other + "'");
        };
    SurvivorRule rule = rule(survivor);
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
    return new Grouping(kind, rule == CENTRAL, rule.preference(field));
  }

  private static SurvivorRule rule(@Nullable String name) {
    if (name == null) {
      return FIRST;
    }
    for (SurvivorRule rule : values()) {
      if (rule.name().toLowerCase(Locale.ROOT).equals(name)) {
        return rule;
      }
    }
    throw RequestException.invalid(
        "survivor",
        "must be first, longest, newest, largest, smallest or central, was '" + name + "'");
  }

  private Comparator<Document> preference(@Nullable String field) {
    return switch (this) {
      case FIRST, CENTRAL -> FIRST_STORED;
      case LONGEST ->
          Comparator.comparingInt(SurvivorRule::features).reversed().thenComparing(FIRST_STORED);
      case NEWEST ->
          Comparator.comparing(Document::updatedAt).reversed().thenComparing(FIRST_STORED);
      case LARGEST -> byField(Objects.requireNonNull(field), Comparator.reverseOrder());
      case SMALLEST -> byField(Objects.requireNonNull(field), Comparator.naturalOrder());
    };
  }

  private static int features(Document document) {
    return Objects.requireNonNullElse(document.features(), 0);
  }

  /// Numbers by size, before strings by their characters, before documents that have neither.
  private static Comparator<Document> byField(String field, Comparator<Value> order) {
    Map<Document, Value> known = new HashMap<>();
    return Comparator.comparing(
            (Document document) -> known.computeIfAbsent(document, read -> Value.of(read, field)),
            Comparator.comparingInt(Value::kind).thenComparing(order))
        .thenComparing(FIRST_STORED);
  }

  /// A value of metadata.
  ///
  /// @param kind 0 for a number, 1 for a string, 2 for anything else
  private record Value(int kind, BigDecimal number, String string) implements Comparable<Value> {

    private static final Comparator<Value> ORDER =
        Comparator.comparing(Value::number).thenComparing(Value::string);

    static Value of(Document document, String field) {
      JsonNode metadata = document.metadata() == null ? null : JSON.readTree(document.metadata());
      JsonNode value = metadata == null ? null : metadata.get(field);
      if (value != null && value.isNumber()) {
        return new Value(0, value.decimalValue(), "");
      }
      return value != null && value.isString()
          ? new Value(1, BigDecimal.ZERO, value.asString())
          : new Value(2, BigDecimal.ZERO, "");
    }

    @Override
    public int compareTo(Value other) {
      return ORDER.compare(this, other);
    }
  }
}
