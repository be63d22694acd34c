package io.neardup.cli;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.NeardupApplication;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commands in processes of their own, as the jar runs them.
class CommandProcessTests {

  @TempDir private Path folder;

  private static String error(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void mainClassRunsCommands() throws Exception {
    Process process =
        ChildProcess.builder(
                NeardupApplication.class, "dedupe", "-", "-o", "-", "--input-format", "lines")
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write("one two three\none two three\nfour\n".getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(out).isEqualTo("one two three\nfour\n");
    assertThat(error(process)).contains("2 kept, 1 dropped").doesNotContain("DEBUG", "Spring");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void mainClassReturnsTheExitCode() throws Exception {
    Process process =
        ChildProcess.builder(NeardupApplication.class, "pairs", folder.resolve("none").toString())
            .start();
    assertThat(error(process)).contains("none: does not exist");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  /// The directory has fingerprints of another profile, of which the collection also warns in the
  /// log.
  @ParameterizedTest
  @CsvSource({"-o, true", "-qo, false"})
  void quietCommandsLogNoWarnings(String options, boolean warns) throws Exception {
    Path in =
        Files.writeString(folder.resolve("in.jsonl"), "{\"id\":\"a\",\"text\":\"one two\"}\n");
    Path index = folder.resolve("index");
    Run.of("dedupe", in, "-o", folder.resolve("first.jsonl"), "--index", index).require(0);
    List<String> arguments = new ArrayList<>(List.of("dedupe", in.toString()));
    arguments.addAll(List.of(options.split(" ")));
    arguments.addAll(List.of(folder.resolve("out.jsonl").toString(), "--index", index.toString()));
    arguments.addAll(List.of("--profile", "paper-v1"));
    Process process =
        ChildProcess.builder(NeardupApplication.class, arguments.toArray(String[]::new)).start();
    String error = error(process);
    assertThat(error).contains("neardup: " + index + ": has fingerprints of profile");
    assertThat(error.contains("WARN: The collection 'default'")).as(error).isEqualTo(warns);
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void endedRunLeavesNoOutput() throws Exception {
    Path out = folder.resolve("out.jsonl");
    Process process = beginning(out);
    process.destroy();
    process.waitFor();
    assertThat(out).doesNotExist();
    assertThat(Run.unfinished(folder)).isEmpty();
  }

  @Test
  void killedRunLeavesNoOutputUnderItsName() throws Exception {
    Path out = Files.writeString(folder.resolve("out.jsonl"), "before");
    beginning(out).destroyForcibly().waitFor();
    assertThat(out).hasContent("before");
  }

  /// A command that has begun its output, and waits for more input.
  private Process beginning(Path out) throws IOException {
    Process process =
        ChildProcess.builder(
                NeardupApplication.class,
                "fingerprint",
                "-",
                "-o",
                out.toString(),
                "--force",
                "--input-format",
                "lines")
            .start();
    process
        .getOutputStream()
        .write("one two three\n".repeat(100_000).getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    await().until(() -> !Run.unfinished(folder).isEmpty());
    return process;
  }
}
