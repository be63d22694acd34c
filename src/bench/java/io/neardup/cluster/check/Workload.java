package io.neardup.cluster.check;

import io.neardup.bench.Texts;
import io.neardup.cluster.check.Call.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Clients that store, look up, disable, enable and delete documents of 1 KB, some of them the same
/// document at the same time, and store families of near-duplicates of which the service keeps one.
/// They also change the settings of a collection, and delete and create others. Texts depend on the
/// seed alone. A client whose call fails goes on at the next instance.
final class Workload {

  private static final int TEXT_BYTES = 1_000;

  /// Members of a family, each stored by the client that comes next.
  private static final int FAMILY = 4;

  /// Clients prefer the documents that were stored last, so that their calls overlap.
  private static final int LAST = 20;

  /// Collections that are deleted and created again.
  private static final int COLLECTIONS = 3;

  /// The collection of [ApiClient#SETTINGS], and values of them.
  private static final String SETTINGS = "settings";

  private static final int VALUES = 60;

  /// How long an instance may need to apply a setting.
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private static final long PAUSE_AFTER_FAILURE_NANOS = 50_000_000;

  private final ApiClient api;
  private final History history;
  private final long seed;
  private final long pauseNanos;
  private final AtomicInteger revisions = new AtomicInteger();
  private final AtomicInteger members = new AtomicInteger();
  private final Map<Integer, Integer> families = new ConcurrentHashMap<>();
  private final Map<String, Integer> known = new ConcurrentHashMap<>();
  private final List<String> ids = new ArrayList<>();
  private final List<Thread> clients = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  /// A workload that has not begun. Its collection is empty.
  ///
  /// @param seed of the texts and of the choices of clients
  /// @param pause of a client after each call
  Workload(ApiClient api, History history, long seed, Duration pause) {
    this.api = api;
    this.history = history;
    this.seed = seed;
    this.pauseNanos = pause.toNanos();
  }

  /// Starts clients, each of which makes a number of calls.
  void start(int count, int calls) {
    Client first = new Client(0);
    first.untilDone(at -> api.create(at, SETTINGS));
    ApiClient.SETTINGS.forEach(id -> first.untilDone(at -> api.change(at, id, 1)));
    for (int i = 0; i < count; i++) {
      Client client = new Client(i);
      clients.add(
          run(() -> {
            for (int call = 0; call < calls && !stopped; call++) {
              client.call();
              LockSupport.parkNanos(pauseNanos);
            }
          }));
    }
  }

  /// Waits until all clients have made their calls.
  void await() throws InterruptedException {
    for (Thread client : clients) {
      client.join();
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a client failed", failures.peek());
    }
  }

  /// Ends the clients after their current calls.
  void stop() throws InterruptedException {
    stopped = true;
    await();
  }

  /// Reads every document, and looks up those that exist and are enabled; reads the settings at
  /// every instance. A call that fails, and an incomplete lookup, are repeated at the next
  /// instance.
  ///
  /// @param patience for each document
  void readAll(Duration patience) throws InterruptedException {
    ConcurrentLinkedQueue<String> left =
        new ConcurrentLinkedQueue<>(
            history.calls().stream()
                .filter(Call::mayHaveWritten)
                .map(Call::id)
                .filter(id -> !ApiClient.SETTINGS.contains(id))
                .distinct()
                .toList());
    int readers = Math.max(1, clients.size());
    clients.clear();
    for (int i = 0; i < readers; i++) {
      Client reader = new Client(i);
      clients.add(
          run(() -> {
            for (String id = left.poll(); id != null; id = left.poll()) {
              reader.readFinally(id, patience);
            }
          }));
    }
    LockSupport.parkNanos(SETTLED.toNanos());
    for (int i = 0; i < api.servers(); i++) {
      Client reader = new Client(i);
      ApiClient.SETTINGS.forEach(id -> reader.untilDone(at -> api.read(at, id)));
    }
    await();
  }

  private Thread run(Runnable work) {
    return Thread.ofVirtual()
        .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
        .start(work);
  }

