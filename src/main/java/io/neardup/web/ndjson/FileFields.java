package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import io.neardup.web.json.FileParameters;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How the fields of the records of a stream become the fields of requests, from its query.
///
/// @param textField the field with the text; null for the one named `text`
/// @param idField the field that identifies the record; null for those of a request
/// @param others the treatment of fields that requests do not have
/// @param name the field of a request that `idField` becomes
public record FileFields(
    @Nullable String textField, @Nullable String idField, Others others, String name) {

  /// The treatment of fields that requests do not have.
  enum Others {
    /// They become metadata of the document.
    METADATA,

    /// They are ignored.
    IGNORE,

    /// The record is rejected.
    REFUSE
  }

  /// The fields of a request, under their own names.
  public static final FileFields OF_REQUEST = new FileFields(null, null, Others.REFUSE, "id");

  /// @throws RequestException if the text and the id are to be the same field
  public FileFields {
    if (textField != null && textField.equals(idField)) {
      throw RequestException.invalid("idField", "must name another field than textField");
    }
  }

  /// Reads the parameters of a call that stores or identifies texts: `idField` is the id.
  ///
  /// @throws RequestException if one is invalid
  public static FileFields of(FileParameters query) {
    return new FileFields(query.textField(), query.idField(), others(query.otherFields()), "id");
  }

  /// Reads the parameters of a lookup, whose `id` is that of a stored document: `idField` is the
  /// reference that the answer repeats.
  ///
  /// @throws RequestException if one is invalid
  public static FileFields ofLookup(FileParameters query) {
    return new FileFields(query.textField(), query.idField(), others(query.otherFields()), "ref");
  }

  /// Whether records are requests without any conversion.
  boolean arePlain() {
    return textField == null && idField == null && others == Others.REFUSE;
  }

  private static Others others(@Nullable String name) {
    if (name == null) {
      return Others.REFUSE;
    }
    return Arrays.stream(Others.values())
        .filter(others -> label(others).equals(name))
        .findFirst()
        .orElseThrow(() ->
            RequestException.invalid(
                "otherFields",
                "must be one of "
                    + Arrays.stream(Others.values())
                        .map(FileFields::label)
                        .collect(Collectors.joining(", "))
                    + ", was '"
                    + name
                    + "'"));
  }

  private static String label(Others others) {
    return others.name().toLowerCase(Locale.ROOT);
  }
}
