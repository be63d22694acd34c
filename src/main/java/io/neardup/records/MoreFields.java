package io.neardup.records;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Further fields of a JSON object.
///
/// @param at where they are inserted, before the brace that ends it
/// @param json of the fields, with a comma before them unless the object is empty
public record MoreFields(int at, String json) {

  /// Fields for an object that can be read.
  ///
  /// @param names that it does not have
  /// @param values numbers, booleans, nulls, and strings of letters
  public static MoreFields of(
      byte[] bytes, int from, int to, List<String> names, List<@Nullable Object> values) {
    int end = RecordEnds.withoutReturns(bytes, from, to);
    while (bytes[end - 1] != '}') { // white space
      end--;
    }
    end--;
    int last = end - 1;
    while (bytes[last] != '{' && Character.isWhitespace(bytes[last])) {
      last--;
    }
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      boolean isFirst = i == 0 && bytes[last] == '{'; // no value ends with that
      json.append(isFirst ? "\"" : ", \"").append(names.get(i)).append("\": ");
      String quote = values.get(i) instanceof String ? "\"" : "";
      json.append(quote).append(plain(values.get(i))).append(quote);
    }
    return new MoreFields(end, json.toString());
  }

  /// The digits of a number, also of a large or a small one; a boolean, a string, or null.
  public static String plain(@Nullable Object value) {
    return value instanceof Double number
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}
