package io.neardup.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The mutator of requests: Jazzer changes bytes, keeps what takes a branch of the service that
/// none took before, and goes on with that. It runs in a process of its own, together with a
/// service.
final class Jazzer {

  private static final Duration START = Duration.ofMinutes(5);

  /// Requests are not made longer than this: more would be slower, not stranger.
  private static final int MAX_BYTES = 8_192;

  /// Longer than any request may take that waits for nothing.
  private static final int SLOW_SECONDS = 90;

  private final Path folder;
  private final int seed;
  private final Duration duration;

  /// @param folder for what it reads and writes
  /// @param seed of its mutations
  Jazzer(Path folder, int seed) {
    this.folder = folder;
    this.seed = seed;
    this.duration =
        Duration.ofSeconds(Math.round(60 * Double.parseDouble(System.getProperty("fuzz.minutes", "0.5"))));
  }

  /// Mutates these requests and their mutants.
  ///
  /// @throws AssertionError if one of them was not answered as it should have been
  void mutate(List<byte[]> requests) throws IOException, InterruptedException {
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    for (int i = 0; i < requests.size(); i++) {
      Files.write(corpus.resolve("request-" + i), requests.get(i));
    }
    Path log = folder.resolve("jazzer.log");
    Process process =
        new ProcessBuilder(command(corpus))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended =
        process.waitFor(duration.plus(START).toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(log, StandardCharsets.ISO_8859_1);
    assertThat(ended).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said).contains("stat::number_of_executed_units");
  }

  private List<String> command(Path corpus) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+EnableDynamicAgentLoading",
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + MutatedRequests.class.getName(),
            "--instrumentation_includes=io.neardup.**",
            "--instrumentation_excludes=io.neardup.fuzz.**",
            "-max_total_time=" + duration.toSeconds(),
            "-seed=" + seed,
            "-max_len=" + MAX_BYTES,
            "-timeout=" + SLOW_SECONDS,
            "-rss_limit_mb=0",
            "-artifact_prefix=" + folder + "/",
            "-print_final_stats=1",
            corpus.toString()));
  }
}
