package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Custom profiles of a file are those that the service reads from it.
class ProfileFileTests {

  private static final String YAML =
      """
      server.port: 8080
      words: /tables
      neardup:
        data-dir: data
        profiles:
          own-v1: {bits: 128, shingles: [1, 2, 3], stopWords: en}
          rare-v1.weights: idf
          rare-v1.idf: ${words}/${TABLE:words}.tsv
      ---
      neardup.profiles.own-v1.bits: 64
      """;

  private static final String PROPERTIES =
      """
      neardup.profiles.own-v1.bits=64
      neardup.profiles.own-v1.shingles[0]=1
      neardup.profiles.own-v1.shingles[1]=2
      neardup.profiles.own-v1.shingles[2]=3
      neardup.profiles.own-v1.stop_words=en
      """;

  @Test
  void profilesAreTheSameInYamlAndProperties() {
    ProfileSpec yaml = ProfileFile.parse("a.yml", YAML, Map.of()).get("own-v1").spec(null);
    ProfileSpec properties =
        ProfileFile.parse("a.properties", PROPERTIES, Map.of()).get("own-v1").spec(null);

    assertThat(yaml.bits()).isEqualTo(64);
    assertThat(yaml.shingles()).containsExactly(1, 2, 3);
    assertThat(yaml.stopWords()).containsExactly("en");
    assertThat(properties).isEqualTo(yaml);
  }

  @Test
  void environmentVariablesOverrideKeysAndFillPlaceholders() {
    Map<String, String> environment =
        Map.of("NEARDUP_PROFILES_OWN_V1_STOP_WORDS", "de", "TABLE", "german");
    Map<String, ProfileParts> parts = ProfileFile.parse("a.yml", YAML, environment);

    assertThat(parts.get("own-v1").values()).contains(entry("stop-words", "de"));
    assertThat(parts.get("rare-v1").values()).contains(entry("idf", "/tables/german.tsv"));
    assertThat(ProfileFile.parse("a.yml", YAML, Map.of()).get("rare-v1").values())
        .contains(entry("idf", "/tables/words.tsv"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "neardup.profiles.a-v1.bits: 16 | neardup.profiles.a-v1: bits must be 32 to 512, was 16",
        "neardup.profiles.a-v1.color: red | neardup.profiles.a-v1: there is no 'color'",
        "neardup.profiles.a-v1.bits: ${BITS} | neardup.profiles.a-v1.bits: the placeholder ${BITS}"
            + " has no value",
        "'neardup.profiles.a-v1: {weights: idf, idf: none.tsv}' | neardup.profiles.a-v1: the idf"
            + " table none.tsv cannot be read",
        "'neardup.profiles.a-v1: {bits: 64, bits: 65}' | found duplicate key bits",
        "server.port: 80 | has no neardup.profiles",
        "a: [ | is not YAML: while parsing"
      })
  void invalidFilesAreExplained(String yaml, String message, @TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("a.yml"), yaml);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProfileFile.read(file, Map.of()))
        .withMessageContaining(message);
  }
}
