package io.neardup.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Writes a large file of JSON lines, to measure the command line: each text consists of parts of
/// real texts of one kind. 5 % are copies of earlier texts with three other words, 1 % are equal to
/// one.
///
/// ```
/// mvn -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.CorpusFile \
///   -Dbench="/var/tmp/docs.jsonl 1000000 1000 400 texts.jsonl more.jsonl.gz"
/// ```
///
/// Arguments: the output; the number of texts; the bytes of a text; the characters of a part, such
/// as 120 for a sentence; files of JSON lines with `kind` and `text`. The same arguments write the
/// same file, and a larger number begins with the same lines. Large parts are near-duplicates of
/// each other in the more texts the more there are.
final class CorpusFile {

  private static final int LEAST_CHARACTERS = 10_000; // of a kind, or it is left out
  private static final int BLOCK = 2_000;

  private final List<Kind> kinds = new ArrayList<>();
  private final int textBytes;
  private final int partCharacters;
  private final long bytes;

  /// Texts of one kind, joined.
  ///
  /// @param end the sum of the bytes of this kind and of those before it
  private record Kind(String name, String text, long end) {}

  private record Part(String kind, String text) {}

  private CorpusFile(Map<String, StringBuilder> texts, int textBytes, int partCharacters) {
    this.textBytes = textBytes;
    this.partCharacters = partCharacters;
    long sum = 0;
    for (var kind : texts.entrySet()) {
      String joined = kind.getValue().toString();
      if (joined.length() < LEAST_CHARACTERS) {
        continue;
      }
      sum += Texts.utf8Length(joined);
      kinds.add(new Kind(kind.getKey(), joined, sum));
    }
    bytes = sum;
  }

  public static void main(String[] arguments) throws IOException {
    JsonMapper json = new JsonMapper();
    Map<String, StringBuilder> texts = new TreeMap<>();
    for (int i = 4; i < arguments.length; i++) {
      try (BufferedReader lines = open(Path.of(arguments[i]))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          JsonNode document = json.readTree(line);
          texts
              .computeIfAbsent(document.path("kind").asString(), _ -> new StringBuilder())
              .append(document.path("text").asString())
              .append('\n');
        }
      }
    }
    CorpusFile corpus =
        new CorpusFile(texts, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    int count = Integer.parseInt(arguments[1]);
    try (BufferedWriter out = Files.newBufferedWriter(Path.of(arguments[0]))) {
      for (int from = 0; from < count; from += BLOCK) {
        write(
            IntStream.range(from, Math.min(count, from + BLOCK))
                .parallel()
                .mapToObj(number -> corpus.line(json, number))
                .toList(),
            out);
      }
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return new BufferedReader(
        new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in,
            StandardCharsets.UTF_8));
  }

  private static void write(List<String> lines, Writer out) throws IOException {
    for (String line : lines) {
      out.write(line);
      out.write('\n');
    }
  }

  private String line(JsonMapper json, int number) {
    Part text = text(number);
    return json.writeValueAsString(
        json.createObjectNode()
            .put("id", "c-%08d".formatted(number))
            .put("kind", text.kind)
            .put("text", text.text));
  }

  /// The text of a number, always the same.
  private Part text(int number) {
    SplittableRandom random = new SplittableRandom(0x9E3779B97F4A7C15L * (number + 1L));
    int share = number == 0 ? 100 : random.nextInt(100);
    if (share >= 6) {
      Kind kind = kind(random);
      return new Part(kind.name, text(kind, random));
    }
    Part earlier = text(random.nextInt(number));
    return share == 5 ? earlier : new Part(earlier.kind, changed(earlier.text, random));
  }

  private Kind kind(SplittableRandom random) {
    long at = random.nextLong(bytes);
    return kinds.stream().filter(kind -> at < kind.end).findFirst().orElseThrow();
  }

  private String text(Kind kind, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int excess;
    do {
      int from = wordFrom(kind.text, random.nextInt(kind.text.length() - 2 * partCharacters));
      text.append(kind.text, from, wordFrom(kind.text, from + partCharacters)).append('\n');
      excess = Texts.utf8Length(text.toString()) - textBytes;
    } while (excess < 0);
    while (excess > 0) { // a character has up to 4 bytes
      text.setLength(text.offsetByCodePoints(text.length(), -(excess + 3) / 4));
      excess = Texts.utf8Length(text.toString()) - textBytes;
    }
    return text.toString();
  }

  /// The next beginning of a word within a few characters, or of a character.
  private static int wordFrom(String text, int index) {
    for (int i = index; i < Math.min(text.length(), index + 20); i++) {
      if (i > 0 && Character.isWhitespace(text.charAt(i - 1))) {
        return i;
      }
    }
    return index > 0 && index < text.length() && Character.isLowSurrogate(text.charAt(index))
        ? index + 1
        : index;
  }

  private static String changed(String text, SplittableRandom random) {
    String[] words = text.split(" ", -1);
    for (int change = 0; change < 3; change++) {
      words[random.nextInt(words.length)] = "w" + random.nextInt(100_000);
    }
    return String.join(" ", words);
  }
}
