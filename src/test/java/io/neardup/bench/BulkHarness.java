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

/// How many documents a second NDJSON streams store durably, over HTTP, and how long lookups take
/// meanwhile. Client and service share the machine's cores.
///
/// ```
/// java --enable-native-access=ALL-UNNAMED -Xmx3g -cp <test class path> io.neardup.bench.BulkHarness
///   /var/tmp/bulk simhash-256-v1 200000
/// ```
///
/// Arguments: a directory that may be written to, a profile, documents a stream.
final class BulkHarness {

  private static final int LINES = 2_000;

  private BulkHarness() {}

  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    String profile = arguments[1];
    int count = Integer.parseInt(arguments[2]);
    try (FreshService service = FreshService.startIn(data, "--neardup.profile=" + profile)) {
      RunningService http = service.http();
      List<String> texts = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < LINES; i++) {
        texts.add(text(random));
      }
      run(http, texts, count / 4, 1, "warm");
      for (int streams : new int[] {1, 2, 4}) {
        run(http, texts, count, streams, "s" + streams);
      }
    }
    System.exit(0);
  }

  private static void run(
      RunningService http, List<String> texts, int count, int streams, String prefix)
      throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<long[]> lookups =
        CompletableFuture.supplyAsync(() -> lookUp(http, texts, done));
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
    double seconds = (System.nanoTime() - begin) / 1e9;
    done.set(true);
    long[] times = lookups.get();
    Arrays.sort(times);
    System.out.printf(
        "%d streams: %,d documents, %,.0f a second; %,d lookups meanwhile, median %.2f ms, 99%% %.2f ms%n",
        streams,
        count,
        count / seconds,
        times.length,
        times[times.length / 2] / 1e6,
        times[times.length * 99 / 100] / 1e6);
  }

  /// By curl, which reads answers while it sends, so that a stream may have any length.
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

  private static long[] lookUp(RunningService http, List<String> texts, AtomicBoolean done) {
    List<Long> times = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    while (!done.get()) {
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

  /// About 1.1 KB of words that no other text has in this order.
  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 1_050) {
      text.append(Long.toString(random.nextInt(200_000) + 1_000_000L, Character.MAX_RADIX))
          .append(' ');
    }
    return text.toString().strip();
  }
}
