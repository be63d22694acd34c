package io.neardup.cli;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.NeardupApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Joins in files give the bytes of joins in memory, also if they were ended in the middle.
class StoredFilesTests extends FilesTest {

  private Path in;
  private Path work;

  @BeforeEach
  void records() throws IOException {
    in = folder.resolve("in.jsonl");
    work = folder.resolve("work");
    Files.writeString(in, lines(5_000));
  }

  /// Random texts with copies and edits, a family of edits of one page, texts without words, and
  /// lines that cannot be read.
  private static String lines(int count) {
    StringBuilder lines = new StringBuilder(Records.some(count, 5).json());
    SplittableRandom random = new SplittableRandom(6);
    String[] page = Records.some(1, 7).texts().getFirst().split(" ");
    for (int i = 0; i < 1_500; i++) {
      String[] edited = page.clone();
      edited[random.nextInt(page.length)] = "e" + random.nextInt(1_000_000);
      lines.append("{\"id\": \"é").append(i).append("\", \"text\": \"");
      lines.append(String.join(" ", edited)).append("\"}\n");
      if (i % 100 == 0) {
        lines.append("{\"id\": \"empty\", \"text\": \"...\"}\n{\"text\": bad}\n");
      }
    }
    return lines.toString();
  }

  private Object[] command(String options, Path out, String... more) {
    List<Object> arguments = new ArrayList<>(List.of(options.split(" ")));
    arguments.add(1, in);
    arguments.addAll(List.of("-o", out, "--on-error", "skip", "--force"));
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  private Object[] stored(String options, Path out, String... more) {
    List<Object> arguments = new ArrayList<>(List.of(command(options, out, more)));
    arguments.addAll(List.of("--work", work, "--memory", "200k"));
    return arguments.toArray();
  }

  private Path inMemory(String options) {
    Path out = folder.resolve("memory");
    Run.of(command(options, out)).require(3);
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pairs",
        "groups",
        "groups --survivor longest --by components",
        "dedupe",
        "dedupe --survivor first --min-similarity 0.7",
        "dedupe --profile simhash-512-v1"
      })
  void bytesAreThoseOfAJoinInMemory(String options) {
    Path out = folder.resolve("stored");
    Run run = Run.of(stored(options, out, "--threads", "2")).require(3);
    assertThat(run.err()).contains("joining in files: about ", " are free", "bands");
    assertThat(out).hasSameBinaryContentAs(inMemory(options));
    assertThat(work).doesNotExist();
  }

  @Test
  void listsAndReportsAreThose() throws IOException {
    List<Path> files = new ArrayList<>();
    for (boolean isStored : List.of(false, true)) {
      Path dropped = folder.resolve("dropped-" + isStored + ".csv");
      Path report = folder.resolve("report-" + isStored + ".json");
      Path out = folder.resolve("out-" + isStored);
      String[] more = {"--dropped", dropped.toString(), "--report", report.toString()};
      Run.of(isStored ? stored("dedupe", out, more) : command("dedupe", out, more)).require(3);
      Files.writeString(
          report,
          Files.readString(report)
              .replaceFirst("\"seconds\" : .*", "")
              .replaceFirst("(?s)\"steps\" : .*?\\],", ""));
      files.addAll(List.of(dropped, report, out));
    }
    for (int i = 0; i < 3; i++) {
      assertThat(files.get(i + 3)).hasSameBinaryContentAs(files.get(i));
    }
  }

  @Test
  void fewRecordsAreComparedByBitsInEitherWay() throws IOException {
    Files.writeString(in, lines(600));
    Path out = folder.resolve("stored");
    Run run = Run.of(stored("pairs", out)).require(3);
    assertThat(run.err()).contains(" bits ").doesNotContain("(bands");
    assertThat(out).hasSameBinaryContentAs(inMemory("pairs"));
  }

