package io.neardup.cluster.check;

import io.neardup.bench.Texts;
import io.neardup.cluster.check.ApiClient.Document;
import io.neardup.cluster.check.Call.Kept;
import io.neardup.cluster.check.Call.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Clients that store, look up, list, disable, enable and delete documents of 1 KB in several
/// collections, some of them the same document at the same time, and store families of
/// near-duplicates of which the service keeps one. They also judge pairs, mark passages, start jobs
/// and follow them, send streams of documents, change the settings of a collection, and delete and
/// create others. For each collection and instance a reader looks documents up all the time, which
/// shows for how long an instance answers nothing. Texts depend on the seed alone. A client whose
/// call fails goes on at the next instance; one whose stream is cut goes on at the first line
/// without an answer.
final class Workload {

  private static final int TEXT_BYTES = 1_000;

  /// Members of a family, each stored by the client that comes next.
  private static final int FAMILY = 4;

  /// Clients prefer the documents that were stored last, so that their calls overlap.
  private static final int LAST = 20;

  /// Collections of documents, in as many partitions. The first one indexes passages.
  static final List<String> COLLECTIONS = List.of("a", "b", "c");

  private static final String WITH_PASSAGES = COLLECTIONS.getFirst();

  /// Collections that are deleted and created again.
  private static final int REPLACED = 3;

  /// Documents of which pairs are judged, and passages that are marked.
  private static final int JUDGED = 4;

  private static final List<String> MARKED =
      List.of(
          "all rights reserved by the publisher of this page",
          "subscribe to our letter to read the news of the week",
          "the opinions of this column are those of its author");

  /// Lines of a stream, and the time between them.
  private static final int LINES = 30;

  private static final int LINE_PAUSE_MILLIS = 50;
  private static final int STREAMS = 2;

  private static final Duration READER_PAUSE = Duration.ofMillis(100);

  /// The collection of [ApiClient#SETTINGS], and values of them.
  private static final String SETTINGS = "settings";

  private static final int VALUES = 60;

  /// Settings of which all [ApiClient#SETTINGS] read 0.
  private static final String NO_DISTANCE = "{\"maxDistance\":0}";

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
  private final Map<String, Document> fixed = new HashMap<>(); // by collection
  private final Set<String> jobs = ConcurrentHashMap.newKeySet(); // whose start was answered
  private final List<String> ids = new ArrayList<>();
  private final List<Thread> clients = new ArrayList<>();
  private final List<Thread> others = new ArrayList<>(); // readers and streams
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  /// A workload that has not begun, whose collections do not exist.
  ///
  /// @param seed of the texts and of the choices of clients
  /// @param pause of a client after each call
  Workload(ApiClient api, History history, long seed, Duration pause) {
    this.api = api;
    this.history = history;
    this.seed = seed;
    this.pauseNanos = pause.toNanos();
  }

  /// Creates the collections, and what calls about passages and judgements need.
  void prepare() {
    Client first = new Client(0);
    for (String name : COLLECTIONS) {
      String settings = name.equals(WITH_PASSAGES) ? "{\"passages\":true}" : "{}";
      first.untilDone(at -> api.create(at, name, settings));
      Document document = document(name + "/fixed");
      fixed.put(name, document);
      first.untilDone(
          at -> api.store(at, document.id(), document.revision(), document.text(), null));
      for (int i = 0; i < JUDGED; i++) {
        int revision = revisions.incrementAndGet();
        String id = name + "/j" + i;
        first.untilDone(at -> api.store(at, id, revision, text(revision), null));
      }
    }
    first.untilDone(at -> api.create(at, SETTINGS, NO_DISTANCE));
    ApiClient.SETTINGS.forEach(id -> first.untilDone(at -> api.change(at, id, 1)));
  }

  /// Starts clients, each of which makes a number of calls; readers and streams go on until
  /// [#stop].
  void start(int count, int calls) {
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
    for (String name : COLLECTIONS) {
      for (int i = 0; i < api.servers(); i++) {
        int server = i;
        others.add(run(() -> readAt(server, name)));
      }
    }
    for (int i = 0; i < STREAMS; i++) {
      Client client = new Client(count + i);
      others.add(
          run(() -> {
            while (!stopped) {
              client.sendStream();
            }
          }));
    }
  }

  /// Looks up a document that is never changed, at one instance.
  private void readAt(int server, String name) {
    Document document = fixed.get(name);
    while (!stopped) {
      api.lookup(server, document.id(), document.revision(), document.text());
      LockSupport.parkNanos(READER_PAUSE.toNanos());
    }
  }

