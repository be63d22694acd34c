package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.NeardupProperties.OwnProfile;
import io.neardup.profile.ProfileParts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/// Programs without the service read the profiles that the service reads.
class ProfilePartsTests {

  static Stream<Map<String, String>> configurations() {
    return Stream.of(
        Map.of(),
        Map.of("projection", "dense", "bits", "64", "shingles", "1"),
        Map.of("bits", "33", "tieIsOne", "true", "projection", "DENSE", "max_distance", "5"),
        Map.of("keep-case", "yes", "fold", "numbers, urls", "tokens", "words-and-pairs"),
        Map.of("stop-words", "en,de", "tokens", "characters", "characters", "7"),
        Map.of("weights", "levels", "idf", "words.tsv", "fold", "lookalikes"));
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void areReadAsTheServiceReadsThem(Map<String, String> values) {
    Map<String, String> keys = new LinkedHashMap<>();
    values.forEach((key, value) -> keys.put("a." + key.replace('_', '-'), value));
    OwnProfile ofService =
        new Binder(new MapConfigurationPropertySource(keys)).bindOrCreate("a", OwnProfile.class);

    assertThat(new ProfileParts("a-v1", values).spec(null)).isEqualTo(ofService.spec("a-v1"));
  }

  @Test
  void haveTheKeysOfTheService() {
    assertThat(ProfileParts.KEYS)
        .isEqualTo(
            Arrays.stream(OwnProfile.class.getRecordComponents())
                .map(part -> part.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet()));
  }

  @Test
  void useAnotherFileForTheTable() {
    ProfileParts parts = new ProfileParts("a-v1", Map.of("weights", "idf", "idf", "words.tsv"));

    assertThat(parts.spec(Path.of("copy.tsv")).idf()).isEqualTo(Path.of("copy.tsv"));
    assertThat(parts.values())
        .containsOnly(Map.entry("weights", "idf"), Map.entry("idf", "words.tsv"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "color; red; there is no 'color'",
        "bits; many; bits must be a number, was 'many'",
        "bits; 16; bits must be 32 to 512, was 16",
        "keep-case; maybe; keep-case must be true or false, was 'maybe'",
        "tokens; letters; tokens must be one of words, words-and-pairs"
      })
  void nameWhatIsNotValid(String key, String value, String message) {
    assertThatThrownBy(() -> new ProfileParts("a-v1", Map.of(key, value)).spec(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void rejectRepeatedKeys() {
    assertThatThrownBy(
            () -> new ProfileParts("a-v1", Map.of("stop-words", "en", "stopWords", "de")))
        .hasMessage("stop-words is repeated");
  }
}
