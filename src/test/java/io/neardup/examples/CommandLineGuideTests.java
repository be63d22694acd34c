package io.neardup.examples;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.neardup.ChildProcess;
import io.neardup.NeardupApplication;
import io.neardup.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The commands of docs/command-line.md, and those of neardup in docs/recipes.md, print what is
/// shown there. A fenced `sh` block is a command; the blocks `out` and `err` that follow are what
/// it prints, where three dots stand for anything.
class CommandLineGuideTests {

  private static final Path GUIDE = Path.of("docs/command-line.md");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");

  @TempDir private static Path folder;

  private record Shown(String command, List<String> out, List<String> err) {}

  private static List<Shown> commands() throws IOException {
    return commands(GUIDE);
  }

  private static List<Shown> commands(Path guide) throws IOException {
    List<Shown> commands = new ArrayList<>();
    Matcher block = FENCED.matcher(Files.readString(guide));
    while (block.find()) {
      switch (block.group(1)) {
        case "sh" -> commands.add(new Shown(block.group(2), new ArrayList<>(), new ArrayList<>()));
        case "out" -> commands.getLast().out.add(block.group(2));
        case "err" -> commands.getLast().err.add(block.group(2));
        case "json" -> assertThat(commands.getLast().command).startsWith("curl");
        default -> throw new AssertionError(block.group());
      }
    }
    return commands;
  }

  @TestFactory
  Stream<DynamicTest> commandsPrintWhatIsShown() throws IOException {
    try (Stream<Path> samples = Files.list(Path.of("docs/samples"))) {
      for (Path sample : samples.toList()) {
        Files.copy(sample, folder.resolve(sample.getFileName()));
      }
    }
    Stream<Shown> recipes =
        commands(Path.of("docs/recipes.md")).stream()
            .filter(shown -> shown.command.startsWith("neardup"));
    return Stream.concat(commands().stream(), recipes)
        .map(shown -> dynamicTest(shown.command, () -> verify(shown)));
  }

  private static void verify(Shown shown) throws Exception {
    Path out = folder.resolve("shown.out");
    Path err = folder.resolve("shown.err");
    String neardup =
        ChildProcess.builder(NeardupApplication.class).command().stream()
            .collect(Collectors.joining("' '", "neardup() { '", "' \"$@\"; }\n"));
    ProcessBuilder bash =
        Shell.bash("set -e -o pipefail\n" + neardup + shown.command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Process process = bash.start();
    assertThat(process.waitFor(PATIENCE)).isTrue();
    assertThat(process.exitValue()).as("%s", Files.readString(err)).isZero();
    for (String expected : shown.out) {
      assertThat(Files.readString(out)).matches(pattern(expected));
    }
    for (String expected : shown.err) {
      assertThat(Run.withoutProgress(Files.readString(err))).matches(pattern(expected));
    }
  }

  private static String pattern(String shown) {
    return Stream.of(shown.split(Pattern.quote("..."), -1))
        .map(Pattern::quote)
        .collect(Collectors.joining("[^\n]*"));
  }

  @Test
  void guideShowsEveryCommand() throws IOException {
    String all = commands().stream().map(Shown::command).collect(Collectors.joining());
    assertThat(List.of("dedupe", "pairs", "groups", "fingerprint", "compare"))
        .allSatisfy(command -> assertThat(all).contains("neardup " + command));
    assertThat(commands()).filteredOn(shown -> !shown.out.isEmpty()).hasSizeGreaterThan(5);
  }
}
