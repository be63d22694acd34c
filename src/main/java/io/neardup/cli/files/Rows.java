package io.neardup.cli.files;

import io.neardup.records.JsonFields;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// Rows as JSON: what records of any format are converted to.
public final class Rows {

  /// Keeps all digits of numbers.
  public static final JsonMapper JSON =
      JsonMapper.builder(JsonFields.FACTORY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Rows() {}

  /// A value as a text: a string as it is, others as JSON; null for null.
  public static @Nullable String text(@Nullable JsonNode value) {
    return value == null || value.isNull()
        ? null
        : value.isString() ? value.stringValue() : value.toString();
  }
}
