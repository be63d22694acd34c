package io.neardup.fuzz;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The calls that the OpenAPI document describes.
final class ApiDescription {

  private final JsonNode document;
  private final List<Operation> operations = new ArrayList<>();

  /// Reads a document.
  ApiDescription(JsonNode document) {
    this.document = document;
    document
        .get("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(verb ->
                    operations.add(
                        new Operation(
                            verb.getKey().toUpperCase(Locale.ROOT),
                            path.getKey(),
                            new TreeSet<>(verb.getValue().get("responses").propertyNames())))));
  }

  /// A call.
  ///
  /// @param path with `{}` around its variables
  /// @param statuses the statuses that answers may have
  record Operation(String method, String path, Set<String> statuses) {

    @Override
    public String toString() {
      return method + " " + path;
    }

    private boolean isMeant(String calledMethod, String[] called) {
      String[] parts = path.split("/", -1);
      boolean meant = calledMethod.equals(method) && called.length == parts.length;
      for (int i = 0; meant && i < parts.length; i++) {
        meant = parts[i].startsWith("{") ? !called[i].isEmpty() : parts[i].equals(called[i]);
      }
      return meant;
    }
  }

  /// The document itself.
  JsonNode document() {
    return document;
  }

  /// All calls.
  List<Operation> operations() {
    return operations;
  }

  /// The described call that a request matches, if any.
  ///
  /// @param target path and query as sent
  Optional<Operation> meant(String method, String target) {
    String path = target.split("[?#]", 2)[0];
    String[] parts = path.split("/", -1);
    try {
      for (int i = 0; i < parts.length; i++) {
        parts[i] = URLDecoder.decode(parts[i], StandardCharsets.UTF_8);
      }
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return operations.stream().filter(operation -> operation.isMeant(method, parts)).findFirst();
  }
}
