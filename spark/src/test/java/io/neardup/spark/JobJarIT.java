package io.neardup.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.ProfileFile;
import io.neardup.simhash.Fingerprint;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The jar as `spark-submit` runs it: in a process whose class path has the libraries of Spark,
/// with its ICU4J, and nothing else. What it finds is compared with the engine in this process.
class JobJarIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("../docs/samples").toAbsolutePath().normalize();
  private static final Pattern OF_THE_JAR =
      Pattern.compile(
          ".*(target/(test-)?classes|/picocli|/neardup-engine|/lucene-|/tools/jackson/|/snakeyaml|/junit|/assertj).*");
  private static final List<String> CHINESE =
      List.of(
          "今天天气很好，我们一起去公园散步，看见了许多漂亮的花。", "今天天气很好，我们一起去公园散步，看见了许多美丽的花。", "市图书馆星期一闭馆，因为要清点所有的书籍和地图。");

  @TempDir Path folder;

  private String submit(int expectedCode, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split(" ")));
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            sparkAlone(),
            "org.apache.spark.deploy.SparkSubmit"));
    command.addAll(List.of("--master", "local[2]"));
    for (String setting : List.of("spark.ui.enabled=false", "spark.sql.shuffle.partitions=2")) {
      command.addAll(List.of("--conf", setting));
    }
    command.add(Objects.requireNonNull(System.getProperty("neardup.job.jar")));
    command.addAll(List.of(arguments));
    Path printed = folder.resolve("printed.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
    builder.environment().remove("SPARK_TESTING");
    Process process = builder.directory(folder.toFile()).start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String output = Files.readString(printed, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(output).isEqualTo(expectedCode);
    return output;
  }

  private static String sparkAlone() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !OF_THE_JAR.matcher(entry).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void findsNearDuplicatesAmongTheSamples() throws Exception {
    Path chinese =
        Files.writeString(
            folder.resolve("chinese.jsonl"),
            CHINESE.stream()
                .map(
                    text -> "{\"id\": \"%s\", \"text\": \"%s\"}\n".formatted(text.hashCode(), text))
                .collect(Collectors.joining()));
    Path profiles =
        Files.writeString(
            folder.resolve("profiles.yml"),
            """
            mixed-v1: {tokens: chinese, fold: [lookalikes], stop-words: [en]}
            """);
    String[] job = {
      "dedupe",
      "--input",
      SAMPLES.resolve("peps.ndjson").toString(),
      chinese.toString(),
      "--id-column",
      "id",
      "--profile",
      "mixed-v1",
      "--profiles",
      profiles.toString(),
      "--format",
      "jsonl",
      "--output-format",
      "json",
      "--output",
      folder.resolve("out").toString()
    };

    assertThat(submit(0, job))
        .contains(
            "34 records in 13 groups of near-duplicates: 14 kept, 20 dropped, 0 rejected; every"
                + " pair is found");

    Profile profile = ProfileFile.read(profiles).getFirst();
    Map<String, Fingerprint> fingerprints = new TreeMap<>();
    for (Path file : List.of(SAMPLES.resolve("peps.ndjson"), chinese)) {
      for (JsonNode document : json(file)) {
        String text = document.get("text").asText();
        fingerprints.put(
            document.get("id").asText(), profile.sketch(new Content.Text(text)).fingerprint());
      }
    }
    Set<String> kept = new TreeSet<>();
    for (JsonNode row : list("kept")) {
      kept.add(row.get("id").asText());
    }
    assertThat(kept).hasSize(14);
    for (JsonNode row : list("dropped")) {
      Fingerprint dropped = Objects.requireNonNull(fingerprints.remove(row.get("id").asText()));
      String by = row.get("kept").asText();
      assertThat(kept).contains(by);
      assertThat(row.get("distance").asInt())
          .isEqualTo(dropped.distance(fingerprints.get(by)))
          .isLessThanOrEqualTo(profile.maxDistance());
    }
    assertThat(kept).isEqualTo(fingerprints.keySet()); // the others
    fingerprints.forEach((a, one) ->
        fingerprints.forEach((b, other) ->
            assertThat(a.equals(b) || one.distance(other) > profile.maxDistance()).isTrue()));
  }

  @Test
  void findsThePassagesOfTheSamples() throws Exception {
    String[] job = {
      "passages",
      "--input",
      SAMPLES.resolve("peps.ndjson").toString(),
      "--id-column",
      "id",
      "--min-words",
      "200",
      "--output-format",
      "json",
      "--output",
      folder.resolve("out").toString()
    };

    assertThat(submit(0, job)).contains("31 records, 0 rejected; ");

    List<String> places = new ArrayList<>(); // of the pair in docs/command-line.md
    for (JsonNode row : list("passages")) {
      assertThat(row.get("words").asInt()).isGreaterThanOrEqualTo(200);
      if (row.get("a").asText().equals("pep-270.1") && row.get("b").asText().equals("pep-270.2")) {
        places.add(row.get("longestRun") + " " + row.get("passages"));
      }
    }
    assertThat(places)
        .containsExactly("288 [{\"a\":[0,1754],\"b\":[0,1744],\"words\":288,\"gaps\":[]}]");
  }

  /// The rows of a list of the job.
  private List<JsonNode> list(String name) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    try (DirectoryStream<Path> parts =
        Files.newDirectoryStream(folder.resolve("out").resolve(name), "part-*.jsonl")) {
      for (Path part : parts) {
        rows.addAll(json(part));
      }
    }
    return rows;
  }

  private static List<JsonNode> json(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  @Test
  void exitsWithTheCodeOfAWrongCommandLine() throws Exception {
    assertThat(submit(2, "pairs", "--input", "a.jsonl", "--distance", "x"))
        .contains("Invalid value for option '--distance'");
  }
}
