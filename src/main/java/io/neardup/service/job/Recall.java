package io.neardup.service.job;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.neardup.service.RequestException;
import io.neardup.service.lookup.LookupLimits;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A requested recall as it was written: `exact` or a number.
public record Recall(@JsonValue String text) {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Recall of(JsonNode written) {
    return new Recall(written.isValueNode() ? written.asString() : written.toString());
  }

  /// The requested probability, 1 if it is to be exact; null without a recall.
  ///
  /// @throws RequestException if it is neither `exact` nor a number above 0 and at most 1
  static @Nullable Double value(@Nullable Recall recall) {
    return recall == null ? null : LookupLimits.recall(recall.text);
  }
}
