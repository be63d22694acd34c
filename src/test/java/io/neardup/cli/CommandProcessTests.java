package io.neardup.cli;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.NeardupApplication;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Commands in processes of their own, as the jar runs them.
class CommandProcessTests extends FilesTest {

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
    Path out = write("out.jsonl", "before");
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
