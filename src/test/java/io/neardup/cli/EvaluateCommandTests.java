package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.LabelCalibration;
import io.neardup.calibrate.LabelledPair;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EvaluateCommandTests extends FilesTest {

  private static final JsonMapper JSON = new JsonMapper();

  /// Pairs of equal numbers of words: the first ones with some words replaced, then unrelated ones.
  private static List<LabelledPair> pairs() {
    List<String> texts = Records.some(400, 7).texts();
    List<LabelledPair> pairs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String[] words = texts.get(i).split(" ");
      for (int edit = 0; edit < i % 9; edit++) {
        words[7 * edit] = "edited" + edit;
      }
      pairs.add(new LabelledPair(texts.get(i), String.join(" ", words), true, 1));
      pairs.add(new LabelledPair("other " + i + " word", texts.get(399 - i), false, 1));
    }
    return pairs;
  }

  private static String jsonLines(List<LabelledPair> pairs) {
    StringBuilder lines = new StringBuilder();
    for (LabelledPair pair : pairs) {
      lines.append(
          "{\"a\": %s, \"b\": %s, \"duplicate\": %s}\n"
              .formatted(Json.quote(pair.a()), Json.quote(pair.b()), pair.duplicate()));
    }
    return lines.toString();
  }

  @Test
  void labelledPairsGiveTheResultOfTheEngineInEveryFormat() throws IOException {
    List<LabelledPair> pairs = pairs();
    LabelCalibration calibration =
        new LabelCalibration(
            List.of(new Profiles().find("simhash-256-v1").orElseThrow()),
            CalibrationOptions.DEFAULTS,
            CalibrationProgress.NONE);
    pairs.forEach(calibration::add);
    CalibrationResult expected = calibration.result(null, null);
    StringBuilder csv = new StringBuilder("duplicate,a,b\n");
    pairs.forEach(pair ->
        csv.append(pair.duplicate() ? "1," : "0,").append(pair.a() + "," + pair.b() + "\n"));
    Path jsonl = write("labels.jsonl", jsonLines(pairs));
    Path table = write("labels.csv", csv);
    for (Path file : List.of(jsonl, table)) {
      JsonNode result = JSON.readTree(Run.of("evaluate", file, "--pairs", "-q").require(0).out());
      assertThat(result.get("duplicates").asInt()).isEqualTo(60);
      assertThat(result.get("others").asInt()).isEqualTo(60);
      JsonNode recommended = result.at("/profiles/0");
      assertThat(recommended.get("distance").asInt())
          .isEqualTo(expected.profiles().getFirst().distance());
      assertThat(recommended.get("reason").asString())
          .isEqualTo(expected.profiles().getFirst().reason());
    }
  }

  /// The pairs have 220 texts, and the documents are 400 others.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--edit-rate 0.2 | a document has 0.10 near-duplicates among 220 documents",
        "--collection-size 1000 --duplicates 0.5 | a document has 0.50 near-duplicates among 1,000"
            + " documents",
        "--documents FILE | near-duplicates among 400 documents",
        "--documents FILE --collection-size 1000 | near-duplicates among 1,000 documents"
      })
  void pairsAreEvaluatedAmongTheDocuments(String options, String expected) throws IOException {
    Path labels = write("labels.jsonl", jsonLines(pairs()));
    Path documents = folder.resolve("documents.txt");
    Files.write(documents, Records.some(400, 8).texts());
    List<Object> arguments = new ArrayList<>(List.of("evaluate", labels, "--pairs", "-q"));
    for (String option : options.split(" ")) {
      arguments.add(option.equals("FILE") ? documents : option);
    }
    JsonNode result = JSON.readTree(Run.of(arguments.toArray()).require(0).out());
    assertThat(result.at("/profiles/0/reason").asString()).contains(expected);
  }

  @Test
  void documentsAreSampledAndTheSameSeedGivesTheSameDistances() throws IOException {
    Path in = write("in.jsonl", Records.some(300, 3).json());
    Path out = folder.resolve("out.json");
    Object[] arguments = {
      "evaluate", in, "--others", "paper-v1", "--collection-size", 1_000_000, "--force", "-o", out
    };
    Run run = Run.of(arguments).require(0);
    JsonNode first = JSON.readTree(Files.readAllBytes(out));
    assertThat(first.get("documents").asLong()).isEqualTo(1_000_000);
    assertThat(first.get("sampled").asInt()).isEqualTo(300);
    assertThat(first.get("profiles")).hasSize(2);
    assertThat(first.at("/profiles/1/profile").asString()).isEqualTo("paper-v1");
    int distance = first.at("/profiles/0/distance").asInt();
    assertThat(distance).isBetween(20, 110);
    assertThat(run.err()).contains("simhash-256-v1: " + distance + " of 256 bits. Up to ");
    Run.of(arguments).require(0);
    JsonNode second = JSON.readTree(Files.readAllBytes(out));
    assertThat(second.at("/profiles/0/calibration")).isEqualTo(first.at("/profiles/0/calibration"));
    assertThat(second.at("/profiles/1/calibration/curve"))
        .isEqualTo(first.at("/profiles/1/calibration/curve"));
  }

  @Test
  void reportsInHtmlHaveCharts() throws IOException {
    Path in = write("labels.jsonl", jsonLines(pairs()));
    Path out = folder.resolve("out.html");
    Run.of("evaluate", in, "--pairs", "--others", "paper-v1", "-o", out).require(0);
    assertThat(Files.readString(out))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</body></html>\n")
        .contains("<h2>paper-v1</h2>", "</svg>")
        .doesNotContain("<script");
  }

  @Test
  void pairsThatCannotBeReadAreNamedAndSkippedOnRequest() throws IOException {
    String lines = jsonLines(pairs());
    String wrong =
        lines
            + "{\"a\": \"x\", \"b\": \"y\", \"duplicate\": \"maybe\"}\n"
            + "{\"a\": \"x\", \"duplicate\": true}\n";
    Path in = write("labels.jsonl", wrong);
    Run stopped = Run.of("evaluate", in, "--pairs").require(1);
    assertThat(stopped.err())
        .contains(
            in + ":121: field 'duplicate' must be true or false, was 'maybe'", "--on-error skip");
    assertThat(stopped.out()).isEmpty();
    Run skipped = Run.of("evaluate", in, "--pairs", "--on-error", "skip").require(3);
    assertThat(skipped.err())
        .contains("skipped " + in + ":121: ", "skipped " + in + ":122: has no field 'b'");
    assertThat(JSON.readTree(skipped.out()).get("others").asInt()).isEqualTo(60);
  }

  @Test
  void inputsAndOptionsThatCannotBeUsedAreExplained() throws IOException {
    Path few = write("few.txt", "one two three four five six\n");
    assertThat(Run.of("evaluate", few).require(1).err())
        .contains("the input must have at least 10 documents, had 1");
    Path same = write("same.csv", "a,b,duplicate\none two,one two,true\n");
    assertThat(Run.of("evaluate", same, "--pairs").require(1).err())
        .contains("must have near-duplicates and other pairs, had 1 and 0");
    Path columns = write("columns.csv", "a,duplicate\none,true\n");
    assertThat(Run.of("evaluate", columns, "--pairs").require(1).err())
        .contains("columns.csv:1: has no column 'b'");
    assertThat(Run.of("evaluate", few, "--documents", few).require(2).err())
        .contains("--documents needs --pairs");
    assertThat(Run.of("evaluate", few, "--others", "nothing").require(2).err())
        .contains("--others must be one of simhash-256-v1, ");
    assertThat(Run.of("evaluate", few, "--edit-rate", 2).require(2).err())
        .contains("--edit-rate must be 0.01 to 0.5, was 2.0");
    assertThat(Run.of("evaluate", few, "-o", folder.resolve("out.txt")).require(1).err())
        .contains("a report is .html or .json");
  }
}
