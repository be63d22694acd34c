package io.neardup.cluster.check;

import io.neardup.cluster.check.Call.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A fault in a cluster that nobody else uses: documents are written while it lasts, and looked up
/// at the other instances over the moment at which it ends. So nothing but a lookup itself shows to
/// an instance or a broker what has changed meanwhile, as under load the next write does.
final class QuietRound {

  private static final int DOCUMENTS = 10;
  private static final int WORDS = 150;

  private final ApiClient api;
  private final ClusterProcesses cluster;
  private final Random random;

  /// @param seed of texts and pauses
  QuietRound(ApiClient api, ClusterProcesses cluster, long seed) {
    this.api = api;
    this.cluster = cluster;
    this.random = new Random(seed);
  }

  /// The id of a document, in one of the collections.
  private static String id(int document) {
    List<String> names = Workload.COLLECTIONS;
    return names.get(document % names.size()) + "/d" + document;
  }

  /// Creates the collections.
  void prepare() {
    for (String name : Workload.COLLECTIONS) {
      while (api.create(0, name, "{}").result() != Result.DONE) {
        pause(50);
      }
    }
  }

  /// Begins and ends the fault.
  ///
  /// @param run its number
  /// @param writer the index of the instance at which documents are written, not one that the fault
  ///   silences
  void run(FaultSet faults, int run, int writer) throws InterruptedException, ExecutionException {
    Set<Integer> silenced = faults.silenced(cluster.size(), run);
    List<String> texts = IntStream.range(0, DOCUMENTS).mapToObj(any -> text()).toList();
    for (int server = 0; server < api.servers(); server++) {
      api.lookup(server, id(0), 1, texts.getFirst());
    }
    faults.begin(cluster, run);
    pause(4_000 + random.nextInt(4_000));
    for (int i = 0; i < DOCUMENTS; i++) {
      while (api.store(writer, id(i), i + 1, texts.get(i), null).result() != Result.DONE) {
        pause(50);
      }
    }
    long end = System.nanoTime() + Duration.ofMillis(150 + random.nextInt(1_350)).toNanos();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> reading = new ArrayList<>();
      for (int server = 0; server < api.servers(); server++) {
        int reader = server;
        if (server != writer && !silenced.contains(server)) {
          for (int i = 0; i < DOCUMENTS; i++) {
            int document = i;
            reading.add(readers.submit(() -> read(reader, document, texts.get(document), end)));
          }
        }
      }
      LockSupport.parkNanos(end - System.nanoTime());
      faults.end(cluster, run);
      for (int victim : silenced) {
        for (int i = 0; i < DOCUMENTS; i++) {
          int document = i;
          reading.add(readers.submit(() -> read(victim, document, texts.get(document), end)));
        }
      }
      for (Future<?> each : reading) {
        each.get();
      }
    }
  }

  /// Reads each document, so that none is taken for lost.
  void readAll() {
    for (int i = 0; i < DOCUMENTS; i++) {
      while (api.read(i % api.servers(), id(i)).result() != Result.DONE) {
        pause(50);
      }
    }
  }

  /// Looks a document up until two seconds after the end of the fault.
  private void read(int server, int document, String text, long end) {
    do {
      api.lookup(server, id(document), document + 1, text);
    } while (System.nanoTime() < end + 2_000_000_000L);
  }

  private String text() {
    return random
        .ints(WORDS, 0, 50_000)
        .mapToObj(word -> "w" + Integer.toString(word, 36))
        .collect(Collectors.joining(" "));
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
  }
}
