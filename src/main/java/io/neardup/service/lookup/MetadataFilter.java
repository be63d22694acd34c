package io.neardup.service.lookup;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.neardup.service.RequestException;
import io.neardup.text.DecimalNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A filter of documents by their metadata.
///
/// A condition is a field and its value, such as `lang:en`; dots select fields of objects, as in
/// `source.name:paper`. Strings and booleans are compared in their JSON form, numbers by their
/// values: `1.10` is 1.1. An array matches if one of its elements does. All conditions must hold.
public final class MetadataFilter {

  public static final MetadataFilter NONE = new MetadataFilter(List.of());

  /// Keeps all digits of numbers.
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final Pattern DOT = Pattern.compile("\\.");
  private static final int MAX_DIGITS = 1_000; // of a number, as Jackson reads them

  private final List<Condition> conditions;

  private MetadataFilter(List<Condition> conditions) {
    this.conditions = conditions;
  }

  /// @param number the value if it is a number
  private record Condition(String field, String value, @Nullable BigDecimal number) {

    Condition(String field, String value) {
      this(field, value, number(value));
    }

    private static @Nullable BigDecimal number(String value) {
      try {
        return value.length() > MAX_DIGITS ? null : new BigDecimal(DecimalNumber.require(value));
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }

  /// Parses the conditions of the parameter `filter`.
  ///
  /// @throws RequestException if one is not a field, a colon and a value
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static MetadataFilter of(@Nullable List<? extends @Nullable String> conditions) {
    return of("filter", conditions);
  }

  /// Parses conditions.
  ///
  /// @param parameter that they came in
  /// @throws RequestException if one is not a field, a colon and a value
  public static MetadataFilter of(
      String parameter, @Nullable List<? extends @Nullable String> conditions) {
    if (conditions == null || conditions.isEmpty()) {
      return NONE;
    }
    List<Condition> read = new ArrayList<>(conditions.size());
    for (String condition : conditions) {
      int colon = condition == null ? -1 : condition.indexOf(':');
      if (condition == null || colon < 1) {
        throw RequestException.invalid(
            parameter,
            "must be a field of the metadata, a colon and a value, such as lang:en; was '"
                + condition
                + "'");
      }
      read.add(new Condition(condition.substring(0, colon), condition.substring(colon + 1)));
    }
    return new MetadataFilter(List.copyOf(read));
  }

  /// The conditions, as [#of] takes them.
  @JsonValue
  public List<String> conditions() {
    return conditions.stream().map(each -> each.field + ":" + each.value).toList();
  }

  public boolean isEmpty() {
    return conditions.isEmpty();
  }

  /// Whether a document with this metadata passes.
  ///
  /// @param metadata as JSON text, null if there are none
  public boolean accepts(@Nullable String metadata) {
    if (conditions.isEmpty()) {
      return true;
    }
    if (metadata == null) {
      return false;
    }
    try {
      JsonNode object = JSON.readTree(metadata);
      return conditions.stream().allMatch(condition -> holds(condition, object));
    } catch (JacksonException e) {
      return false; // metadata that cannot be parsed have no fields
    }
  }

  /// A metadata field's value as text, named as in conditions; null unless it is a string, number
  /// or boolean.
  public static @Nullable String text(@Nullable String metadata, String field) {
    try {
      JsonNode object = JSON.readTree(metadata == null ? "{}" : metadata);
      JsonNode whole = object.get(field);
      JsonNode value = whole == null ? nested(object, field) : whole;
      return value.isString() || value.isNumber() || value.isBoolean() ? value.asString() : null;
    } catch (JacksonException e) {
      return null; // metadata that cannot be parsed have no fields
    }
  }

  private static JsonNode nested(JsonNode object, String field) {
    JsonNode at = object;
    for (String step : DOT.split(field, -1)) {
      at = at.path(step);
    }
    return at;
  }

  private static boolean holds(Condition condition, JsonNode object) {
    JsonNode whole = object.get(condition.field);
    if (whole != null && has(whole, condition)) {
      return true;
    }
    return has(nested(object, condition.field), condition);
  }

  private static boolean has(JsonNode node, Condition condition) {
    if (node.isArray()) {
      return node.valueStream().anyMatch(element -> !element.isArray() && has(element, condition));
    }
    if (node.isNumber()) {
      return condition.number != null && node.decimalValue().compareTo(condition.number) == 0;
    }
    return node.isString()
        ? node.stringValue().equals(condition.value)
        : node.isBoolean() && node.toString().equals(condition.value);
  }
}
