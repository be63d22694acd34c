package io.neardup.profile;

import io.neardup.text.Folding;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The parts of a custom profile as a configuration names them, for programs without the service:
/// the keys under `neardup.profiles.NAME`, with the same defaults.
///
/// Keys and names of constants are compared without case, hyphens and underscores, as the service
/// does: `stop-words` is `stopWords`.
///
/// @param name of the profile
/// @param values by key, in alphabetical order, without defaults; elements of lists are separated
///   by commas
public record ProfileParts(String name, Map<String, String> values) implements Serializable {

  /// The keys.
  public static final Set<String> KEYS =
      Set.of(
          "keep-case",
          "fold",
          "tokens",
          "characters",
          "stop-words",
          "shingles",
          "weights",
          "idf",
          "projection",
          "bits",
          "tie-is-one",
          "max-distance");

  /// The keys whose values are lists, separated by commas.
  public static final Set<String> LISTS = Set.of("fold", "shingles", "stop-words");

  /// Replaces keys by their usual form.
  ///
  /// @throws IllegalArgumentException if a key is not known or repeated
  public ProfileParts {
    Map<String, String> known =
        KEYS.stream().collect(Collectors.toMap(ProfileParts::plain, key -> key));
    Map<String, String> checked = new TreeMap<>();
    for (Map.Entry<String, String> part : values.entrySet()) {
      String key = known.get(plain(part.getKey()));
      if (key == null) {
        throw new IllegalArgumentException(
            "there is no '"
                + part.getKey()
                + "'; known are "
                + KEYS.stream().sorted().collect(Collectors.joining(", ")));
      }
      if (checked.putIfAbsent(key, part.getValue().strip()) != null) {
        throw new IllegalArgumentException(key + " is repeated");
      }
    }
    values = Collections.unmodifiableMap(checked);
  }

  /// Builds the profile.
  ///
  /// @param idf the table to use, if there is one, instead of the path that is configured
  /// @throws IllegalArgumentException if a value or the table is not valid, with the key
  public Profile build(@Nullable Path idf) {
    try {
      return spec(idf).build();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new IllegalArgumentException(ProfileFile.KEY + name + ": " + e.getMessage(), e);
    }
  }

  /// The profile of these parts.
  ///
  /// @param idf the table to use, if there is one, instead of the path that is configured
  /// @throws IllegalArgumentException if a value is not valid
  public ProfileSpec spec(@Nullable Path idf) {
    Projection projection = constant("projection", Projection.class, Projection.SPARSE);
    int bits = number("bits", 256);
    String path = values.get("idf");
    return new ProfileSpec(
        name,
        isTrue("keep-case"),
        fold(),
        constant("tokens", ProfileSpec.Tokens.class, ProfileSpec.Tokens.WORDS),
        number("characters", 4),
        list("stop-words", ""),
        list("shingles", "1,2").stream().map(size -> number("shingles", size)).toList(),
        constant("weights", ProfileSpec.Weights.class, ProfileSpec.Weights.LOG),
        path == null || idf != null ? idf : Path.of(path),
        projection,
        bits,
        isTrue("tie-is-one"),
        number("max-distance", projection.usualDistance(bits)));
  }

  private Set<Folding.Fold> fold() {
    Set<Folding.Fold> fold = EnumSet.noneOf(Folding.Fold.class);
    list("fold", "").forEach(each -> fold.add(constant("fold", Folding.Fold.class, each)));
    return fold;
  }

  private List<String> list(String key, String byDefault) {
    return Arrays.stream(values.getOrDefault(key, byDefault).split(","))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private boolean isTrue(String key) {
    String value = values.getOrDefault(key, "false").toLowerCase(Locale.ROOT);
    return switch (value) {
      case "true", "on", "yes", "1" -> true;
      case "false", "off", "no", "0" -> false;
      default ->
          throw new IllegalArgumentException(key + " must be true or false, was '" + value + "'");
    };
  }

  private int number(String key, int byDefault) {
    String value = values.get(key);
    return value == null ? byDefault : number(key, value);
  }

  private static int number(String key, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " must be a number, was '" + value + "'", e);
    }
  }

  private <E extends Enum<E>> E constant(String key, Class<E> type, E byDefault) {
    String value = values.get(key);
    return value == null ? byDefault : constant(key, type, value);
  }

  private static <E extends Enum<E>> E constant(String key, Class<E> type, String value) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> plain(each.name()).equals(plain(value)))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                key
                    + " must be one of "
                    + Arrays.stream(type.getEnumConstants())
                        .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .collect(Collectors.joining(", "))
                    + ", was '"
                    + value
                    + "'"));
  }

  private static String plain(String name) {
    return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
  }
}
