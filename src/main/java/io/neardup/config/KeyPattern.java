package io.neardup.config;

import io.neardup.profile.ProfileParts;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/// A configuration key, or all keys that differ only in an index or in the rest of them.
///
/// @param elements as they are written, such as `max-body`; [#INDEX] and [#REST] for the variable
///   ones
record KeyPattern(List<String> elements) {

  /// Stands for an index of a list.
  static final String INDEX = "[n]";

  /// Stands for the rest of a key that another library reads.
  static final String REST = "**";

  /// The keys of a configuration record, including those of nested records.
  ///
  /// @param prefix such as `neardup.limits`
  static List<KeyPattern> of(String prefix, Class<?> type) {
    List<KeyPattern> found = new ArrayList<>();
    collect(List.of(prefix.split("\\.")), type, found);
    return found;
  }

  /// The keys of custom profiles.
  ///
  /// @param names of the profiles
  static List<KeyPattern> ofProfiles(Set<String> names) {
    List<String> root = List.of("neardup", "profiles");
    List<KeyPattern> found = new ArrayList<>(List.of(new KeyPattern(root)));
    for (String name : names) {
      for (String key : ProfileParts.KEYS) {
        List<String> path = append(append(root, name.toLowerCase(Locale.ROOT)), key);
        found.add(new KeyPattern(path));
        found.add(new KeyPattern(append(path, INDEX)));
      }
    }
    return found;
  }

  private static void collect(List<String> path, Type type, List<KeyPattern> found) {
    if (type instanceof Class<?> named && named.isRecord()) {
      for (RecordComponent part : named.getRecordComponents()) {
        String name = DataObjectPropertyName.toDashedForm(part.getName());
        collect(append(path, name), part.getGenericType(), found);
      }
    } else if (type instanceof ParameterizedType generic && isA(Map.class, generic)) {
      found.add(new KeyPattern(append(path, REST)));
    } else if (type instanceof ParameterizedType generic && isA(Collection.class, generic)) {
      found.add(new KeyPattern(path)); // comma-separated values
      collect(append(path, INDEX), generic.getActualTypeArguments()[0], found);
    } else {
      found.add(new KeyPattern(path));
    }
  }

  private static List<String> append(List<String> path, String element) {
    return Stream.concat(path.stream(), Stream.of(element)).toList();
  }

  private static boolean isA(Class<?> expected, ParameterizedType type) {
    return type.getRawType() instanceof Class<?> raw && expected.isAssignableFrom(raw);
  }

  /// Whether `name` is such a key, or a leading part of one, which an empty section of a YAML file
  /// is.
  boolean covers(ConfigurationPropertyName name) {
    String path =
        IntStream.range(0, name.getNumberOfElements())
            .mapToObj(i -> name.isNumericIndex(i) ? INDEX : name.getElement(i, Form.UNIFORM))
            .collect(Collectors.joining(".", "", "."));
    String own = (String.join(".", elements) + ".").replace("-", "");
    int rest = own.indexOf(REST);
    return own.startsWith(path) || rest >= 0 && path.startsWith(own.substring(0, rest));
  }

  /// Whether an environment variable is such a key, with dashes left out or written as underscores.
  boolean covers(String variable) {
    return Stream.of("", "_")
        .anyMatch(dash ->
            Pattern.matches(
                variable(dash).replace("<N>", "\\d+").replace("<REST>", ".+"),
                variable.toUpperCase(Locale.ROOT)));
  }

  /// Such as `NEARDUP_SECURITY_APIKEYS_<N>_NAME`.
  String variable() {
    return variable("");
  }

  private String variable(String dash) {
    return String.join(
        "_",
        elements.stream()
            .map(element ->
                switch (element) {
                  case REST -> "<REST>";
                  case INDEX -> "<N>";
                  default -> element.replace("-", dash).toUpperCase(Locale.ROOT);
                })
            .toList());
  }

  /// Such as `neardup.security.api-keys[n].name`.
  @Override
  public String toString() {
    return String.join(".", elements).replace("." + INDEX, INDEX);
  }
}
