package io.neardup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A text and the fingerprint that a profile computes for it in every version of the service. Other
/// programs computed them; a recipe that computes other bits is another profile.
public record GoldenVector(String profile, String text, String fingerprint) {

  private static final List<String> FILES =
      List.of(
          "simhash-256-v1",
          "simhash-512-v1",
          "posts-v1",
          "paper-v1",
          "chinese-v1",
          "code-v1",
          "originals");

  /// The golden vectors of one profile, in the order of its file.
  public static List<GoldenVector> of(String profile) {
    return all().filter(vector -> vector.profile.equals(profile)).toList();
  }

  /// The golden vectors of all profiles.
  public static Stream<GoldenVector> all() {
    return FILES.stream().flatMap(GoldenVector::read);
  }

  /// There are two formats of files: text and fingerprint; or, after a header line, the fingerprint
  /// and the text as JSON, preceded by the profile if the file has several.
  private static Stream<GoldenVector> read(String file) {
    List<String> lines = lines(file);
    if (!lines.getFirst().startsWith("#")) {
      return lines.stream()
          .map(line -> line.split("\t", -1))
          .map(cells -> new GoldenVector(file, cells[0], cells[1]));
    }
    return lines.stream()
        .skip(1)
        .map(line -> line.split("\t"))
        .map(cells -> {
          String text = Json.read(cells[cells.length - 1]).asString();
          return new GoldenVector(
              cells.length == 3 ? cells[0] : file, text, cells[cells.length - 2]);
        });
  }

  /// The lines of a file of golden vectors.
  ///
  /// @param file its name without `.tsv`
  public static List<String> lines(String file) {
    try (InputStream tsv =
        Objects.requireNonNull(
            GoldenVector.class.getResourceAsStream("/golden/" + file + ".tsv"), file)) {
      return new String(tsv.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
