package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content;
import io.neardup.profile.ProfileFile;
import io.neardup.profile.ProfileSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Custom profiles, from a file.
class JobProfileTests {

  private static final String TEXT = "The cat sat on the mat 17 times";

  @TempDir Path folder;

  private String[] command(String command, String profile, Path file, String output)
      throws Exception {
    Path input = Files.writeString(folder.resolve("a.jsonl"), "{\"text\": \"" + TEXT + "\"}\n");
    return "%s -i %s -o %s/%s --profile %s --profiles %s"
        .formatted(command, input, folder, output, profile, file)
        .split(" ");
  }

  private String fingerprint(String profile, Path file, String output) throws Exception {
    run(0, command("fingerprint", profile, file, output));
    Dataset<Row> fingerprints =
        LocalSpark.session().read().parquet(folder + "/" + output + "/fingerprints");
    assertThat(fingerprints.columns()).containsExactly("id", "fingerprint", "features");
    return sorted(fingerprints.select("fingerprint")).getFirst();
  }

  private static String expected(ProfileSpec profile) {
    return profile.build().sketch(new Content.Text(TEXT)).fingerprint().toString();
  }

  @Test
  void areThoseOfTheService() throws Exception {
    Path table = Files.writeString(folder.resolve("words.tsv"), "cat\t2.5\nmat\t4\n");
    Path file =
        Files.writeString(
            folder.resolve("profiles.yml"),
            """
            own-v1: {bits: 128, shingles: [1, 2, 3], stop-words: en, fold: [numbers]}
            rare-v1:
              weights: idf
              idf: %s
            """
                .formatted(table));
    Map<String, ProfileSpec> profiles = ProfileFile.parse(Files.readString(file));
    String own = expected(profiles.get("own-v1"));

    assertThat(own).hasSize(32);
    assertThat(fingerprint("own-v1", file, "own")).isEqualTo(own);
    String rare = fingerprint("rare-v1", file, "rare");
    assertThat(rare).isEqualTo(expected(profiles.get("rare-v1")));
    Files.writeString(table, "cat\t9\nmat\t1\nsat\t7\n");
    assertThat(fingerprint("rare-v1", file, "changed")).isNotEqualTo(rare);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'own-v1: {bits: 16}'; 1; profiles.yml: own-v1: bits must be 32 to 512",
        "'other-v1: {bits: 64}'; 1; chinese-v1",
        "'own-v1: {weights: idf, idf: none.tsv}'; 1; none.tsv cannot be read",
        "'a: [1'; 1; profiles.yml: is not YAML"
      })
  void areExplainedIfTheyAreNotValid(String yaml, int code, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("profiles.yml"), yaml);

    assertThat(run(code, command("pairs", "own-v1", file, "out"))).contains(message);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void areNotReadFromNowhere() throws Exception {
    assertThat(run(1, command("pairs", "own-v1", folder.resolve("none.yml"), "out")))
        .contains("none.yml: cannot be read");
  }
}