  /// The text of a revision. Members of a family differ in a word.
  private String text(int revision) {
    Integer family = families.get(revision);
    if (family == null) {
      return new Texts(seed * 1_000_003 + revision).english(TEXT_BYTES);
    }
    String text = new Texts(seed * 1_000_003 - 1 - family).english(TEXT_BYTES);
    int word = text.indexOf(' ', revision % (TEXT_BYTES / 2));
    return text.substring(0, word) + " edit" + revision + text.substring(word);
  }

  private final class Client {

    private final SplittableRandom random;
    private int server;

    Client(int number) {
      this.random = new SplittableRandom(seed * 31 + number);
      this.server = number % api.servers();
    }

    void call() {
      String id = choose();
      int choice = random.nextInt(100);
      if (id == null || choice < 30) {
        store("d" + revisions.incrementAndGet());
      } else if (choice < 42) {
        store(id);
      } else if (choice < 70) {
        int revision = known.get(id);
        send(at -> api.lookup(at, id, revision, text(revision)));
      } else if (choice < 80) {
        boolean enabled = random.nextBoolean();
        send(at -> api.verdict(at, id, enabled));
      } else if (choice < 84) {
        send(at -> api.delete(at, id));
      } else if (choice < 88) {
        changeSettings();
      } else if (choice < 90) {
        replaceCollection();
      } else {
        storeMember();
      }
      if (random.nextInt(20) == 0) {
        next();
      }
    }

    /// A document that was stored once, or null.
    private @Nullable String choose() {
      synchronized (ids) {
        if (ids.isEmpty()) {
          return null;
        }
        int among = random.nextBoolean() ? Math.min(LAST, ids.size()) : ids.size();
        return ids.get(ids.size() - 1 - random.nextInt(among));
      }
    }

    private void store(String id) {
      int revision = revisions.incrementAndGet();
      Call call = send(at -> api.store(at, id, revision, text(revision), null));
      if (call.result() == Result.DONE && known.put(id, revision) == null) {
        synchronized (ids) {
          ids.add(id);
        }
      }
    }

    private void storeMember() {
      int family = members.getAndIncrement() / FAMILY;
      int revision = revisions.incrementAndGet();
      families.put(revision, family);
      send(at -> api.store(at, "m" + revision, revision, text(revision), "f" + family));
    }

    /// Changes both settings, each at another instance.
    private void changeSettings() {
      for (String id : ApiClient.SETTINGS) {
        int value = 1 + random.nextInt(VALUES);
        send(at -> api.change(at, id, value));
        next();
      }
    }

    /// Deletes a collection, creates it again and uses it, each at another instance.
    private void replaceCollection() {
      String name = "c" + random.nextInt(COLLECTIONS);
      int revision = revisions.incrementAndGet();
      String id = name + "/d" + revision;
      String text = text(revision);
      List<IntFunction<Call>> calls =
          List.of(
              at -> api.drop(at, name),
              at -> api.create(at, name),
              at -> api.store(at, id, revision, text, null),
              at -> api.lookup(at, id, revision, text),
              at -> api.lookup(at, id, revision, text));
      for (IntFunction<Call> call : calls) {
        send(call);
        next();
      }
    }

    void untilDone(IntFunction<Call> request) {
      Call call;
      do {
        call = send(request);
      } while (call.result() != Result.DONE);
    }

    void readFinally(String id, Duration patience) {
      long end = history.now() + patience.toNanos();
      Call read;
      do {
        read = send(at -> api.read(at, id));
      } while (read.result() != Result.DONE && history.now() < end);
      if (read.result() == Result.DONE && read.revision() > 0 && read.enabled()) {
        int revision = read.revision();
        String text = text(revision);
        while (!send(at -> api.lookup(at, id, revision, text)).complete() && history.now() < end) {
          next();
        }
      }
    }

    private Call send(IntFunction<Call> request) {
      Call call = request.apply(server);
      if (call.result() == Result.UNKNOWN || call.result() == Result.REFUSED) {
        next();
        LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
      }
      return call;
    }

    private void next() {
      server = (server + 1) % api.servers();
    }
  }
}
