package io.neardup.bench;

import io.neardup.FreshService;
import io.neardup.RunningService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// Documents per second that NDJSON streams store durably over HTTP, and the time of lookups before
/// and during that. Client and service share the machine's cores.
///
/// ```
/// mvn -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.BulkHarness \
///   -Dbench="/var/tmp/bulk simhash-256-v1 200000 2000 1 2 4" \
///   -Dbench.jvm="-Xmx3g --enable-native-access=ALL-UNNAMED"
/// ```
///
/// Arguments: a data directory, which may contain documents; a profile; documents per run; how many
/// of them are different texts, the others being near-duplicates of these; the number of streams of
/// each run. Needs `curl`.
final class BulkHarness {

  private static final int WARM_UP = 10_000;
  private static final int IDLE_SECONDS = 10;

  private BulkHarness() {}

  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    String profile = arguments[1];
    int count = Integer.parseInt(arguments[2]);
    int different = Integer.parseInt(arguments[3]);
    try (FreshService service = FreshService.startIn(data, "--neardup.profile=" + profile)) {
      RunningService http = service.http();
      List<String> texts = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < different; i++) {
        texts.add(text(random));
      }
      String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX); // new documents
      stream(http, texts, WARM_UP, 1, run + "-warm");
      long end = System.nanoTime() + IDLE_SECONDS * 1_000_000_000L;
      print("idle", lookUp(http, texts, () -> System.nanoTime() > end));
      for (int i = 4; i < arguments.length; i++) {
        int streams = Integer.parseInt(arguments[i]);
        AtomicBoolean done = new AtomicBoolean();
        var lookups = CompletableFuture.supplyAsync(() -> lookUp(http, texts, done::get));
        double seconds = stream(http, texts, count, streams, run + "-" + i);
        done.set(true);
        print(
            "%d streams: %,d documents, %,.0f a second".formatted(streams, count, count / seconds),
            lookups.get());
      }
    }
    System.exit(0);
  }

  /// Stores documents, and returns the seconds that it took.
  private static double stream(
      RunningService http, List<String> texts, int count, int streams, String prefix)
      throws Exception {
    long begin = System.nanoTime();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        String ids = prefix + "-" + i + "-";
        running.add(threads.submit(() -> post(http, texts, count / streams, ids)));
      }
      for (Future<?> stream : running) {
        stream.get();
      }
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  private static void print(String run, long[] lookups) {
    Arrays.sort(lookups);
    System.out.printf(
        "%s; %,d lookups, median %.2f ms, 99%% %.2f ms%n",
        run,
        lookups.length,
        lookups[lookups.length / 2] / 1e6,
        lookups[lookups.length * 99 / 100] / 1e6);
  }

  /// Uses curl, which reads answers while it sends, so that a stream may have any length.
  private static Void post(RunningService http, List<String> texts, int count, String ids)
      throws IOException, InterruptedException {
    Process curl =
        new ProcessBuilder(
                List.of(
                    "curl",
                    "--silent",
                    "--show-error",
                    "--no-buffer",
                    "--upload-file",
                    "-",
                    "--request",
                    "POST",
                    "--header",
                    "Content-Type: " + RunningService.NDJSON,
                    "http://localhost:" + http.port() + "/documents"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread.ofPlatform().start(() -> send(curl.getOutputStream(), texts, count, ids));
    int answered = 0;
    try (BufferedReader lines = curl.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.contains("\"outcome\":\"added\"")) {
          throw new IOException(line);
        }
        answered++;
      }
    }
    if (answered != count || curl.waitFor() != 0) {
      throw new IOException(answered + " of " + count + " lines were answered");
    }
    return null;
  }

  private static void send(OutputStream out, List<String> texts, int count, String ids) {
    SplittableRandom random = new SplittableRandom(ids.hashCode());
    try (out) {
      for (int i = 0; i < count; i++) {
        String text = texts.get(random.nextInt(texts.size()));
        int cut = random.nextInt(text.length() / 2);
        String line =
            "{\"id\":\""
                + ids
                + i
                + "\",\"limit\":1,\"text\":\""
                + text.substring(cut)
                + " "
                + random.nextLong()
                + " "
                + text.substring(0, cut)
                + "\"}\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long[] lookUp(RunningService http, List<String> texts, BooleanSupplier done) {
    List<Long> times = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    while (!done.getAsBoolean()) {
      String text = texts.get(random.nextInt(texts.size())).substring(0, 500);
      long begin = System.nanoTime();
      http.post("/duplicates", "{\"text\":\"" + text + "\"}");
      times.add(System.nanoTime() - begin);
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return times.stream().mapToLong(Long::longValue).toArray();
  }

  /// About 1.1 KB of words, in an order that no other text has.
  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 1_050) {
      text.append(Long.toString(random.nextInt(200_000) + 1_000_000L, Character.MAX_RADIX))
          .append(' ');
    }
    return text.toString().strip();
  }
}
