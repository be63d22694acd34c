package io.neardup.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The operations guide has every configuration key of the service, with its default.
class DocumentedKeysTests {

  /// Told by their parts, or written in words.
  private static final Map<String, String> IN_WORDS =
      Map.of(
          "neardup.index.memory", "half of the heap",
          "neardup.security.mode", "`keys` if a key or an issuer is configured, else `loopback`",
          "neardup.limits.requests-per-second", "`0`, any number",
          "neardup.limits.lookups", "`0`, four a processor",
          "neardup.security.jwt.role-prefix", "empty");

  @Test
  void everyKeyIsThereWithItsDefault() throws IOException {
    Map<String, String> expected = known();
    assertThat(expected).hasSizeGreaterThan(25);
    Map<String, String> documented = documented();
    documented.keySet().removeIf(key -> key.contains("[n]"));
    assertThat(documented).isEqualTo(expected);
  }

  @Test
  void everyPartOfAnApiKeyIsThere() throws IOException {
    assertThat(documented().keySet())
        .contains(
            "neardup.security.api-keys[n].name",
            "neardup.security.api-keys[n].key-sha256",
            "neardup.security.api-keys[n].key",
            "neardup.security.api-keys[n].roles",
            "neardup.security.api-keys[n].collections");
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
            known.put(name, inTable(name, key.get("defaultValue")));
          }
        }
      }
    }
    return known;
  }

  private static String inTable(String name, JsonNode value) {
    String words = IN_WORDS.get(name);
    return words != null ? words : value == null ? "none" : "`" + value.asString() + "`";
  }

  private static Map<String, String> documented() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    Pattern.compile("(?m)^\\| `(neardup\\.[a-z0-9.\\[\\]-]+)` \\| ?(.*?) ?\\|")
        .matcher(Files.readString(Path.of("docs/operations.md")))
        .results()
        .forEach(row ->
            assertThat(documented.put(row.group(1), row.group(2)))
                .as("%s is told once", row.group(1))
                .isNull());
    documented.remove("neardup.lock"); // a file
    return documented;
  }
}
