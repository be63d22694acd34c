package io.neardup.profile;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/// The custom profiles in a configuration of the service, for programs without the service: only
/// `neardup.profiles` counts. Of several YAML documents, later ones win.
///
/// As in the service, environment variables such as `NEARDUP_PROFILES_MESSAGES_V1_BITS` override
/// the keys of a profile, and `${NAME:default}` is replaced by an environment variable or by
/// another key of the file.
public final class ProfileFile {

  static final String KEY = "neardup.profiles.";

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^${}:]+)(?::([^${}]*))?}");

  private final Map<String, String> values = new TreeMap<>(); // by key
  private final Map<String, String> environment;

  private ProfileFile(Map<String, String> environment) {
    this.environment = environment;
  }

  /// Reads a file and builds its profiles.
  ///
  /// @param file YAML, or properties if its name ends so
  /// @param environment variables by name
  /// @throws IllegalArgumentException if the file or a profile is not valid, with its key
  /// @throws IOException if the file cannot be read
  public static List<Profile> read(Path file, Map<String, String> environment) throws IOException {
    return parse(file.toString(), Files.readString(file), environment).values().stream()
        .map(parts -> parts.build(null))
        .toList();
  }

  /// The profiles by name.
  ///
  /// @param file whose name ends with `.properties` unless it is YAML
  /// @param environment variables by name
  /// @throws IllegalArgumentException if the content is not valid, with the key
  public static Map<String, ProfileParts> parse(
      String file, String content, Map<String, String> environment) {
    ProfileFile profiles = new ProfileFile(environment);
    if (file.endsWith(".properties")) {
      profiles.addProperties(content);
    } else {
      profiles.addYaml(content);
    }
    return profiles.parts();
  }

  private void addYaml(String content) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try {
      for (Object document : new Yaml(new SafeConstructor(options)).loadAll(content)) {
        add("", document);
      }
    } catch (YAMLException e) {
      throw new IllegalArgumentException("is not YAML: " + e.getMessage(), e);
    }
  }

  private void add(String key, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, part) -> add(key.isEmpty() ? name + "" : key + "." + name, part));
    } else if (value instanceof Collection<?> list) {
      values.put(key, list.stream().map(String::valueOf).collect(Collectors.joining(",")));
    } else if (value != null) {
      values.put(key, value.toString());
    }
  }

  private void addProperties(String content) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(content));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string can be read
    }
    for (String name : properties.stringPropertyNames()) {
      String list = name.replaceFirst("\\[\\d+]$", "");
      values.merge(list, properties.getProperty(name), (a, b) -> a + "," + b);
    }
  }

  private Map<String, ProfileParts> parts() {
    Map<String, Map<String, String>> byName = new TreeMap<>();
    values.forEach((key, value) -> {
      int end = key.lastIndexOf('.');
      if (key.startsWith(KEY) && end > KEY.length()) {
        byName
            .computeIfAbsent(key.substring(KEY.length(), end), name -> new TreeMap<>())
            .put(key.substring(end + 1), resolved(key, value));
      }
    });
    if (byName.isEmpty()) {
      throw new IllegalArgumentException("has no neardup.profiles");
    }
    Map<String, ProfileParts> parts = new TreeMap<>();
    byName.forEach((name, written) -> parts.put(name, parts(name, written)));
    return parts;
  }

  private ProfileParts parts(String name, Map<String, String> written) {
    String key = KEY + name;
    try {
      Map<String, String> overridden = new TreeMap<>(new ProfileParts(name, written).values());
      for (String part : ProfileParts.KEYS) {
        String variable = (key + "." + part).replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
        String value = environment.get(variable);
        if (value != null) {
          overridden.put(part, value);
        }
      }
      return new ProfileParts(name, overridden);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private String resolved(String key, String value) {
    return PLACEHOLDER
        .matcher(value)
        .replaceAll(placeholder -> {
          String name = placeholder.group(1);
          String replacement = environment.getOrDefault(name, values.get(name));
          if (replacement == null) {
            replacement = placeholder.group(2);
          }
          if (replacement == null) {
            throw new IllegalArgumentException(
                key
                    + ": the placeholder "
                    + placeholder.group()
                    + " has no value; set the environment variable, or write a default, as in ${"
                    + name
                    + ":default}");
          }
          return Matcher.quoteReplacement(replacement);
        });
  }
}
