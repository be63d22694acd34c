package io.neardup.service.join;

import io.neardup.store.Document;
import java.math.BigDecimal;
import java.util.Comparator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
