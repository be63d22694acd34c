package io.neardup.spark.corpus;

import io.neardup.profile.ProfileParts;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/// The custom profiles in a configuration of the service. Only `neardup.profiles` counts; of
/// several documents, later ones win. Placeholders and environment variables are not resolved:
/// executors have others.
final class ProfileFile {

  /// The key of the profiles.
  static final String KEY = "neardup.profiles.";

  private ProfileFile() {}

  /// The profiles by name.
  ///
  /// @param file YAML, or properties if its name ends so
  /// @throws IllegalArgumentException if it is not valid
  static Map<String, ProfileParts> read(String file, Configuration configuration)
      throws IOException {
    Path path = new Path(file);
    try (InputStream in = path.getFileSystem(configuration).open(path)) {
      String content = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return file.endsWith(".properties") ? ofProperties(content) : ofYaml(content);
    }
  }

  private static Map<String, ProfileParts> ofYaml(String content) {
    Map<String, String> values = new TreeMap<>();
    try {
      for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(content)) {
        flatten("", document, values);
      }
    } catch (YAMLException e) {
      throw new IllegalArgumentException("is not YAML: " + e.getMessage(), e);
    }
    return profiles(values);
  }

  private static void flatten(String key, @Nullable Object value, Map<String, String> values) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, part) -> flatten(key.isEmpty() ? name + "" : key + "." + name, part, values));
    } else if (value instanceof Collection<?> list) {
      values.put(key, list.stream().map(String::valueOf).collect(Collectors.joining(",")));
    } else if (value != null) {
      values.put(key, value.toString());
    }
  }

  private static Map<String, ProfileParts> ofProperties(String content) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(content));
    Map<String, String> values = new TreeMap<>();
    properties
        .stringPropertyNames()
        .forEach(name ->
            values.merge(
                name.replaceFirst("\\[\\d+]$", ""),
                properties.getProperty(name),
                (a, b) -> a + "," + b));
    return profiles(values);
  }

  private static Map<String, ProfileParts> profiles(Map<String, String> values) {
    Map<String, Map<String, String>> byName = new TreeMap<>();
    values.forEach((key, value) -> {
      int end = key.lastIndexOf('.');
      if (key.startsWith(KEY) && end > KEY.length()) {
        if (value.contains("${")) {
          throw new IllegalArgumentException(key + ": placeholders such as ${…} are not resolved");
        }
        byName
            .computeIfAbsent(key.substring(KEY.length(), end), name -> new TreeMap<>())
            .put(key.substring(end + 1), value);
      }
    });
    if (byName.isEmpty()) {
      throw new IllegalArgumentException("has no neardup.profiles");
    }
    Map<String, ProfileParts> profiles = new TreeMap<>();
    byName.forEach((name, parts) -> {
      try {
        profiles.put(name, new ProfileParts(parts));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(KEY + name + ": " + e.getMessage(), e);
      }
    });
    return profiles;
  }
}
