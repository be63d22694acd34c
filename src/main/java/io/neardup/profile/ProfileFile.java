package io.neardup.profile;

import io.neardup.text.Folding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/// Custom profiles in a YAML file, by name: each states only what differs from the default profile.
///
/// ```yaml
/// messages-v1:
///   fold: [numbers, urls]
///   bits: 128
/// ```
public final class ProfileFile {

  private final Map<?, ?> given;
  private final Set<String> keys = new TreeSet<>();

  private ProfileFile(Map<?, ?> given) {
    this.given = given;
  }

  /// Reads a file and builds its profiles.
  ///
  /// @throws IllegalArgumentException if the file or a profile is invalid; the message names the
  ///   profile and the key
  /// @throws IOException if the file cannot be read
  public static List<Profile> read(Path file) throws IOException {
    return parse(Files.readString(file)).values().stream().map(ProfileSpec::build).toList();
  }

  /// The profiles by name.
  ///
  /// @param yaml the content of a file
  /// @throws IllegalArgumentException if it or a value is invalid; the message names the profile
  ///   and the key
  public static Map<String, ProfileSpec> parse(String yaml) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    Object content;
    try {
      content = new Yaml(new SafeConstructor(options)).load(yaml);
    } catch (YAMLException e) {
      throw new IllegalArgumentException("is not YAML: " + e.getMessage(), e);
    }
    Map<String, ProfileSpec> profiles = new LinkedHashMap<>();
    keys(content).forEach((name, keys) -> profiles.put(name + "", profile(name + "", keys)));
    return profiles;
  }

  private static Map<?, ?> keys(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new IllegalArgumentException("must have keys, as in my-profile-v1: {bits: 128}");
  }

  private static ProfileSpec profile(String name, @Nullable Object keys) {
    try {
      return new ProfileFile(keys == null ? Map.of() : keys(keys)).profile(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  private ProfileSpec profile(String name) {
    Projection projection = constant("projection", Projection.SPARSE);
    int bits = number("bits", 256);
    Set<Folding.Fold> fold = EnumSet.noneOf(Folding.Fold.class);
    list("fold", List.of()).forEach(each -> fold.add(constant("fold", Folding.Fold.class, each)));
    ProfileSpec profile =
        new ProfileSpec(
            name,
            isTrue("keep-case"),
            fold,
            constant("tokens", ProfileSpec.Tokens.WORDS),
            number("characters", 4),
            list("stop-words", List.of()),
            list("shingles", List.of("1", "2")).stream()
                .map(size -> number("shingles", size))
                .toList(),
            constant("weights", ProfileSpec.Weights.LOG),
            text("idf"),
            projection,
            bits,
            isTrue("tie-is-one"),
            number("max-distance", projection.usualDistance(bits)));
    for (Object key : given.keySet()) {
      if (!keys.contains(key + "")) {
        throw new IllegalArgumentException(
            "there is no '" + key + "'; known are " + String.join(", ", keys));
      }
    }
    return profile;
  }

  private List<String> list(String key, List<String> byDefault) {
    keys.add(key);
    return switch (given.get(key)) {
      case null -> byDefault;
      case Collection<?> list -> list.stream().map(String::valueOf).toList();
      case Object single -> List.of(single.toString());
    };
  }

  private @Nullable String text(String key) {
    List<String> values = list(key, List.of());
    if (values.size() > 1) {
      throw new IllegalArgumentException(key + " must be one value, was " + values);
    }
    return values.isEmpty() ? null : values.getFirst();
  }

  private boolean isTrue(String key) {
    String value = text(key);
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      case null -> false;
      default ->
          throw new IllegalArgumentException(key + " must be true or false, was '" + value + "'");
    };
  }

  private int number(String key, int byDefault) {
    String value = text(key);
    return value == null ? byDefault : number(key, value);
  }

  private static int number(String key, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " must be a number, was '" + value + "'", e);
    }
  }

  private <E extends Enum<E>> E constant(String key, E byDefault) {
    String value = text(key);
    return value == null ? byDefault : constant(key, byDefault.getDeclaringClass(), value);
  }

  private static <E extends Enum<E>> E constant(String key, Class<E> type, String value) {
    Map<String, E> constants =
        Arrays.stream(type.getEnumConstants())
            .collect(
                Collectors.toMap(
                    each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    each -> each,
                    (a, b) -> a,
                    LinkedHashMap::new));
    E constant = constants.get(value);
    if (constant == null) {
      throw new IllegalArgumentException(
          key
              + " must be one of "
              + String.join(", ", constants.keySet())
              + ", was '"
              + value
              + "'");
    }
    return constant;
  }
}
