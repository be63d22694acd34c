package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinCommandsTests extends FilesTest {

  private static final Records RECORDS = Records.some(1_200, 3);

  private static List<Fingerprint> fingerprints(Profile profile) {
    return RECORDS.texts().stream()
        .map(text -> profile.sketch(new Content.Text(text)).fingerprint())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"simhash-256-v1", "paper-v1", "simhash-512-v1"})
  void pairsByDistanceAreThoseOfBruteForce(String name) throws IOException {
    Profile profile = new Profiles().find(name).orElseThrow();
    List<Fingerprint> prints = fingerprints(profile);
    List<String> expected = new ArrayList<>(List.of("a\tb\tdistance"));
    for (int a = 0; a < prints.size(); a++) {
      for (int b = a + 1; b < prints.size(); b++) {
        int distance = prints.get(a).distance(prints.get(b));
        if (distance <= profile.maxDistance()) {
          expected.add("d" + a + "\td" + b + "\t" + distance);
        }
      }
    }
    Path in = write("in.jsonl", RECORDS.json());
    String command = "pairs --recall 1 --no-verify --output-format tsv --threads 3";
    Run run = Run.line(command, in, "--profile", name).require(0);
    assertThat(expected).hasSizeGreaterThan(50);
    assertThat(run.lines().stream().map(line -> line.replaceFirst("\t[^\t]*$", "")))
        .isEqualTo(expected);
  }

  /// Ids of a reference and its input may be equal.
  @ParameterizedTest
  @ValueSource(strings = {"pairs", "groups", "passages", "pairs --work w"})
  void repeatedIdsAreCounted(String command) throws IOException {
    String line = "{\"id\": \"%s\", \"text\": \"one two three %s\"}\n";
    Path in = write("in.jsonl", line.formatted("a", 1) + line.formatted("b", 1).repeat(3));
    Path other = write("other.jsonl", line.formatted("a", 2) + line.formatted("c", 3));
    String with = command.replace(" w", " " + folder.resolve("w"));
    assertThat(Run.line(with, in, other).require(0).err())
        .contains("3 records have the id of an earlier record; lists cannot tell these apart\n");
    assertThat(Run.line(with + " -q", in).require(0).err()).isEmpty();
    assertThat(Run.line(with, other).require(0).err()).doesNotContain("earlier record");
    if (!with.contains("--work") && !with.startsWith("groups")) {
      assertThat(Run.line(with, other, "--against", in).require(0).err())
          .doesNotContain("earlier record");
    }
  }

  @Test
  void pairsEachOfManyEqualRecordsWithTheFirst() throws IOException {
    Path in = write("in.txt", "one two three\n".repeat(150));
    Run run = Run.of("pairs", in, "--output-format", "csv").require(0);
    assertThat(run.lines().stream().skip(1))
        .isEqualTo(
            IntStream.rangeClosed(2, 150)
                .mapToObj(line -> in + ":1," + in + ":" + line + ",0,1,false")
                .toList());
  }

  @Test
  void pairsAreLimited() throws IOException {
    Path in = write("in.txt", "one two three\n".repeat(50));
    assertThat(Run.of("pairs", in, "--max-pairs", 100).require(1).err())
        .contains("more than 100 pairs");
  }

  @Test
  void starsAreCentredOnTheirSurvivor() throws IOException {
    Path in = write("in.jsonl", RECORDS.json());
    for (String rule : List.of("first", "last", "longest", "central")) {
      String command = "groups --no-verify --by star --output-format csv --survivor " + rule;
      Run run = Run.line(command, in).require(0);
      assertThat(run.lines())
          .hasSizeGreaterThan(100)
          .first()
          .isEqualTo("group,size,id,kept,distance");
      assertThat(run.lines().stream().skip(1).map(line -> line.split(",")))
          .allSatisfy(row -> {
            assertThat(Integer.parseInt(row[4])).isBetween(0, 54);
            assertThat(row[3].equals("true") && !row[4].equals("0")).isFalse();
          });
    }
  }

  @Test
  void groupsListTheLargestFirst() throws IOException {
    Path in = write("in.txt", "one two three\na b c\none two three\na b c\na b c\nother\n");
    assertThat(Run.of("groups", in, "--output-format", "csv", "-q").require(0).lines())
        .containsExactly(
            "group,size,id,kept,distance",
            "1,3," + in + ":2,true,0",
            "1,3," + in + ":4,false,0",
            "1,3," + in + ":5,false,0",
            "2,2," + in + ":1,true,0",
            "2,2," + in + ":3,false,0");
  }

  @Test
  void fingerprintsAreThoseOfTheProfileInOrder() throws IOException {
    Path in = write("in.jsonl", RECORDS.json());
    List<String> expected =
        fingerprints(Profiles.PAPER_V1).stream().map(Fingerprint::toString).toList();
    Run run =
        Run.of("fingerprint", in, "--profile", "paper-v1", "--output-format", "csv", "--threads", 4)
            .require(0);
    assertThat(run.lines().stream().skip(1).map(line -> line.split(",")[1])).isEqualTo(expected);
  }

  @Test
  void fingerprintReadsAPipe() {
    Run run =
        Run.with(
            "{\"text\": \"the cat sat on the mat\"}\n".getBytes(StandardCharsets.UTF_8),
            "fingerprint",
            "-");
    assertThat(run.require(0).out())
        .startsWith("{\"id\": \"stdin:1\", \"fingerprint\": \"0234728a9479")
        .endsWith("\"features\": 10}\n");
  }

  @Test
  void compareShowsDistance() throws IOException {
    Path a = write("a.txt", "the cat sat on the mat");
    Path b = write("b.txt", "the cat sat on a mat");
    assertThat(Run.of("compare", a, b).require(0).out())
        .contains(
            "\"distance\": 46, \"similarity\": 0.8203125, \"featureSimilarity\":"
                + " 0.5932981602959837",
            "\"verified\": true, \"minSimilarity\": 0.54, \"maxDistance\": 54, \"nearDuplicate\":"
                + " true, \"lowConfidence\": true");
    assertThat(Run.of("compare", a, b, "--max-distance", 45).out())
        .contains("\"nearDuplicate\": false");
    assertThat(Run.of("compare", a, folder.resolve("c")).require(1).err())
        .contains("c: does not exist");
  }
}
