package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import io.neardup.web.json.CallParameters;
import io.neardup.web.json.TimeFields;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Converts a file's records, with their own field names, to requests.
final class FieldMapping {

  private static final String TEXT = "text";
  private static final String METADATA = "metadata";
  private static final int MAX_SHOWN = 200;

  /// The content fields of a request.
  private static final List<String> CONTENT =
      List.of(TEXT, "html", "tokens", "features", "fingerprint");

  private final FileFields fields;
  private final CallParameters call;
  private final String name; // of the field that identifies requests
  private final Map<String, Class<?>> known = new TreeMap<>();
  private final boolean hasMetadata;

  /// @param type the class of the requests
  /// @param call the call that takes the records as its body
  /// @param structured whether fields can be objects and arrays
  FieldMapping(Class<?> type, FileFields fields, CallParameters call, boolean structured) {
    this.fields = fields;
    this.call = call;
    this.name = LookupFields.class.isAssignableFrom(type) ? "ref" : "id";
    for (RecordComponent component : type.getRecordComponents()) {
      known.put(component.getName(), component.getType());
    }
    this.hasMetadata = known.containsKey(METADATA);
    if (!structured) {
      known.remove(METADATA);
      known.values().removeIf(Collection.class::isAssignableFrom);
    }
  }

  /// Whether records are requests without any conversion.
  boolean isNone() {
    return fields.arePlain();
  }

  /// The request field that a record field becomes; null if none.
  @Nullable String target(String field) {
    if (field.equals(fields.idField())) {
      return name;
    }
    if (field.equals(fields.textField())) {
      return TEXT;
    }
    boolean replaced =
        fields.textField() != null && field.equals(TEXT)
            || fields.idField() != null && (field.equals("id") || field.equals(name));
    return known.containsKey(field) && !replaced ? field : null;
  }

  /// The record field that becomes the `id` or `ref` of a request; null if none.
  @Nullable String source(String requested) {
    if (fields.idField() != null && requested.equals(name)) {
      return fields.idField();
    }
    return requested.equals(target(requested)) ? requested : null;
  }

  /// The type of a request field; null if there is no such field.
  @Nullable Class<?> type(String target) {
    return known.get(target);
  }

  /// The request made from a record.
  ///
  /// @throws RequestException if a field is missing, rejected or of the wrong type
  ObjectNode request(ObjectNode record) {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    ObjectNode others = JsonNodeFactory.instance.objectNode();
    record
        .properties()
        .forEach(field -> {
          String target = target(field.getKey());
          if (target != null) {
            request.set(target, value(field.getKey(), field.getValue()));
          } else if (fields.refuseOthers()) {
            throw refusal(field.getKey());
          } else {
            others.set(field.getKey(), field.getValue());
          }
        });
    requireNamed(request);
    if (fields.keepOthers() && hasMetadata && !others.isEmpty()) {
      request.set(METADATA, together(request.get(METADATA), others));
    }
    return request;
  }

  /// Rejects a field that requests do not have.
  RequestException refusal(String field) {
    return RequestException.invalid(
        field,
        fault(field)
            + "; in the query, "
            + (hasMetadata ? "otherFields=metadata keeps such fields as metadata, " : "")
            + "otherFields=ignore leaves them out, textField and idField name those of text and"
            + " id");
  }

  private String fault(String field) {
    String elsewhere = call.elsewhere(field);
    if (elsewhere != null) {
      return elsewhere + ", for all records";
    }
    return known.containsKey(field)
        ? "is not read, because textField or idField names another field instead"
        : "is not a field of this request; known are " + String.join(", ", known.keySet());
  }

  /// Rejects columns that do not make requests.
  ///
  /// @throws RequestException if a column is rejected, or none has content
  void requireUsable(Collection<String> columns) {
    requireColumn(fields.textField(), columns);
    requireColumn(fields.idField(), columns);
    if (fields.refuseOthers()) {
      columns.stream()
          .filter(column -> target(column) == null)
          .findFirst()
          .ifPresent(column -> {
            throw refusal(column);
          });
    }
    if (columns.stream().noneMatch(this::bringsContent)) {
      throw RequestException.invalid(
          "header",
          "names no text column; the first line must name the columns, separated by commas, and"
              + " textField the text column if it is not called text; was "
              + shown(columns));
    }
  }

  private static void requireColumn(@Nullable String named, Collection<String> columns) {
    if (named != null && !columns.contains(named)) {
      throw RequestException.invalid(named, "is not in the header, which has " + shown(columns));
    }
  }

  private static String shown(Collection<String> columns) {
    String names = String.join(", ", columns);
    return names.length() <= MAX_SHOWN ? names : names.substring(0, MAX_SHOWN) + "…";
  }

  /// Whether a column has content.
  private boolean bringsContent(String column) {
    String target = target(column);
    return target != null
        && (CONTENT.contains(target) || target.equals("id") && name.equals("ref"));
  }

  private JsonNode value(String field, JsonNode value) {
    if (field.equals(fields.idField()) && value.isIntegralNumber()) {
      return JsonNodeFactory.instance.stringNode(value.asString());
    }
    boolean isText = field.equals(fields.textField());
    if ((isText || field.equals(fields.idField())) && !value.isString()) {
      throw RequestException.invalid(
          field,
          "must be a string"
              + (isText ? ", as textField names it" : " or a whole number, as idField names it")
              + "; was "
              + TimeFields.shown(value));
    }
    return value;
  }

  private void requireNamed(ObjectNode request) {
    String id = fields.idField();
    if (id != null && !request.has(name)) {
      throw missing(id, "idField");
    }
    String text = fields.textField();
    if (text != null && CONTENT.stream().noneMatch(request::has)) {
      throw missing(text, "textField");
    }
  }

  private static RequestException missing(String field, String parameter) {
    return RequestException.invalid(
        field,
        "is missing, which "
            + parameter
            + " names"
            + (field.contains(".") ? "; fields of nested objects are not supported" : ""));
  }

  /// A record's metadata merged with its other fields; metadata that is not an object is rejected
  /// later.
  private static JsonNode together(@Nullable JsonNode metadata, ObjectNode others) {
    if (metadata == null || metadata.isNull()) {
      return others;
    }
    if (!(metadata instanceof ObjectNode object)) {
      return metadata;
    }
    ObjectNode all = object.deepCopy();
    others
        .properties()
        .forEach(field -> {
          if (all.has(field.getKey())) {
            throw RequestException.invalid(
                field.getKey(), "is a field of the record and of its metadata; give it once");
          }
          all.set(field.getKey(), field.getValue());
        });
    return all;
  }
}
