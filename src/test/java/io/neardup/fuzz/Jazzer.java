package io.neardup.fuzz;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Runs Jazzer, which mutates the bytes of requests, keeps mutations that reach new branches of the
/// service, and mutates those again. It runs in a separate process, together with a service.
final class Jazzer {

  /// The maximum length of requests; longer ones are slower to test and find no more.
  private static final int MAX_BYTES = 8_192;

  /// The timeout of a request, longer than any request takes that waits for nothing.
  private static final int SLOW_SECONDS = 90;

  private final Path folder;
  private final int seed;
  private final Duration duration;

  /// @param folder for its files
  /// @param seed of its mutations
  Jazzer(Path folder, int seed) {
    this.folder = folder;
    this.seed = seed;
    this.duration =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("fuzz.minutes", "0.5"))));
  }

  /// Mutates these requests and their mutations, and prints how many it has sent.
  ///
  /// @param words the dictionary of mutations
  /// @throws AssertionError if the answer to one of them breaks a rule
  void mutate(List<byte[]> requests, Set<String> words) throws IOException, InterruptedException {
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    for (int i = 0; i < requests.size(); i++) {
      Files.write(corpus.resolve("request-" + i), requests.get(i));
    }
    Path dictionary = folder.resolve("words");
    Files.write(dictionary, words.stream().map(Jazzer::quote).toList());
    Path log = folder.resolve("jazzer.log");
    Process process =
        new ProcessBuilder(command(corpus, dictionary))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(duration.plus(PATIENCE));
    process.destroyForcibly().waitFor();
    String said = said(log);
    assertThat(ended).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said).contains("stat::number_of_executed_units");
    said.lines().filter(line -> line.startsWith("Done ")).forEach(System.out::println);
  }

  /// Its log, without the line for each instrumented class.
  private static String said(Path log) throws IOException {
    return Files.readString(log, StandardCharsets.ISO_8859_1)
        .lines()
        .filter(line -> !line.contains("Instrumented "))
        .collect(Collectors.joining("\n"));
  }

  /// A word in the format of libFuzzer: in quotes, in ASCII.
  private static String quote(String word) {
    StringBuilder quoted = new StringBuilder("\"");
    for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
      quoted.append("\\x%02x".formatted(b));
    }
    return quoted.append('"').toString();
  }

  private List<String> command(Path corpus, Path dictionary) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-XX:+EnableDynamicAgentLoading",
        "-Xmx1g",
        "-Djava.io.tmpdir=" + folder,
        "-cp",
        System.getProperty("java.class.path"),
        "com.code_intelligence.jazzer.Jazzer",
        "--target_class=" + MutatedRequests.class.getName(),
        "--instrumentation_includes=io.neardup.**",
        "--instrumentation_excludes=io.neardup.fuzz.**:io.neardup.RunningService",
        "--custom_hook_includes=io.neardup.**",
        // The target itself connects to the service.
        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery",
        "-max_total_time=" + duration.toSeconds(),
        "-seed=" + seed,
        "-dict=" + dictionary,
        "-max_len=" + MAX_BYTES,
        "-timeout=" + SLOW_SECONDS,
        "-rss_limit_mb=0", // the JVM has its own limit
        "-artifact_prefix=" + folder + "/",
        "--reproducer_path=" + folder,
        "-print_final_stats=1",
        corpus.toString());
  }
}
