package io.neardup.service;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Fields whose values are enum names in lower case.
public final class Choice {

  private Choice() {}

  /// The value with that name.
  ///
  /// @param usual without a name
  /// @throws RequestException if no value has the name
  public static <E extends Enum<E>> E of(String field, @Nullable String name, E usual) {
    E chosen = of(field, name, usual.getDeclaringClass());
    return chosen == null ? usual : chosen;
  }

  /// The value with that name, null without one.
  ///
  /// @throws RequestException if no value has the name
  public static <E extends Enum<E>> @Nullable E of(
      String field, @Nullable String name, Class<E> type) {
    if (name == null) {
      return null;
    }
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> label(value).equals(name))
        .findFirst()
        .orElseThrow(() ->
            RequestException.invalid(
                field,
                Arrays.stream(type.getEnumConstants())
                    .map(Choice::label)
                    .collect(Collectors.joining(", ", "must be one of ", ", was '" + name + "'"))));
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
