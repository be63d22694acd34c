package io.neardup.bench;

import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import tools.jackson.databind.json.JsonMapper;

/// Fingerprints of 64 bits for measurements, random or of real texts.
///
/// | name | fingerprints |
/// |---|---|
/// | `uniform` | random |
/// | `one-block` | all with the same 16 bits |
/// | `one-bucket` | all with the same 33 bits, the key of a table in each of the paper's layouts |
/// | `few-blocks` | each of four blocks has one of a thousand values |
/// | `ball` | all within 12 bits of one fingerprint |
/// | `file:f` | those of a file, in hexadecimal, one per line |
/// | `texts:f` | those of the texts of a file by `paper-v1`, one JSON object with `text` per line |
final class Fingerprints64 {

  private Fingerprints64() {}

  /// The fingerprints with that name.
  ///
  /// @param size the number of random fingerprints; files are read entirely
  static long[] of(String name, int size) throws IOException {
    if (name.startsWith("file:")) {
      return lines(name, line -> Long.parseUnsignedLong(line, 16));
    }
    if (name.startsWith("texts:")) {
      JsonMapper mapper = new JsonMapper();
      return lines(
          name,
          line -> {
            Content text = new Content.Text(mapper.readTree(line).get("text").asString());
            return Profiles.PAPER_V1.sketch(text).fingerprint().word(0);
          });
    }
    SplittableRandom random = new SplittableRandom(1);
    long[] values = random.longs(1000).toArray();
    return LongStream.generate(() -> next(name, values, random)).limit(size).toArray();
  }

  private static long[] lines(String name, ToLongFunction<String> fingerprint) throws IOException {
    Path file = Path.of(name.substring(name.indexOf(':') + 1));
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      return lines.lines().mapToLong(fingerprint).toArray();
    }
  }

  private static long next(String name, long[] values, SplittableRandom random) {
    return switch (name) {
      case "uniform" -> random.nextLong();
      case "one-block" -> random.nextLong() << 16 | 0xBEEF;
      case "one-bucket" -> random.nextLong() << 33 | 0xBEEF;
      case "few-blocks" -> fewBlocks(random, values);
      case "ball" -> values[0] ^ Long.expand(random.nextInt(), 0x0101_0303_0101_1111L);
      default -> throw new IllegalArgumentException("unknown fingerprints: " + name);
    };
  }

  private static long fewBlocks(SplittableRandom random, long[] values) {
    long fingerprint = 0;
    for (int block = 0; block < 4; block++) {
      fingerprint |= values[random.nextInt(values.length)] & 0xFFFFL << 16 * block;
    }
    return fingerprint;
  }
}
