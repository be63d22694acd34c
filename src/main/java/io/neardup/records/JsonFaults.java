package io.neardup.records;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/// Why Jackson cannot read JSON, in words of this program: the messages of Jackson name its options
/// and types.
public final class JsonFaults {

  /// Clauses by the beginnings of Jackson's messages, whose groups are their places `%s`.
  private static final Map<Pattern, String> CLAUSES = new LinkedHashMap<>();

  static {
    add("Non-standard token '(.*?)'", "%s is no value of JSON; write null");
    add("Unrecognized token '(.*)': was", "'%s' is no value of JSON; texts need double quotes");
    add(".*plus signs", "a number must not begin with '+'");
    add("Unexpected character .* in numeric value", "a number is not as in JSON");
    add("(?:Invalid|Malformed) numeric value", "a number is not as in JSON");
    add("Unexpected character .* comment", "JSON has no comments");
    add("Unexpected character \\('(.)' .*comma", "a comma is missing before '%s'");
    add("Unexpected character \\('(.)' .*colon", "a colon is missing before '%s'");
    add(
        "Unexpected character \\('(.)' .*start property name",
        "the name of a field must begin with a double quote, not with '%s'");
    add("Unexpected character .*hex-digit", "\\u in a string needs four hexadecimal digits");
    add("Unexpected character \\('(.)' .*value", "a value must not begin with '%s'");
    add(
        "Unrecognized character escape",
        "a string has a backslash before another character than" + " \" \\ / b f n r t u");
    add(
        "Illegal unquoted character .*code (\\d+)",
        "a string has the control character %s; escape it, as \\n or \\u0000");
    add("Illegal character .*code (\\d+)", "the control character %s is between its values");
    add("Duplicate Object property \"(.*)\"", "field '%s' is repeated; give it once");
    add("Unexpected close marker '(.)'", "'%s' does not close what is open");
    add("Invalid UTF-8", "it is not UTF-8");
    add("Unexpected byte", "it is not UTF-8");
    add(".*surrogate", "the name of a field has half of a surrogate pair");
    add("Unexpected end-of-input", "it ends too early");
    add("Expected space|Trailing token", "something follows its end");
    add("Document nesting .* allowed \\((\\d+)", "it is nested more than %s levels deep");
    add("Number value .* allowed \\((\\d+)", "a number has more than %s digits");
    add("(?:BigDecimal scale) .* allowed \\((\\d+)", "a number has an exponent beyond %s");
    add("Name length .* allowed \\((\\d+)", "the name of a field has more than %s characters");
    add("String value .* allowed \\((\\d+)", "a string has more than %s characters");
    add(".*exceeds the maximum", "it is too large");
  }

  private JsonFaults() {}

  private static void add(String message, String clause) {
    CLAUSES.put(Pattern.compile(message, Pattern.DOTALL), clause);
  }

  /// A clause about the JSON, such as `field 'id' is repeated; give it once`.
  public static String clause(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    for (Map.Entry<Pattern, String> each : CLAUSES.entrySet()) {
      Matcher found = each.getKey().matcher(message);
      if (found.lookingAt()) {
        return found.groupCount() == 0
            ? each.getValue()
            : each.getValue().replace("%s", found.group(1));
      }
    }
    return "it is not as in RFC 8259 here";
  }
}
