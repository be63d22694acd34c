package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.NeardupApplication;
import io.neardup.Seeds;
import io.neardup.memory.MemoryWatch;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands in a shell: its standard streams by all names that they have, its locale, its memory.
class StandardStreamsTests extends FilesTest {

  private static final String CLEAN = "one two three\nfour\n";

  @BeforeEach
  void writeInput() throws IOException {
    write("in.txt", "one two three\none two three\nfour\n");
  }

  /// Runs a line of a shell, in which `neardup` is the command line.
  private Run shell(String line) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", "-c"));
    command.add("neardup() { \"${program[@]}\" \"$@\"; }; program=(\"$@\"); " + line);
    command.add("bash");
    command.addAll(ChildProcess.builder(NeardupApplication.class).command());
    Path out = folder.resolve("shell.out");
    Path err = folder.resolve("shell.err");
    int exit =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Run(
        exit,
        Files.readString(out, StandardCharsets.ISO_8859_1),
        Files.readString(err, StandardCharsets.ISO_8859_1));
  }

  static Stream<String> commands() {
    return Seeds.some(
        Stream.of(
            "dedupe in.txt -q -o -",
            "dedupe in.txt -q -o /dev/stdout",
            "dedupe in.txt -q --dry-run --dropped -",
            "dedupe in.txt -q --dry-run --report /dev/stdout",
            "pairs in.txt -q",
            "groups in.txt -q",
            "passages in.txt -q --output-format csv",
            "fingerprint in.txt -q",
            "compare in.txt in.txt -q",
            "--version",
            "--help",
            "dedupe --help"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aFullDiskIsAnError(String command) throws Exception {
    assertThat(shell("neardup " + command + " > /dev/full").require(1).err())
        .isEqualTo("neardup: standard output: No space left on device\n");
  }

  @Test
  void aReaderThatLeavesIsNoError() throws Exception {
    Run run = shell("neardup fingerprint in.txt -q | true; echo ${PIPESTATUS[0]}").require(0);
    assertThat(run.out()).isEqualTo("0\n");
    assertThat(run.err()).isEmpty();
  }

  static Stream<String> namesOfTheStandardOutput() {
    return Seeds.some(Stream.of("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"));
  }

  @ParameterizedTest
  @MethodSource("namesOfTheStandardOutput")
  void theStandardOutputIsAppended(String name) throws Exception {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/stdout"));
    String dedupe = "neardup dedupe in.txt -q -o " + name;
    assertThat(shell("echo first > a; " + dedupe + " --force >> a; cat a").require(0).out())
        .isEqualTo("first\n" + CLEAN);
  }

  @Test
  void theStandardOutputIsAPipeOrAFileOfSeveralCommands() throws Exception {
    String dedupe = "neardup dedupe in.txt -q -o /dev/stdout";
    assertThat(shell(dedupe + " | cat").require(0).out()).isEqualTo(CLEAN);
    assertThat(shell("(echo x; " + dedupe + "; echo y) > c; cat c").require(0).out())
        .isEqualTo("x\n" + CLEAN + "y\n");
  }

  @Test
  void otherOpenFilesAreAppended() throws Exception {
    assertThat(
            shell("(echo x >&3; neardup dedupe in.txt -q -o /dev/fd/3; echo y >&3) 3>> a; cat a")
                .require(0)
                .out())
        .isEqualTo("x\n" + CLEAN + "y\n");
    assertThat(shell("mkfifo p; cat p & neardup dedupe in.txt -q -o p; wait").require(0).out())
        .isEqualTo(CLEAN);
    assertThat(shell("neardup dedupe in.txt -o /dev/stderr").require(0).err())
        .contains(CLEAN + "3 records in 1 group"); // the summary as well
  }

  /// Who reads a pipe must not take it for complete.
  @Test
  void onlyARunThatSucceedsEndsAnArrayOrACompressedPipe() throws Exception {
    write("in.jsonl", "{\"text\": \"one two\"}\n{\"text\": \"one two\"}\n");
    String run =
        "mkfifo %1$s; cat %1$s > got & neardup dedupe in.jsonl -q -o %1$s%2$s; wait; %3$s got";
    assertThat(shell(run.formatted("a.json", "", "cat")).require(0).out())
        .isEqualTo("[\n{\"text\": \"one two\"}\n]\n");
    String fails = " --dropped /dev/full";
    assertThat(shell(run.formatted("b.json", fails, "cat")).require(0).out())
        .isEqualTo("[\n{\"text\": \"one two\"}");
    shell(run.formatted("c.jsonl.gz", "", "gzip -t <")).require(0);
    assertThat(shell(run.formatted("d.jsonl.gz", fails, "gzip -t <")).require(1).err())
        .contains("neardup: /dev/full: No space left on device\n", "unexpected end of file");
  }

  static Stream<String> reads() {
    return Seeds.some(
        Stream.of(
            "cat in.txt | neardup dedupe /dev/stdin",
            "neardup dedupe /dev/stdin < in.txt",
            "neardup dedupe /dev/fd/0 < in.txt",
            "cat in.txt | neardup dedupe /proc/self/fd/0",
            "neardup dedupe <(cat in.txt)",
            "neardup dedupe /dev/fd/3 3< in.txt",
            "neardup dedupe - <<< \"$(cat in.txt)\"",
            "mkfifo pipe; cat in.txt > pipe & neardup dedupe pipe"));
  }

  @ParameterizedTest
  @MethodSource("reads")
  void openFilesAndPipesAreRead(String line) throws Exception {
    String command = line.replaceFirst("dedupe", "dedupe -q -o - --input-format lines");
    assertThat(shell(command).require(0).out()).isEqualTo(CLEAN);
  }

  @Test
  void oneStreamIsNamedOnce() throws Exception {
    assertThat(shell("neardup dedupe in.txt -o - --dropped /dev/stdout").require(1).err())
        .isEqualTo("neardup: /dev/stdout: is the name of two outputs\n");
    assertThat(
            shell("neardup dedupe - /dev/stdin --input-format lines -o - < in.txt")
                .require(1)
                .err())
        .isEqualTo("neardup: /dev/stdin: is named twice\n");
    assertThat(shell("neardup dedupe in.txt -o /dev/stdout >> in.txt").require(1).err())
        .isEqualTo("neardup: /dev/stdout: is an input as well; name another output\n");
  }

  @Test
  void argumentsThatTheLocaleCannotRepresentAreRefused() throws Exception {
    for (String arguments :
        List.of("groups $'caf\\xc3\\xa9.txt' -q", "pairs in.txt --text $'k\\xc3\\xb6rper'")) {
      assertThat(shell("LC_ALL=C neardup " + arguments).require(2).err())
          .startsWith("neardup: the argument '")
          .endsWith(
              "' has characters that the locale cannot represent (ANSI_X3.4-1968); set"
                  + " LC_ALL=C.UTF-8\n");
    }
  }

  /// Relative paths would be those of another folder.
  @ParameterizedTest
  @ValueSource(strings = {"groups ../in.txt", "groups '*.txt'", "groups - --work w < ../in.txt"})
  void aWorkingFolderThatTheLocaleCannotRepresentIsRefused(String arguments) throws Exception {
    String inFolder = "mkdir -p $'caf\\xc3\\xa9'; cd $'caf\\xc3\\xa9'; export LC_ALL=C; neardup ";
    assertThat(shell(inFolder + arguments).require(2).err())
        .startsWith("neardup: the working folder '" + folder)
        .endsWith(
            "' has characters that the locale cannot represent (ANSI_X3.4-1968); set"
                + " LC_ALL=C.UTF-8\n");
  }

  @Test
  void patternsReadFilesWhoseNamesTheLocaleCannotRepresent() throws Exception {
    Run run =
        shell(
            "cp in.txt $'caf\\xc3\\xa9.txt'; export LC_ALL=C; neardup fingerprint '*.txt' | wc -l");
    assertThat(run.require(0).out().strip()).isEqualTo("6");
    assertThat(run.err())
        .contains(".txt: has a name that the locale cannot represent; set LC_ALL=C.UTF-8\n");
  }

  @Test
  void aProcessWithoutMemoryEndsAndSaysSo() throws Exception {
    try (BufferedWriter lines = Files.newBufferedWriter(folder.resolve("large.txt"))) {
      for (int i = 0; i < 600_000; i++) {
        lines.write("a" + i + " b" + i * 7 + " c" + i * 13 + "\n");
      }
    }
    Run run =
        shell("exec \"${program[@]/-Xmx256m/-Xmx24m}\" groups large.txt -q --threads 2 -o out.csv");
    assertThat(run.require(MemoryWatch.EXIT_OF_COMMAND).err())
        .startsWith("neardup: out of memory: ")
        .contains("MB; raise it, for example with java -Xmx");
    assertThat(folder.resolve("out.csv")).doesNotExist();
    assertThat(Run.unfinished(folder)).isEmpty();
  }
}
