package io.neardup.bench;

import com.sun.management.OperatingSystemMXBean;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.Verdict;
import io.neardup.store.disk.DocumentStore;
import io.neardup.store.ids.OrdinalDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Speed of storing and reading documents. It does not use JMH, because a run takes seconds, writes
/// files, and depends on their size.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.StoreHarness -Dbench="append /var/tmp/store"
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.StoreHarness -Dbench="recover /var/tmp/store 10000000"
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.StoreHarness -Dbench="fill /var/tmp/store 10000000"
/// ```
///
/// `append` prints events per second by batch size and number of threads; each batch is
/// acknowledged after its sync. `recover` stores documents of 256 bits, closes and reopens the
/// store, and reads all of them into an [OrdinalDirectory]. `fill` stores them and keeps the data
/// directory for other measurements.
final class StoreHarness {

  private static final String COLLECTION = "default";
  private static final Duration ROUND = Duration.ofSeconds(4);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private StoreHarness() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "append" -> append(directory);
      case "recover" -> recover(directory, Integer.parseInt(arguments[2]));
      case "fill" -> fill(directory, Integer.parseInt(arguments[2]));
      default -> throw new IllegalArgumentException("append, recover or fill, was " + arguments[0]);
    }
  }

  private static void append(Path directory) throws Exception {
    for (String metadata : new String[] {"", "x".repeat(1000)}) {
      for (int batch : new int[] {1, 64, 1024}) {
        for (int threads : new int[] {1, 8, 64}) {
          remove(directory);
          try (DocumentStore store = open(directory)) {
            round(store, batch, threads, metadata, Duration.ofSeconds(1));
            long cpu = cpu();
            double rate = round(store, batch, threads, metadata, ROUND);
            System.out.printf(
                "metadata %4d bytes, batches of %4d by %2d threads: %,9.0f events/s, %.2f us of"
                    + " processor each%n",
                metadata.length(),
                batch,
                threads,
                rate,
                (cpu() - cpu) / 1e3 / (rate * ROUND.toSeconds()));
          }
        }
      }
    }
    remove(directory);
  }

  private static double round(
      DocumentStore store, int batch, int threads, String metadata, Duration duration)
      throws Exception {
    AtomicLong acknowledged = new AtomicLong();
    long start = System.nanoTime();
    long end = start + duration.toNanos();
    try (ExecutorService writers = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        RandomGenerator random = random(thread + start);
        running.add(
            writers.submit(() -> {
              while (System.nanoTime() < end) {
                store.log().append(puts(random, batch, metadata));
                acknowledged.addAndGet(batch);
              }
            }));
      }
      for (Future<?> writer : running) {
        writer.get();
      }
    }
    return acknowledged.get() * 1e9 / (System.nanoTime() - start);
  }

  private static void fill(Path directory, int documents) throws IOException {
    remove(directory);
    RandomGenerator random = random(1);
    long start = System.nanoTime();
    long cpu = cpu();
    try (DocumentStore store = open(directory)) {
      ArrayDeque<CompletableFuture<List<Position>>> waiting = new ArrayDeque<>();
      for (int i = 0; i < documents; i += 1000) {
        waiting.add(
            store
                .log()
                .appendLater(
                    store.collections().incarnation(COLLECTION),
                    puts(random, 1000, ""),
                    () -> true));
        if (waiting.size() > 16) {
          waiting.remove().join();
        }
      }
      waiting.forEach(CompletableFuture::join);
      double seconds = seconds(start);
      System.out.printf(
          "stored %,d in %.1f s, %,.0f a second, %.2f us of processor each%n",
          documents, seconds, documents / seconds, (cpu() - cpu) / 1e3 / documents);
    }
    System.out.printf("%.1f bytes a document on disk%n", size(directory) / (double) documents);
  }

  private static void recover(Path directory, int documents) throws Exception {
    fill(directory, documents);
    for (int round = 0; round < 3; round++) {
      long start = System.nanoTime();
      long cpu = cpu();
      try (DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS)) {
        double opened = seconds(start);
        AtomicLong rows = new AtomicLong();
        store
            .documents()
            .forEach(
                2,
                () -> row -> rows.addAndGet(row.fingerprint().word(0) & 1),
                StoreHarness::unreadable,
                (done, all) -> {});
        double read = seconds(start);
        double readCpu = (cpu() - cpu) / 1e9;
        OrdinalDirectory known = new OrdinalDirectory();
        store.documents().forEach(2, () -> known::put, StoreHarness::unreadable, (done, all) -> {});
        System.out.printf(
            "open %.2f s, read %.2f s (%.2f s of processor), read into directory %.2f s (%.2f s);"
                + " %,d documents, %.1f bytes each in memory%n",
            opened,
            read - opened,
            readCpu,
            seconds(start) - read,
            (cpu() - cpu) / 1e9 - readCpu,
            known.size(),
            known.bytes() / (double) known.size());
      }
    }
    remove(directory);
  }

  private static DocumentStore open(Path directory) {
    DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS);
    store
        .collections()
        .put(new CollectionSettings(COLLECTION, "simhash-256-v1", null, false, null, NOW));
    return store;
  }

  private static List<DocumentEvent.Put> puts(RandomGenerator random, int count, String metadata) {
    List<DocumentEvent.Put> puts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Fingerprint fingerprint =
          Fingerprint.of(
              256, random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
      Revision revision =
          new Revision(
              fingerprint,
              100,
              "simhash-256-v1",
              metadata.isEmpty() ? null : metadata,
              null,
              null,
              Verdict.NONE,
              1,
              NOW,
              null,
              null,
              null,
              null);
      String id = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
      puts.add(new DocumentEvent.Put(COLLECTION, id, revision, NOW));
    }
    return puts;
  }

  /// Processor time of the process in nanoseconds, which varies less than elapsed time on a busy
  /// machine.
  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  private static void unreadable(@Nullable String collection, StoreException failure) {
    throw failure;
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("rocksdb"))) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void remove(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
