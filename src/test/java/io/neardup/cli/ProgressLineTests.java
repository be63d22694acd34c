package io.neardup.cli;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTests {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Messages messages(boolean terminal, boolean quiet, boolean json) {
    PrintStream out = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console =
        new Console(new ByteArrayInputStream(new byte[0]), new StandardOutput(out), out, terminal);
    return new Messages(console, quiet, json);
  }

  private String printed() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void terminalShowsABar() {
    try (ProgressLine _ = new ProgressLine(messages(true, false, false), "reading", () -> 0.5)) {
      await().until(() -> printed().contains("50%"));
    }
    assertThat(printed()).contains("reading", "[====").contains("500/1000").contains("\r");
  }

  @Test
  void nothingIsPrintedIfItIsQuiet() {
    try (ProgressLine _ = new ProgressLine(messages(true, true, false), "reading", () -> 0.5)) {
      assertThat(printed()).isEmpty();
    }
    assertThat(printed()).isEmpty();
  }

  @Test
  void otherOutputsHaveLines() {
    try (ProgressLine _ = new ProgressLine(messages(false, false, false), "reading", () -> 0.5)) {
      await().until(() -> printed().contains("\n"));
    }
    assertThat(printed()).startsWith("reading: 50 %, ").contains("left").doesNotContain("\r");
  }

  @Test
  void timeLeftIsShownOnceItIsKnown() {
    Messages lines = messages(false, false, false);
    lines.progress("reading", -1, 5);
    lines.progress("reading", 1e-8, 5);
    lines.progress("reading", 0.01, 5);
    assertThat(printed().lines())
        .containsExactly(
            "reading: 5 s", "reading: 0 %, 5 s", "reading: 1 %, 5 s, about 495 s left");
  }

  @Test
  void pipelinesHaveAnObjectALineAlsoOnATerminal() {
    Messages messages = messages(true, false, true);
    try (ProgressLine _ = new ProgressLine(messages, "reading", () -> 0.5)) {
      await().until(() -> printed().contains("\n"));
    }
    messages.note("said \"so\"");
    messages.warning("odd");
    assertThat(printed().lines().findFirst().orElseThrow())
        .startsWith("{\"event\":\"progress\",\"step\":\"reading\",\"share\":0.5,\"seconds\":")
        .contains("\"secondsLeft\":")
        .endsWith("}");
    assertThat(printed()).contains("\"message\":\"said \\\"so\\\"\"", "\"event\":\"warning\"");
  }
}
