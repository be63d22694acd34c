package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import io.neardup.web.json.QueryRecord;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Query parameters that map record fields of a stream to request fields.
@QueryRecord
public record FileFields(
    @Nullable String textField,
    @Nullable String idField,
    @Schema(allowableValues = {"metadata", "ignore", "refuse"}) @Nullable String otherFields) {

  /// The request fields under their own names.
  public static final FileFields OF_REQUEST = new FileFields(null, null, null);

  private static final List<String> OTHERS = List.of("metadata", "ignore", "refuse");

  /// @throws RequestException if a parameter is invalid, or text and id name the same field
  void requireValid() {
    if (textField != null && textField.equals(idField)) {
      throw RequestException.invalid("idField", "must name another field than textField");
    }
    if (otherFields != null && !OTHERS.contains(otherFields)) {
      throw RequestException.invalid(
          "otherFields",
          "must be one of " + String.join(", ", OTHERS) + ", was '" + otherFields + "'");
    }
  }

  /// Whether fields that requests do not have become metadata.
  boolean keepOthers() {
    return "metadata".equals(otherFields);
  }

  /// Whether records with fields that requests do not have are refused.
  boolean refuseOthers() {
    return otherFields == null || otherFields.equals("refuse");
  }

  /// Whether records are requests without any conversion.
  boolean arePlain() {
    return textField == null && idField == null && refuseOthers();
  }
}
