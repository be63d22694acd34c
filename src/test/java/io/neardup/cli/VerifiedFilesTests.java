package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.HttpTest;
import io.neardup.NearTexts;
import io.neardup.NeardupApplication;
import io.neardup.RunningService;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Commands verify candidates by their features, and decide as the service does.
@HttpTest
class VerifiedFilesTests extends FilesTest {

  private static final Records RECORDS = Records.some(1_500, 11);
  private static final NearTexts MISSED = NearTexts.missed(5);
  private static final NearTexts WRONG = NearTexts.wrong(6);
  private static final JsonMapper JSON = JsonMapper.shared();

  @Autowired private RunningService service;

  private final String name = "files-" + UUID.randomUUID();

  @AfterEach
  void dropCollection() {
    service.delete("/collections/" + name);
  }

  /// The ids of the documents that a collection which skips near-duplicates has in the end.
  private List<String> addedByService(String lookup) {
    service.put("/collections/" + name, "{\"profile\":\"simhash-256-v1\"}").require(201);
    return service
        .postLines("/documents?onDuplicate=skip&recall=exact&collection=" + name + lookup, lines())
        .require(200)
        .lines()
        .stream()
        .filter(line -> "added".equals(line.path("outcome").asString()))
        .map(line -> line.get("id").asString())
        .toList();
  }

