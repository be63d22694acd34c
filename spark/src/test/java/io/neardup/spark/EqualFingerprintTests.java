package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Texts whose fingerprints are equal and whose features are not are decided on one by one.
class EqualFingerprintTests {

  private static final int WORDS = 1_500;
  private static final Profile PROFILE = new Profiles().defaultProfile();

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(11);
  private final Map<String, String> texts = new TreeMap<>();

  /// A text, one with the same fingerprint and other words, and a third one in which a fifth of the
  /// words differ, so that it is a candidate for both.
  private void write() throws IOException {
    List<String> words =
        new ArrayList<>(IntStream.range(0, WORDS).mapToObj(i -> "word" + i).toList());
    String original = String.join(" ", words);
    String equal = original;
    while (equal.equals(original)) {
      int place = random.nextInt(WORDS);
      String word = words.set(place, "other" + random.nextInt(100_000));
      String changed = String.join(" ", words);
      if (fingerprint(changed).equals(fingerprint(original))) {
        equal = changed;
      } else {
        words.set(place, word);
      }
    }
    for (int i = 0; i < WORDS / 5; i++) {
      words.set(random.nextInt(WORDS), "third" + i);
    }
    texts.put("a", original);
    texts.put("b", equal);
    texts.put("c", original);
    texts.put("d", String.join(" ", words));
    Files.write(
        folder.resolve("texts.jsonl"),
        texts.entrySet().stream()
            .map(text ->
                "{\"id\": \"%s\", \"text\": \"%s\"}".formatted(text.getKey(), text.getValue()))
            .toList());
  }

  private static Fingerprint fingerprint(String text) {
    return PROFILE.sketch(new Content.Text(text)).fingerprint();
  }

  private double similarity(String a, String b) {
    return WeightedJaccard.of(vector(a), vector(b));
  }

  private FeatureVector vector(String id) {
    return PROFILE.vector(new Content.Text(texts.get(id)));
  }

  private String job(String command, String out, String... options) {
    return run(
        0,
        Stream.concat(
                Stream.of(command, "-i", folder + "/texts.jsonl", "-o", folder + "/" + out),
                Stream.concat(Stream.of("--id-column", "id"), Stream.of(options)))
            .toArray(String[]::new));
  }

  private List<String> list(String name, String... columns) {
    return sorted(
        LocalSpark.session()
            .read()
            .parquet(folder + "/" + name)
            .select(
                columns[0], List.of(columns).subList(1, columns.length).toArray(String[]::new)));
  }

  @Test
  void textsWithEqualFingerprintsAreCompared() throws IOException {
    write();
    assertThat(similarity("a", "b")).isBetween(0.99, 0.9999);

    job("pairs", "near", "--min-similarity", "0.99");
    assertThat(list("near/pairs", "a", "b", "distance")).containsExactly("a|b|0", "a|c|0", "b|c|0");
    job("pairs", "equal", "--min-similarity", "0.9999");
    assertThat(list("equal/pairs", "a", "b", "distance")).containsExactly("a|c|0");
    assertThat(Files.readString(folder.resolve("equal/report.json")))
        .contains("\"distance\" : 0,\n    \"pairs\" : 1\n")
        .contains("\"fingerprints\" : 2");
    for (String by : List.of("star", "components")) {
      String summary = job("dedupe", by, "--min-similarity", "0.9999", "--by", by);
      assertThat(summary).contains("4 records in 1 groups of near-duplicates: 3 kept, 1 dropped");
      assertThat(list(by + "/kept", "id")).containsExactly("a", "b", "d");
    }
  }

  @Test
  void eachTextOfAFingerprintIsVerified() throws IOException {
    write();
    double limit = (similarity("a", "d") + similarity("b", "d")) / 2;
    assertThat(similarity("a", "d")).isLessThan(similarity("b", "d"));

    job("pairs", "pairs", "--min-similarity", Double.toString(limit));
    assertThat(list("pairs/pairs", "a", "b")).containsExactly("a|b", "a|c", "b|c", "b|d");
    job("dedupe", "clean", "--min-similarity", Double.toString(limit), "--by", "components");
    assertThat(list("clean/kept", "id")).containsExactly("a");
  }
}
