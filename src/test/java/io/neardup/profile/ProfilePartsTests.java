package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Keys and values of custom profiles.
class ProfilePartsTests {

  @Test
  void spellingsOfKeysAndConstantsAreEqual() {
    ProfileSpec spec =
        new ProfileParts(
                "a-v1",
                Map.of("bits", "33", "tieIsOne", "yes", "projection", "DENSE", "max_distance", "5"))
            .spec(null);

    assertThat(spec)
        .isEqualTo(
            new ProfileParts(
                    "a-v1",
                    Map.of(
                        "bits",
                        "33",
                        "tie-is-one",
                        "true",
                        "projection",
                        "dense",
                        "max-distance",
                        "5"))
                .spec(null));
    assertThat(spec.projection()).isEqualTo(Projection.DENSE);
    assertThat(spec.tieIsOne()).isTrue();
    assertThat(spec.maxDistance()).isEqualTo(5);
  }

  @Test
  void defaultsAreThoseOfTheDefaultProfile() {
    ProfileSpec spec = new ProfileParts("a-v1", Map.of()).spec(null);

    assertThat(spec.bits()).isEqualTo(Profiles.SIMHASH_256_V1.bits());
    assertThat(spec.maxDistance()).isEqualTo(54);
    assertThat(spec.shingles()).containsExactly(1, 2);
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
