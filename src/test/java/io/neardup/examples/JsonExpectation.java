package io.neardup.examples;

import io.neardup.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// An answer as an example shows it: one JSON value, or several that follow each other.
///
/// Three dots stand for values that differ between runs or are left out:
///
/// - the string `"..."` for any one value,
/// - `...` inside a string for any characters,
/// - `"..."` as the last element of an array for any further elements,
/// - the field `"...": "..."` for any further fields.
///
/// Everything else must be the same; the order of fields does not matter.
final class JsonExpectation {

  private static final String ANY = "...";

  private final List<JsonNode> values;

  private JsonExpectation(List<JsonNode> values) {
    this.values = values;
  }

  static JsonExpectation parse(String json) {
    return new JsonExpectation(Json.readAll(json));
  }

  /// Describes how `answer` differs from the expectation; empty if it does not.
  List<String> differences(String answer) {
    List<JsonNode> actual;
    try {
      actual = Json.readAll(answer);
    } catch (RuntimeException e) {
      return List.of("is not JSON: " + answer);
    }
    List<String> differences = new ArrayList<>();
    if (values.size() != actual.size()) {
      differences.add("has " + actual.size() + " values, not " + values.size());
    }
    for (int i = 0; i < Math.min(values.size(), actual.size()); i++) {
      compare(values.size() == 1 ? "$" : "$" + (i + 1), values.get(i), actual.get(i), differences);
    }
    return differences;
  }

  private static void compare(
      String path, JsonNode expected, JsonNode actual, List<String> differences) {
    if (isAny(expected)) {
      return;
    }
    if (expected.isObject() && actual.isObject()) {
      compareFields(path, expected, actual, differences);
    } else if (expected.isArray() && actual.isArray()) {
      compareElements(path, expected, actual, differences);
    } else if (!isSame(expected, actual)) {
      differences.add(path + " is " + actual + ", not " + expected);
    }
  }

  private static void compareFields(
      String path, JsonNode expected, JsonNode actual, List<String> differences) {
    for (Map.Entry<String, JsonNode> field : expected.properties()) {
      if (field.getKey().equals(ANY)) {
        continue;
      }
      String name = path + "." + field.getKey();
      if (actual.has(field.getKey())) {
        compare(name, field.getValue(), actual.get(field.getKey()), differences);
      } else {
        differences.add(name + " is missing");
      }
    }
    if (!expected.has(ANY)) {
      for (Map.Entry<String, JsonNode> field : actual.properties()) {
        if (!expected.has(field.getKey())) {
          differences.add(path + "." + field.getKey() + " is " + field.getValue() + ", not shown");
        }
      }
    }
  }

  private static void compareElements(
      String path, JsonNode expected, JsonNode actual, List<String> differences) {
    boolean open = !expected.isEmpty() && isAny(expected.get(expected.size() - 1));
    int shown = open ? expected.size() - 1 : expected.size();
    if (actual.size() < shown || (actual.size() > shown && !open)) {
      differences.add(path + " has " + actual.size() + " elements, not " + shown);
    }
    for (int i = 0; i < Math.min(shown, actual.size()); i++) {
      compare(path + "[" + i + "]", expected.get(i), actual.get(i), differences);
    }
  }

  private static boolean isSame(JsonNode expected, JsonNode actual) {
    return expected.isString() && actual.isString()
        ? matches(expected.asString(), actual.asString())
        : expected.toString().equals(actual.toString());
  }

  /// Whether `actual` equals `expected`, in which three dots match any characters.
  static boolean matches(String expected, String actual) {
    String regex =
        Stream.of(expected.split(Pattern.quote(ANY), -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return Pattern.compile(regex, Pattern.DOTALL).matcher(actual).matches();
  }

  private static boolean isAny(JsonNode expected) {
    return expected.isString() && expected.asString().equals(ANY);
  }
}
