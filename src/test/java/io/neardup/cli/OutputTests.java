package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which files commands write and replace.
class OutputTests extends FilesTest {

  private static final String TEXTS = "one two three\none two three\nfour\n";

  private Path in = Path.of("");

  @BeforeEach
  void writeInput() throws IOException {
    in = write("in.txt", TEXTS);
  }

  private Object[] arguments(String line, Path out) {
    String[] words = line.replace("IN", in.toString()).replace("OUT", out.toString()).split(" ");
    return words;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dedupe IN -o OUT | out.txt",
        "dedupe IN --dry-run --dropped OUT | out.csv",
        "dedupe IN --dry-run --report OUT | out.json",
        "groups IN -o OUT | out.csv",
        "groups IN --report OUT | out.html",
        "pairs IN -o OUT | out.csv",
        "fingerprint IN -o OUT | out.csv",
        "evaluate IN -o OUT | out.json"
      })
  void existingOutputIsReplacedOnlyWithForce(String command, String name) throws IOException {
    in = write("in.txt", Records.some(50, 1).lines());
    Path out = Files.writeString(folder.resolve(name.strip()), "before");
    Object[] arguments = arguments(command.strip(), out);
    assertThat(Run.of(arguments).require(1).err())
        .isEqualTo("neardup: " + out + ": exists already; --force replaces it\n");
    assertThat(out).hasContent("before");
    Run.of(arguments(command.strip() + " --force", out)).require(0);
    assertThat(out).content().isNotEqualTo("before").isNotEmpty();
    assertThat(Run.unfinished(folder)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dedupe IN -o /dev/full",
        "dedupe IN --dry-run --dropped /dev/full",
        "dedupe IN --dry-run --report /dev/full",
        "pairs IN -o /dev/full",
        "groups IN -o /dev/full",
        "passages IN -o /dev/full --output-format csv"
      })
  void aFailureToWriteHasNoSummary(String command) {
    assertThat(Run.of(arguments(command, folder)).require(1).err())
        .endsWith("neardup: /dev/full: No space left on device\n")
        .doesNotContainPattern("\\d (records in|pairs of|groups of|passages of)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "spelling", "link", "hard link", "folder"})
  void inputIsNeverReplaced(String how) throws IOException {
    Path out =
        switch (how) {
          case "spelling" -> folder.resolve("../" + folder.getFileName() + "/./in.txt");
          case "link" -> Files.createSymbolicLink(folder.resolve("link.txt"), in);
          case "hard link" -> Files.createLink(folder.resolve("link.txt"), in);
          case "folder" ->
              Files.createSymbolicLink(folder.resolve("other"), folder).resolve("in.txt");
          default -> in;
        };
    for (String command :
        new String[] {
          "dedupe IN -o OUT --force",
          "dedupe IN -o OUT",
          "dedupe IN --dry-run --dropped OUT --force",
          "fingerprint IN -o OUT --force"
        }) {
      assertThat(Run.of(arguments(command, out)).require(1).err())
          .isEqualTo("neardup: " + out + ": is an input as well; name another output\n");
    }
    assertThat(in).hasContent(TEXTS);
    assertThat(Run.unfinished(folder)).isEmpty();
  }

  /// Files that are read besides the records are inputs as well.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "evaluate IN --pairs --documents OUT -o OUT --force",
        "evaluate IN --profiles OUT -o OUT --force",
        "dedupe IN --profiles OUT --dry-run --report OUT --force",
        "fingerprint IN --profiles OUT -o OUT --force",
      })
  void otherInputsAreNeverReplaced(String command) throws IOException {
    String profiles = "{\"own-v1\": {\"bits\": 64}}";
    Path out = write("other.json", profiles);
    assertThat(Run.of(arguments(command, out)).require(1).err())
        .isEqualTo("neardup: " + out + ": is an input as well; name another output\n");
    assertThat(out).hasContent(profiles);
  }

  @Test
  void inputOfAPatternIsNeverReplaced() {
    assertThat(Run.of("dedupe", folder + "/*.txt", "-o", in, "--force").require(1).err())
        .contains("is an input as well");
  }

  @Test
  void outputsAreCheckedBeforeAnythingIsRead() throws IOException {
    Path out = write("dropped.csv", "before");
    assertThat(
            Run.with(
                    "not read".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    "dedupe",
                    "-",
                    folder.resolve("none.txt"),
                    "--dry-run",
                    "--dropped",
                    out)
                .require(1)
                .err())
        .contains("dropped.csv: exists already");
    Path json = write("in.jsonl", "{\"text\":\"one\"}\n");
    assertThat(Run.of("dedupe", json, "-o", folder.resolve("x.txt")).require(1).err())
        .contains("jsonl is not converted to plain lines");
    assertThat(Run.of("groups", in, "--report", folder.resolve("x.txt")).require(1).err())
        .isEqualTo("neardup: " + folder.resolve("x.txt") + ": a report is .html or .json\n");
  }

  @Test
  void folderOfAnOutputMustExist() {
    Path out = folder.resolve("none/out.jsonl");
    assertThat(Run.of("dedupe", in, "-o", out).require(1).err())
        .contains(out + ": its folder does not exist; create it first");
    assertThat(Run.of("dedupe", in, "-o", out, "--shard-rows", 1).require(1).err())
        .contains("out-00000.jsonl: its folder does not exist; create it first");
  }

  @Test
  void aLinkIsKept() throws IOException {
    Path there = folder.resolve("there.txt");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), there);
    assertThat(Run.of("dedupe", in, "-o", link).require(1).err())
        .contains("link.txt: is a link to a file that does not exist");
    Files.createFile(there);
    Run.of("dedupe", in, "-o", link, "--force").require(0);
    assertThat(link).isSymbolicLink();
    assertThat(there).hasContent("one two three\nfour\n");
  }

  @Test
  void headersAreComparedBeforeAnythingIsWritten() throws IOException {
    Path one = write("one.csv", "id,text\n1,one two three\n");
    Path other = write("other.csv", "id,body\n2,four five six\n");
    Run run = Run.of("dedupe", one, other, "-o", "-").require(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "neardup: "
                + other
                + ":1: its header differs from the header of the first file; both must be the"
                + " same\n");
  }

  @Test
  void twoOutputsNeedTwoFiles() {
    Path out = folder.resolve("out.txt");
    Path same = folder.resolve(".").resolve("out.txt");
    assertThat(Run.of("dedupe", in, "-o", out, "--dropped", same).require(1).err())
        .contains("is the name of two outputs");
    assertThat(Run.of("dedupe", in, "-o", "-", "--dropped", "-").require(1).err())
        .contains("is the name of two outputs");
    assertThat(out).doesNotExist();
  }

  @Test
  void quietCommandsPrintOnlyErrors() throws IOException {
    Path records = write("in.jsonl", Records.some(50, 1).json());
    for (String command :
        new String[] {
          "dedupe IN -q -o OUT",
          "dedupe IN -q --dry-run",
          "groups IN -q",
          "pairs IN -q",
          "fingerprint IN -q",
          "evaluate IN -q",
          "compare IN IN -q"
        }) {
      in = records;
      assertThat(Run.of(arguments(command, folder.resolve("out.jsonl"))).require(0).err())
          .as(command)
          .isEmpty();
    }
  }
}