  private static String lines() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < RECORDS.texts().size(); i++) {
      lines.append("{\"id\":\"d%d\",\"text\":\"%s\"}\n".formatted(i, RECORDS.texts().get(i)));
    }
    return lines.toString();
  }

  private Path records() throws IOException {
    return write("in.jsonl", RECORDS.json());
  }

  private static List<String> ids(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> JSON.readTree(line).get("id").asString())
        .toList();
  }

  private List<String> dedupe(Path in, String output, String... options) throws IOException {
    Path out = folder.resolve(output);
    Run.line("dedupe --recall 1 -o " + out + " " + in, (Object[]) options).require(0);
    return ids(out);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--min-similarity 0.7",
        "--max-distance 60 --min-similarity 0.5",
        "--max-distance 50"
      })
  void dedupeKeepsWhatTheServiceAdds(String options) throws IOException {
    String[] named = options.isEmpty() ? new String[0] : options.split(" ");
    List<String> added =
        addedByService(
            options
                .replace(" --", "--")
                .replace("--min-similarity ", "&minSimilarity=")
                .replace("--max-distance ", "&maxDistance="));
    assertThat(added).hasSizeBetween(900, 1_400);
    Path in = records();
    assertThat(
            dedupe(
                in,
                "clean.jsonl",
                Stream.concat(Stream.of("--survivor", "first"), Stream.of(named))
                    .toArray(String[]::new)))
        .isEqualTo(added);
  }

  private JsonNode pairsOfService() {
    JsonNode answer =
        service.get("/pairs?recall=exact&limit=10000&collection=" + name).require(200).json();
    assertThat(answer.get("truncated").asBoolean()).isFalse();
    return answer;
  }

  @Test
  void pairsAreThoseOfTheService() throws IOException {
    service.put("/collections/" + name, "{\"profile\":\"simhash-256-v1\"}").require(201);
    service.postLines("/documents?limit=0&collection=" + name, lines()).require(200);
    JsonNode expected = pairsOfService();
    JsonNode summary = expected.get("summary");
    List<String> pairs = expected.get("pairs").valueStream().map(VerifiedFilesTests::pair).toList();
    assertThat(pairs).hasSizeGreaterThan(100).anyMatch(pair -> pair.endsWith("true"));
    Run run = Run.of("pairs", records(), "--recall", 1).require(0);
    assertThat(run.lines().stream().map(line -> pair(JSON.readTree(line))))
        .containsExactlyInAnyOrderElementsOf(pairs);
    JsonNode verification = summary.get("verification");
    assertThat(verification.get("refused").asInt()).isPositive();
    assertThat(run.err())
        .contains(
            "%d candidates compared by features, %d refused"
                .formatted(
                    verification.get("compared").asInt(), verification.get("refused").asInt()));
    Path report = folder.resolve("report.json");
    Run.of("groups", records(), "--recall", 1, "--report", report, "-q").require(0);
    assertThat(JSON.readTree(report.toFile()).get("verification"))
        .hasToString(verification.toString());
  }

  /// The pairs of the sample, which the Spark job lists too.
  @Test
  void pairsOfTheSampleAreTheSameEverywhere() throws IOException {
    Path sample = Path.of("src/test/resources/quality/docs.jsonl");
    List<String> pairs = Files.readAllLines(Path.of("src/test/resources/quality/near-pairs.csv"));
    assertThat(pairs).hasSizeGreaterThan(500);
    assertThat(
            Run.of("pairs", sample, "--recall", 1, "--output-format", "csv")
                .require(0)
                .lines()
                .stream()
                .skip(1)
                .map(pair -> pair.replaceFirst("(,[^,]+){2}$", "")))
        .containsExactlyInAnyOrderElementsOf(pairs);
    service.put("/collections/" + name, "{\"profile\":\"simhash-256-v1\"}").require(201);
    service
        .postLines(
            "/documents?limit=0&textField=text&otherFields=ignore&collection=" + name,
            Files.readString(sample))
        .require(200);
    assertThat(
            pairsOfService()
                .get("pairs")
                .valueStream()
                .map(line -> ids(line) + "," + line.get("distance")))
        .containsExactlyInAnyOrderElementsOf(
            pairs.stream().map(VerifiedFilesTests::ordered).toList());
  }

  private static String ids(JsonNode pair) {
    return ordered(pair.get("a").asString() + "," + pair.get("b").asString());
  }

  /// The ids of a pair in alphabetical order, and what follows.
  private static String ordered(String pair) {
    String[] values = pair.split(",", 3);
    Arrays.sort(values, 0, 2);
    return String.join(",", values);
  }

  /// A pair of an answer, or of a file.
  private static String pair(JsonNode pair) {
    List<String> ids = Stream.of("a", "b").map(side -> pair.get(side).asString()).sorted().toList();
    return String.join(
        " ",
        ids.get(0),
        ids.get(1),
        pair.get("distance").asString(),
        String.valueOf(pair.get("featureSimilarity").asDouble()),
        String.valueOf(pair.path("verified").asBoolean()));
  }

  private static String nearTexts() {
    return Stream.of(MISSED.text(), WRONG.text(), WRONG.other(), MISSED.other())
        .map(text -> text + "\n")
        .reduce("", String::concat);
  }

  @Test
  void theFeaturesDecideAndNotTheBits() throws IOException {
    Path in = write("in.txt", nearTexts());
    Run run = Run.of("pairs", in, "--output-format", "csv").require(0);
    assertThat(run.lines())
        .containsExactly(
            "a,b,distance,featureSimilarity,verified",
            "%1$s:1,%1$s:4,%2$d,%3$s,true".formatted(in, MISSED.distance(), MISSED.similarity()));
    assertThat(run.err()).contains("2 candidates compared by features, 1 refused");
    Run byDistance = Run.of("pairs", in, "--output-format", "csv", "--no-verify").require(0);
    assertThat(byDistance.lines()).hasSize(2);
    assertThat(byDistance.lines()).first().isEqualTo("a,b,distance,featureSimilarity");
    assertThat(byDistance.lines().getLast())
        .startsWith("%1$s:2,%1$s:3,%2$d,".formatted(in, WRONG.distance()));
    assertThat(byDistance.err()).doesNotContain("compared by features");
    assertThat(Run.of("pairs", in, "--output-format", "csv", "--max-distance", 54).out())
        .isEqualTo(byDistance.out());
    for (String by : List.of("star", "components")) {
      assertThat(Run.of("dedupe", in, "-o", "-", "--by", by).require(0).lines())
          .containsExactly(MISSED.text(), WRONG.text(), WRONG.other());
    }
  }

  @Test
  void theStandardInputIsReadAgain() {
    byte[] in = nearTexts().getBytes(StandardCharsets.UTF_8);
    assertThat(
            Run.with(in, "pairs", "-", "--input-format", "lines", "--output-format", "csv")
                .require(0)
                .lines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("stdin:1,stdin:4,");
    assertThat(
            Run.with(in, "groups", "-", "--input-format", "lines", "--output-format", "csv")
                .require(0)
                .lines())
        .containsExactly(
            "group,size,id,kept,distance",
            "1,2,stdin:1,true,0",
            "1,2,stdin:4,false," + MISSED.distance());
    assertThat(Run.with(in, "dedupe", "-", "--input-format", "lines", "-o", "-").require(0).lines())
        .hasSize(3);
  }

  @Test
  void compareIsExact() throws IOException {
    Path a = write("a.txt", WRONG.text());
    Path b = write("b.txt", WRONG.other());
    assertThat(Run.of("compare", a, b).require(0).out())
        .contains(
            "\"featureSimilarity\": " + WRONG.similarity() + ", \"verified\": true",
            "\"minSimilarity\": 0.54, \"maxDistance\": 54, \"nearDuplicate\": false");
    assertThat(Run.of("compare", a, b, "--max-distance", 54).require(0).out())
        .contains("\"minSimilarity\": null, \"maxDistance\": 54, \"nearDuplicate\": true");
  }

  @Test
  void recordsThatWereSkippedKeepTheNumbersOfOthers() throws IOException {
    Path in = write("in.jsonl", "{bad\n" + RECORDS.json());
    Run run = Run.of("pairs", in, "--recall", 1, "--on-error", "skip").require(3);
    assertThat(run.out()).isEqualTo(Run.of("pairs", records(), "--recall", 1).require(0).out());
  }

  /// The features of all records to be compared take 60 MB.
  @Test
  void memoryDoesNotGrowWithTheRecordsToBeCompared() throws Exception {
    int pairs = 12_000;
    SplittableRandom random = new SplittableRandom(1);
    Path in = folder.resolve("in.txt");
    try (BufferedWriter out = Files.newBufferedWriter(in)) {
      for (int copy = 0; copy < 2; copy++) {
        for (int i = 0; i < pairs; i++) {
          SplittableRandom words = new SplittableRandom(i);
          for (int word = 0; word < 200; word++) {
            long next = words.nextInt(1 << 24);
            boolean isChanged = copy == 1 && random.nextInt(6) == 0;
            out.write(Long.toString(isChanged ? next + (1 << 24) : next, 36) + " ");
          }
          out.newLine();
        }
      }
    }
    Path list = folder.resolve("pairs.csv");
    Process process =
        ChildProcess.builder(
                List.of("-Xmx64m"),
                NeardupApplication.class,
                List.of("pairs", in.toString(), "--threads", "2", "-o", list.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).containsPattern("11,\\d{3} candidates compared by features");
    assertThat(Files.readAllLines(list)).hasSizeBetween(pairs * 8 / 10, pairs + 1);
  }

  @Test
  void optionsThatContradictAreRefused() throws IOException {
    Path in = write("in.txt", nearTexts());
    assertThat(Run.of("pairs", in, "--min-similarity", 0.6, "--no-verify").require(2).err())
        .contains("--min-similarity and --no-verify exclude each other");
    assertThat(Run.of("pairs", in, "--min-similarity", 1.5).require(2).err())
        .contains("--min-similarity must be 0 to 1, was 1.5");
    assertThat(
            Run.of("groups", in, "--min-similarity", 0.6, "--profile", "paper-v1").require(2).err())
        .contains("not for paper-v1; use --max-distance");
    assertThat(Run.of("pairs", in, "--max-pairs", 1).require(1).err())
        .contains("more than 1 candidates to be verified", "--no-verify");
  }
}
