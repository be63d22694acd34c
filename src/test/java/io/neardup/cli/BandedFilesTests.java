package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Commands find pairs by bands where features decide, and by bits otherwise.
class BandedFilesTests extends FilesTest {

  private static final String BANDS = "bands 4x45";
  private static final Path SAMPLE = Path.of("src/test/resources/quality/docs.jsonl");

  private Path records(int count) throws IOException {
    return Files.writeString(folder.resolve(count + ".jsonl"), Records.some(count, 3).json());
  }

  private static Set<String> pairs(Run run) {
    return run.lines().stream()
        .map(JsonMapper.shared()::readTree)
        .map(pair -> pair.get("a").asString() + " " + pair.get("b").asString())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({
    "4200, '', true",
    "4200, --recall 1, false",
    "4200, --max-distance 60 --min-similarity 0.54, false",
    "4200, --no-verify, false",
    "4200, --min-similarity 0.3, false",
    "4200, --profile paper-v1, false",
    "4200, --plan bits, false",
    "300, '', false",
    "300, --plan bands, true",
    "300, --plan 4x45, true",
    "300, --plan bands:4x45, true"
  })
  void theRequestDecidesHowPairsAreFound(int count, String options, boolean banded)
      throws IOException {
    String line = "groups " + records(count + count / 2) + " " + options;
    Run run = Run.of((Object[]) line.strip().split(" ")).require(0);
    if (banded) {
      assertThat(run.err()).contains("(bands 4x45: 95.", " similarity of 0.54 are found)");
    } else {
      assertThat(run.err()).contains("comparing ", " bits ").doesNotContain("bands");
    }
  }

  /// Also pairs whose fingerprints are farther apart than those of any candidate by bits.
  @Test
  void findsWhatBitsFindAndMore() {
    Run bits = Run.of("pairs", SAMPLE, "--plan", "bits", "--recall", 1).require(0);
    Run bands = Run.of("pairs", SAMPLE, "--plan", "bands:4x45").require(0);
    Set<String> found = pairs(bands);
    Set<String> also = pairs(bits);
    also.removeAll(found);
    assertThat(also).hasSizeLessThan(pairs(bits).size() / 50);
    assertThat(found).hasSizeGreaterThan(pairs(bits).size());
    assertThat(bands.lines().stream().map(JsonMapper.shared()::readTree))
        .anyMatch(pair -> pair.get("distance").asInt() > 64)
        .allMatch(pair -> pair.get("featureSimilarity").asDouble() >= 0.54);
  }

  /// Records of equal features are one row, however often they occur.
  @Test
  void textsThatDifferInCaseAndPunctuationAreOneGroup() throws IOException {
    String text = Records.some(1, 9).texts().getFirst();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      lines.append(text).append("!".repeat(i)).append('\n');
    }
    Path in = write("in.txt", lines);
    Run run = Run.of("groups", in, "--plan", "bands:4x45").require(0);
    assertThat(run.err()).contains("comparing 1 distinct", "1 group of 3,000 records");
  }

  @Test
  void editsOfOnePageAreOneFamilyAndCounted() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    String[] page = Records.some(4, 8).texts().stream().collect(Collectors.joining(" ")).split(" ");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      String[] edited = page.clone();
      for (int edit = 0; edit < 4; edit++) {
        edited[random.nextInt(page.length)] = "e" + random.nextInt();
      }
      lines.append(String.join(" ", edited)).append('\n');
    }
    Path in = write("in.txt", lines);
    Path report = folder.resolve("report.json");
    Run run =
        Run.of("groups", in, "--plan", "bands:4x45", "--report", report, "--max-pairs", 1_000_000)
            .require(0);
    assertThat(run.err()).contains("1 group of 3,000 records", "thousands that are alike");
    JsonNode facts = JsonMapper.shared().readTree(report.toFile());
    assertThat(facts.get("plan").asString()).isEqualTo(BANDS);
    assertThat(facts.get("recall").asDouble()).isBetween(0.95, 0.96);
    assertThat(facts.get("verification").get("candidatesWithin").asInt()).isEqualTo(80);
    assertThat(facts.get("verification").get("partlyCompared").asInt()).isGreaterThan(2_500);
    assertThat(facts.get("verification").get("nearNone").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "--plan tables, '--plan must be bits, bands, or bands of 1 to 8 minima'",
    "--plan bands:9x4, was 'bands:9x4'",
    "--plan tables:4x45, was 'tables:4x45'",
    "--plan 4x45 --recall 1, '--plan can be 4x45 only'",
    "--plan bands --min-similarity 0.1, '--plan can be bands only'",
    "--plan bands:4x45 --no-verify, --plan can be bands:4x45 only",
    "--plan 4x45 --max-distance 60, without a distance",
    "--plan bands --profile paper-v1, such as simhash-256-v1"
  })
  void plansThatAreNotPossibleAreRefused(String options, String message) throws IOException {
    String line = "pairs " + records(10) + " " + options;
    assertThat(Run.of((Object[]) line.split(" ")).require(2).err()).contains(message);
  }
}
