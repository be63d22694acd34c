package io.neardup.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.profile.ProfileFile;
import io.neardup.profile.ProfileSpec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;

/// The pages of `docs` document every configuration key of the service once, with its default.
class DocumentedKeysTests {

  /// Defaults that depend on other settings, or are documented in words.
  private static final Map<String, String> IN_WORDS =
      Map.of(
          "neardup.index.memory", "half of the heap",
          "neardup.limits.memory", "`0B`, a third of the heap",
          "neardup.security.mode", "`keys` if a key or an issuer is configured, else `loopback`",
          "neardup.limits.requests-per-second", "`0`, any number",
          "max-distance", "21 % of the bits; just under a quarter if dense",
          "neardup.security.jwt.role-prefix", "empty");

  private static final String KEY = "\\.[a-z0-9.\\[\\]-]+";

  @Test
  void everyKeyIsDocumentedWithItsDefault() throws IOException {
    Map<String, String> expected = known();
    assertThat(expected).hasSizeGreaterThan(25);
    Map<String, String> documented = documented();
    documented.keySet().removeIf(key -> key.contains("[n]"));
    assertThat(documented).isEqualTo(expected);
  }

  @Test
  void everyKeyOfAProfileIsDocumentedWithItsDefault() throws Exception {
    ProfileSpec defaults = ProfileFile.parse("a-v1:").get("a-v1");
    Map<String, String> expected = new TreeMap<>();
    for (RecordComponent part : ProfileSpec.class.getRecordComponents()) {
      String key = DataObjectPropertyName.toDashedForm(part.getName());
      if (!key.equals("name")) {
        expected.put(key, inTable(key, written(part.getAccessor().invoke(defaults))));
      }
    }
    Map<String, String> documented = new TreeMap<>();
    rows("[a-z-]+", Path.of("docs/profiles.md"))
        .forEach(row -> documented.put(row.group(1), row.group(2)));
    assertThat(documented).isEqualTo(expected);
  }

  private static @Nullable String written(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      case Collection<?> list when list.isEmpty() -> null;
      default -> value.toString();
    };
  }

  /// The settings of Tomcat in `application.yml` are limits that affect callers.
  @Test
  void everyKeyOfTheServerIsDocumentedWithItsValue() throws IOException {
    Map<String, String> set = new TreeMap<>();
    for (PropertySource<?> source :
        new YamlPropertySourceLoader()
            .load("application.yml", new ClassPathResource("application.yml"))) {
      for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
        if (name.startsWith("server.tomcat.")) {
          set.put(name, "`" + source.getProperty(name) + "`");
        }
      }
    }
    assertThat(set).isNotEmpty();
    assertThat(documented("server\\.tomcat")).isEqualTo(set);
  }

  @Test
  void everyPartOfAnApiKeyIsDocumented() throws IOException {
    assertThat(documented().keySet())
        .contains(
            "neardup.security.api-keys[n].name",
            "neardup.security.api-keys[n].key-sha256",
            "neardup.security.api-keys[n].key",
            "neardup.security.api-keys[n].roles",
            "neardup.security.api-keys[n].collections",
            "neardup.security.api-keys[n].requests-per-second");
  }

  /// Messages refer to this page.
  @Test
  void operationsNamesEachPageWithKeys() throws IOException {
    String entry = Files.readString(Path.of("docs/operations.md"));
    for (Path page : pages()) {
      if (rows("(?:neardup|server\\.tomcat)" + KEY, page).findAny().isPresent()) {
        assertThat(entry).contains("](" + page.getFileName());
      }
    }
  }

  private static Map<String, String> known() throws IOException {
    Map<String, String> known = new TreeMap<>();
    Enumeration<java.net.URL> all =
        Objects.requireNonNull(DocumentedKeysTests.class.getClassLoader())
            .getResources("META-INF/spring-configuration-metadata.json");
    while (all.hasMoreElements()) {
      try (InputStream in = all.nextElement().openStream()) {
        for (JsonNode key : Json.read(new String(in.readAllBytes(), UTF_8)).get("properties")) {
          String name = key.get("name").asString();
          if (name.startsWith("neardup.") && !name.equals("neardup.security.api-keys")) {
            JsonNode value = key.get("defaultValue");
            known.put(name, inTable(name, value == null ? null : value.asString()));
          }
        }
      }
    }
    return known;
  }

  private static String inTable(String name, @Nullable String value) {
    String words = IN_WORDS.get(name);
    return words != null ? words : value == null ? "none" : "`" + value + "`";
  }

  private static Map<String, String> documented() throws IOException {
    Map<String, String> documented = documented("neardup");
    documented.remove("neardup.lock"); // a file in the data directory
    return documented;
  }

  /// All documented keys with their defaults.
  private static Map<String, String> documented(String prefix) throws IOException {
    Map<String, String> documented = new TreeMap<>();
    for (Path page : pages()) {
      rows(prefix + KEY, page)
          .forEach(row ->
              assertThat(documented.put(row.group(1), row.group(2)))
                  .as("rows of %s", row.group(1))
                  .isNull());
    }
    return documented;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /// The rows of keys in the tables of a page: the key, and its default.
  private static Stream<MatchResult> rows(String key, Path page) throws IOException {
    return Pattern.compile("(?m)^\\| `(" + key + ")` \\| ?(.*?) ?\\|")
        .matcher(Files.readString(page))
        .results();
  }
}