  /// Waits until all clients have made their calls, and ends all others.
  void await() throws InterruptedException {
    for (Thread client : clients) {
      client.join();
    }
    stopped = true;
    for (Thread other : others) {
      other.join();
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

  /// Reads every document and record, and looks up those that exist and are enabled; lists the
  /// documents and reads the settings at every instance. A call that fails is repeated at the next
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
                .filter(id -> Kept.of(id) != Kept.JOB || jobs.contains(id))
                .distinct()
                .toList());
    int readers = Math.max(1, clients.size());
    clients.clear();
    others.clear();
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
      COLLECTIONS.forEach(name -> reader.untilDone(at -> api.list(at, name)));
    }
    await();
  }

  private Thread run(Runnable work) {
    return Thread.ofVirtual()
        .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
        .start(work);
  }

  /// A new document, whose id ends with its revision.
  private Document document(String prefix) {
    int revision = revisions.incrementAndGet();
    return new Document(prefix + revision, revision, text(revision));
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
      int choice = random.nextInt(200);
      if (id == null || choice < 60) {
        store(collection() + "/d" + revisions.incrementAndGet());
      } else if (choice < 84) {
        store(id);
      } else if (choice < 120) {
        int revision = known.get(id);
        send(at -> api.lookup(at, id, revision, text(revision)));
      } else if (choice < 136) {
        send(at -> api.read(at, id));
      } else if (choice < 142) {
        lookUpPassages(id);
      } else if (choice < 143) {
        send(at -> api.list(at, Call.collection(id)));
      } else if (choice < 160) {
        boolean enabled = random.nextBoolean();
        send(at -> api.verdict(at, id, enabled));
      } else if (choice < 166) {
        send(at -> api.delete(at, id));
      } else if (choice < 172) {
        changeSettings();
      } else if (choice < 175) {
        replaceCollection();
      } else if (choice < 180) {
        keep();
      } else if (choice < 181) {
        followJob();
      } else {
        storeMember();
      }
      if (random.nextInt(20) == 0) {
        next();
      }
    }

    private String collection() {
      return COLLECTIONS.get(random.nextInt(COLLECTIONS.size()));
    }

    private void lookUpPassages(String id) {
      Document document = fixed.get(WITH_PASSAGES);
      if (Call.collection(id).equals(WITH_PASSAGES)) {
        int revision = known.get(id);
        send(at -> api.passages(at, id, revision, text(revision)));
      } else {
        send(at -> api.passages(at, document.id(), document.revision(), document.text()));
      }
    }

    /// Judges a pair, or marks a passage; and reads another time what was stored.
    private void keep() {
      boolean judges = random.nextBoolean();
      int one = random.nextInt(JUDGED - 1);
      String id =
          judges
              ? Kept.JUDGEMENT.id(collection(), "j" + one + " j" + (one + 1))
              : Kept.MARK.id(WITH_PASSAGES, MARKED.get(random.nextInt(MARKED.size())));
      int value = judges ? revisions.incrementAndGet() : 1;
      Call call = send(at -> api.keep(at, id, value));
      next();
      if (call.result() == Result.DONE) {
        send(at -> api.read(at, id));
      }
    }

    /// Starts a job and reads its state until it is done.
    private void followJob() {
      String id = Kept.JOB.id(collection(), "job" + revisions.incrementAndGet());
      if (send(at -> api.keep(at, id, 1)).result() == Result.DONE) {
        jobs.add(id);
        Call read;
        do {
          next();
          read = send(at -> api.read(at, id));
        } while (!stopped && !(read.result() == Result.DONE && read.whole()));
      }
    }

    /// Sends documents as a stream. If it is cut, the next one begins with the first line without
    /// an answer.
    void sendStream() {
      String name = collection();
      List<Document> left = new ArrayList<>();
      while (left.size() < LINES) {
        left.add(document(name + "/s"));
      }
      while (!left.isEmpty() && !stopped) {
        List<Call> sent = api.stream(server, left, LINE_PAUSE_MILLIS);
        int done = 0;
        while (done < sent.size() && sent.get(done).result() == Result.DONE) {
          done++;
        }
        left = left.subList(done, left.size());
        next();
        if (!left.isEmpty()) {
          LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        }
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
      String name = COLLECTIONS.get(family % COLLECTIONS.size());
      int revision = revisions.incrementAndGet();
      families.put(revision, family);
      send(at -> api.store(at, name + "/m" + revision, revision, text(revision), "f" + family));
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
      String name = "replaced" + random.nextInt(REPLACED);
      int revision = revisions.incrementAndGet();
      String id = name + "/d" + revision;
      String text = text(revision);
      List<IntFunction<Call>> calls =
          List.of(
              at -> api.drop(at, name),
              at -> api.create(at, name, NO_DISTANCE),
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
      } while (!(read.result() == Result.DONE && read.whole()) && history.now() < end);
      if (read.result() == Result.DONE
          && read.revision() > 0
          && read.enabled()
          && Kept.of(id) == null) {
        int revision = read.revision();
        String text = text(revision);
        Call lookup;
        do {
          lookup = send(at -> api.lookup(at, id, revision, text));
        } while (lookup.result() == Result.UNKNOWN && history.now() < end);
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
