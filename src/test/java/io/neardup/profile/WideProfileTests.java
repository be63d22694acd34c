package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// `wide-v1` and `wide-512-v1` never change their bits, and do what their recipe says.
class WideProfileTests {

  private static final List<Profile> PROFILES = List.of(Profiles.WIDE_V1, Profiles.WIDE_512_V1);

  static Stream<Arguments> goldenVectors() throws IOException {
    Stream.Builder<Arguments> vectors = Stream.builder();
    for (Profile profile : PROFILES) {
      try (InputStream tsv =
          Objects.requireNonNull(
              WideProfileTests.class.getResourceAsStream("/golden/" + profile.name() + ".tsv"))) {
        new String(tsv.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.split("\t", -1))
            .forEach(columns -> vectors.add(Arguments.of(profile, columns[0], columns[1])));
      }
    }
    return vectors.build();
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("goldenVectors")
  void neverChangesItsBits(Profile profile, String text, String fingerprint) {
    Content content = new Content.Text(text);
    assertThat(profile.sketch(content).fingerprint()).hasToString(fingerprint);
    assertThat(profile.explain(content).fingerprint()).hasToString(fingerprint);
  }

  @Test
  void hasVectorsForBoth() throws IOException {
    assertThat(goldenVectors()).hasSize(50);
  }

  @Test
  void doesWhatTheRecipeSays() {
    String text =
        "The cat sat on the mat, and the cat sat on the hat: the mat, the cat and 42 hats.";
    List<String> words = List.of(text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
    Map<Long, Integer> pairs = new HashMap<>();
    for (int i = 1; i < words.size(); i++) {
      pairs.merge(pair(hash(words.get(i - 1)), hash(words.get(i))), 1, Integer::sum);
    }
    for (Profile profile : PROFILES) {
      double[] sums = new double[profile.bits()];
      pairs.forEach((hash, tf) -> {
        for (int i = 0; i < sums.length; i++) {
          double weight = 1 + Math.log(tf);
          sums[i] += (word(hash, i / 64) >>> i % 64 & 1) == 1 ? weight : -weight;
        }
      });
      Sketch sketch = profile.sketch(new Content.Text(text));
      assertThat(sketch.features()).isEqualTo(pairs.size());
      for (int i = 0; i < sums.length; i++) {
        assertThat(sketch.fingerprint().bit(i)).as("bit %d", i).isEqualTo(sums[i] > 1e-3);
      }
    }
  }

  private static long hash(String word) {
    return Hashing.xxh3_64().hashBytesToLong(word.getBytes(StandardCharsets.UTF_8));
  }

  private static long pair(long first, long second) {
    long factor = 0xD6E8FEB86659FD93L;
    long mixed = (Long.rotateLeft(first, 23) + second) * factor;
    mixed = (mixed ^ mixed >>> 32) * factor;
    return mixed ^ mixed >>> 32;
  }

  /// The SplitMix64 generator's output after `index` steps from `hash`, the hash itself for 0.
  private static long word(long hash, int index) {
    if (index == 0) {
      return hash;
    }
    long z = hash + index * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