  /// The disk is full at every stage: each run may write a little more than what is there.
  @Test
  void aFullDiskEndsTheRunAndItIsContinued() throws IOException {
    Path expected = inMemory("dedupe");
    Path out = folder.resolve("stored");
    Set<String> stages = new LinkedHashSet<>();
    long more = 500;
    Run run = Run.of(stored("dedupe", out, "--max-work", "1670000"));
    while (run.exit() == 1) {
      assertThat(run.err())
          .containsPattern("warning: --max-work \\d+ may not suffice; raise it to \\d+m to be sure")
          .contains(work + ": needs more than the ")
          .containsPattern(
              "[12]\\.\\d MB of --max-work, and up to about \\d+\\.\\d MB in all; raise it to"
                  + " \\d+m, and continue by --resume");
      assertThat(out).doesNotExist();
      assertThat(Run.unfinished(folder)).isEmpty();
      String stage =
          Files.readAllLines(work.resolve("manifest")).stream()
              .filter(line -> line.startsWith("fact."))
              .sorted()
              .collect(Collectors.joining(" "));
      more = stages.add(stage) ? 500 : 4 * more;
      long there = 0;
      try (Stream<Path> files = Files.list(work)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".run")).toList()) {
          there += Files.size(file);
        }
      }
      run = Run.of(stored("dedupe", out, "--resume", "--max-work", "" + (there + more)));
    }
    run.require(3);
    assertThat(stages).hasSizeGreaterThan(3);
    assertThat(out).hasSameBinaryContentAs(expected);
    assertThat(work).doesNotExist();
  }

  /// The texts of candidates are written to files, most of them.
  @Test
  void theSpaceThatIsAnnouncedSuffices() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    StringBuilder lines = new StringBuilder();
    String[] page = new String[200];
    for (int i = 0; i < 6_000; i++) {
      if (i % 8 == 0) {
        Arrays.setAll(page, _ -> "w" + random.nextInt(1_000_000));
      }
      String[] edited = page.clone();
      for (int word = 0; word < 15; word++) {
        edited[random.nextInt(page.length)] = "e" + random.nextInt(1_000_000);
      }
      lines.append("{\"text\": \"").append(String.join(" ", edited)).append("\"}\n");
    }
    Files.writeString(in, lines);
    Path out = folder.resolve("stored");
    Run run = Run.of(stored("dedupe", out, "--max-work", "2m"));
    assertThat(run.require(1).err()).contains("warning: --max-work 2m may not suffice");
    String announced = run.err().replaceAll("(?s).*raise it to (\\d+m) to be sure.*", "$1");
    Run again = Run.of(stored("dedupe", out, "--resume", "--max-work", announced)).require(0);
    assertThat(again.err()).doesNotContain("warning");
    assertThat(Integer.parseInt(announced.replace("m", ""))).isBetween(12, 24);
  }

  /// A process is killed in each kind of stage, and the run is continued.
  @Test
  void aKilledRunIsContinued() throws Exception {
    Path expected = inMemory("pairs");
    Path out = folder.resolve("stored");
    for (String fact :
        List.of("request.", "fact.records", "fact.rows", "fact.bands", "fact.rounds")) {
      Process process =
          ChildProcess.builder(
                  NeardupApplication.class,
                  Stream.of(stored("pairs", out, "--resume"))
                      .map(String::valueOf)
                      .toArray(String[]::new))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      Path manifest = work.resolve("manifest");
      await()
          .until(() ->
              Files.exists(manifest) && Files.readString(manifest).contains(fact)
                  || !process.isAlive());
      assertThat(process.isAlive()).as(Files.readString(folder.resolve("log"))).isTrue();
      process.destroyForcibly().waitFor();
      assertThat(out).doesNotExist();
    }
    Run run = Run.of(stored("pairs", out, "--resume")).require(3);
    assertThat(run.err()).doesNotContain("skipped in.jsonl"); // files are not read again
    assertThat(out).hasSameBinaryContentAs(expected);
  }

  private void endInTheMiddle() {
    Run.of(stored("pairs", folder.resolve("out"), "--max-work", "1755000")).require(1);
  }

  /// Candidates that were compared at once are not compared again in parts.
  @Test
  void aRunIsContinuedWithLessMemory() {
    Path out = folder.resolve("stored");
    Object[] large = command("pairs", out, "--work", work.toString(), "--memory", "1g");
    List<Object> few = new ArrayList<>(List.of(large));
    few.addAll(List.of("--max-pairs", "10"));
    assertThat(Run.of(few.toArray()).require(1).err()).contains("more than 10 pairs");
    Run.of(stored("pairs", out, "--resume")).require(3);
    assertThat(out).hasSameBinaryContentAs(inMemory("pairs"));
  }

  @Test
  void otherInputAndOptionsAreRefusedByName() throws IOException {
    endInTheMiddle();
    Path out = folder.resolve("out");
    assertThat(Run.of(stored("pairs", out)).require(1).err())
        .contains(work + ": has a run that was not completed; --resume continues it");
    assertThat(
            Run.of(stored("pairs --min-similarity 0.7 --text text", out, "--resume"))
                .require(1)
                .err())
        .contains("has a run with other input or options (--min-similarity, --text)");
    assertThat(Run.of(stored("pairs --recall 0.9", out, "--resume")).require(1).err())
        .contains("has a run with other input or options (--recall)");
    assertThat(Run.of(stored("pairs --plan bands:3x60", out, "--resume")).require(1).err())
        .contains("has a run with other input or options (--plan)");
    assertThat(Run.of(stored("dedupe", out, "--resume")).require(1).err())
        .contains("other input or options (outputs with ids)");
    Files.writeString(in, lines(5_001));
    assertThat(Run.of(stored("pairs", out, "--resume")).require(1).err())
        .contains("other input or options (input 1, " + in + ")");
    assertThat(out).doesNotExist();
  }

  @Test
  void aDamagedFileIsRefused() throws IOException {
    endInTheMiddle();
    Path rows = work.resolve("rows.run");
    byte[] bytes = Files.readAllBytes(rows);
    bytes[bytes.length / 2]++;
    Files.write(rows, bytes);
    assertThat(Run.of(stored("pairs", folder.resolve("out"), "--resume")).require(1).err())
        .contains("file rows is damaged; delete the folder");
    Files.delete(rows);
    assertThat(Run.of(stored("pairs", folder.resolve("out"), "--resume")).require(1).err())
        .contains("file rows is damaged");
  }

  @Test
  void filesOfOthersAreLeftAlone() throws IOException {
    Files.createDirectories(work);
    Path other = Files.writeString(work.resolve("letter.txt"), "dear");
    assertThat(Run.of(stored("pairs", folder.resolve("out"), "--resume")).require(1).err())
        .contains("is not empty; name another folder");
    Files.delete(other);
    endInTheMiddle();
    Files.writeString(other, "dear");
    Run.of(stored("pairs", folder.resolve("out"), "--resume")).require(3);
    assertThat(work).isDirectoryContaining(file -> file.equals(other));
    assertThat(other).hasContent("dear");
  }

  /// Without --work, in a temporary folder that is deleted.
  @Test
  void whatIsLargerThanMemoryIsJoinedInFiles() throws IOException {
    Path out = folder.resolve("stored");
    Run run = Run.of(command("pairs", out, "--memory", "1m")).require(3);
    assertThat(run.err()).contains("joining in files: about ", "neardup-work-");
    String place = run.err().replaceAll("(?s).*needed in ([^,]*),.*", "$1");
    assertThat(Path.of(place)).doesNotExist();
    assertThat(out).hasSameBinaryContentAs(inMemory("pairs"));
    assertThat(Run.of(command("pairs", out, "--memory", "1g")).require(3).err())
        .doesNotContain("joining in files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pairs --resume",
        "pairs --max-work 5g",
        "pairs --work w --plan bits",
        "pairs --work w --recall 1",
        "dedupe --work w --passages strip",
        "pairs --memory 4x"
      })
  void optionsThatDoNotGoTogetherAreRefused(String options) {
    Run.of(command(options, folder.resolve("out"))).require(2);
    assertThat(folder.resolve("w")).doesNotExist();
  }

  @Test
  void tooLittleMemoryIsRefusedAndTheLeastIsNamed() {
    assertThat(Run.of(command("pairs --memory 99k", folder.resolve("out"))).require(2).err())
        .contains("--memory must be 100k or more, such as 500m or 4g, was '99k'");
  }

  @Test
  void standardInputCannotBeContinued() throws IOException {
    Path out = folder.resolve("out");
    Object[] resumed = stored("pairs --input-format jsonl", out, "--resume");
    resumed[1] = "-";
    assertThat(Run.of(resumed).require(2).err())
        .contains("--resume needs files: what comes through a pipe may not be what it");
    assertThat(work).doesNotExist();
  }

  /// The numbers of records depend on the order of the files.
  @Test
  void filesInAnotherOrderAreOtherInput() throws IOException {
    Path second = write("second.jsonl", lines(10));
    Path out = folder.resolve("out");
    Object[] begun = stored("pairs " + second, out, "--max-work", "1755000");
    Run.of(begun).require(1);
    Object[] other = stored("pairs", out, "--resume");
    List<Object> arguments = new ArrayList<>(List.of(other));
    arguments.add(1, second);
    assertThat(Run.of(arguments.toArray()).require(1).err())
        .contains("other input or options (input 1, ", "input 2, ");
    assertThat(out).doesNotExist();
  }

  /// Which records have no text is known from the run that read them.
  @Test
  void recordsWithoutATextAreCountedByALaterRun() throws IOException {
    Files.write(
        in,
        lines(5_000).lines().filter(line -> line.startsWith("{") && line.endsWith("}")).toList());
    Files.writeString(in, "{\"id\": \"none\", \"text\": null}\n", StandardOpenOption.APPEND);
    Path out = folder.resolve("out");
    String dropping = "dedupe --null drop";
    Run.of(stored(dropping, out, "--max-work", "1900000")).require(1);
    assertThat(Run.of(stored("dedupe --null keep", out, "--resume")).require(1).err())
        .contains("other input or options (--null)");
    Run run = Run.of(stored(dropping, out, "--resume"));
    assertThat(run.err()).contains("1 record has no text and was dropped");
    assertThat(run.exit()).isEqualTo(Run.of(command(dropping, folder.resolve("memory"))).exit());
    assertThat(out).hasSameBinaryContentAs(folder.resolve("memory"));
  }
}
