package io.neardup.bench;

import io.neardup.engine.IndexLayout;
import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult;
import io.neardup.store.StoreOptions;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Processor time of lookups, and of documents stored with `onDuplicate=skip`, with and without
/// verification, in one run and one collection of stored texts; without HTTP.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.VerificationHarness \
///     -Dbench="/var/tmp/verification 1000000" -Dbench.jvm="-Xmx3g"
/// ```
///
/// Arguments: a data directory, filled if it is empty; the number of documents. Texts have 40 to
/// 160 words of a vocabulary whose frequencies follow Zipf's law. Every tenth document is an edited
/// copy of the one before. Half of the queries are copies of stored texts, in which 0 to 30 % of
/// the words are replaced.
public final class VerificationHarness {

  private static final int ROUNDS = 7;
  private static final int QUERIES = 2_000;
  private static final int ADDED = 10_000;
  private static final int VOCABULARY = 50_000;

  private final DocumentCollections collections;
  private final int documents;

  private VerificationHarness(DocumentCollections collections, int documents) {
    this.collections = collections;
    this.documents = documents;
  }

  /// @param arguments the directory, the number of documents
  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    Files.createDirectories(data);
    Profiles profiles = new Profiles();
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      DocumentCollections collections =
          new DocumentCollections(
              store,
              profiles,
              new FingerprintService(profiles),
              IndexLayout.DEFAULT::create,
              CollectionAccess.all(),
              Clock.systemUTC(),
              CollectionBackend.local(store, Clock.systemUTC()),
              true);
      collections.load();
      new VerificationHarness(collections, Integer.parseInt(arguments[1])).run();
    }
  }

  private void run() {
    DocumentCollection collection = collections.get(null);
    fill(collection);
    Map<String, LookupRequest> requests = new LinkedHashMap<>();
    requests.put("off, within 54", request(54));
    requests.put("verified", request(null));
    requests.put("off, within 60", request(60));
    requests.put("off, within 64", request(64));
    Map<String, double[]> micros = new LinkedHashMap<>();
    Map<String, long[]> counts = new LinkedHashMap<>();
    for (int round = -3; round < ROUNDS; round++) {
      List<Source> queries = queries(new SplittableRandom(round));
      for (Map.Entry<String, LookupRequest> each : requests.entrySet()) {
        long[] counted = counts.computeIfAbsent(each.getKey(), name -> new long[3]);
        long start = nanos();
        for (Source query : queries) {
          LookupResult found = collection.duplicates(query, each.getValue(), StopSignal.NEVER);
          counted[0] += found.matches().size();
          counted[1] += found.verified().compared();
          counted[2] += found.verified().refused();
        }
        micros.computeIfAbsent(each.getKey(), name -> new double[ROUNDS])[Math.max(0, round)] =
            (nanos() - start) / 1e3 / queries.size();
      }
    }
    micros.forEach((name, some) -> {
      Arrays.sort(some);
      long[] counted = counts.get(name);
      double lookups = (ROUNDS + 3.0) * QUERIES;
      System.out.printf(
          "lookup, %s: %.1f µs (%.1f to %.1f), %.3f matches, %.3f compared, %.3f refused%n",
          name,
          some[ROUNDS / 2],
          some[0],
          some[ROUNDS - 1],
          counted[0] / lookups,
          counted[1] / lookups,
          counted[2] / lookups);
    });
    for (int round = -1; round < 3; round++) {
      for (VerifyMode mode : List.of(VerifyMode.OFF, VerifyMode.TEXT)) {
        collections.put(
            "default",
            new CollectionChange(null, null, true, mode, WeightSource.PROFILE, false, null));
        add(collection, mode, round);
      }
    }
  }

  private void fill(DocumentCollection collection) {
    long start = System.nanoTime();
    List<CompletableFuture<WriteResult>> writes = new ArrayList<>();
    for (int i = collection.size(); i < documents; i++) {
      writes.add(
          collection.store(
              collection.prepare(
                  document("d" + i, stored(i), LookupRequest.NOTHING, OnDuplicate.ADD),
                  StopSignal.NEVER)));
      if (writes.size() == 5_000) {
        writes.forEach(CompletableFuture::join);
        writes.clear();
      }
    }
    writes.forEach(CompletableFuture::join);
    System.out.printf(
        "%,d documents, filled in %.0f s%n", collection.size(), (System.nanoTime() - start) / 1e9);
  }

  private void add(DocumentCollection collection, VerifyMode mode, int round) {
    SplittableRandom random = new SplittableRandom(round);
    List<Source> texts = new ArrayList<>();
    while (texts.size() < ADDED) {
      texts.addAll(queries(random));
    }
    AtomicLong skipped = new AtomicLong();
    long start = nanos();
    long wall = System.nanoTime();
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < ADDED; i++) {
      NewDocument added =
          document("a" + mode + round + "-" + i, texts.get(i), request(null), OnDuplicate.SKIP);
      writes.add(
          collection
              .store(collection.prepare(added, StopSignal.NEVER))
              .thenAccept(result ->
                  skipped.addAndGet(result.outcome() == WriteResult.Outcome.SKIPPED ? 1 : 0)));
    }
    writes.forEach(CompletableFuture::join);
    System.out.printf(
        "bulk add, %s: %.1f µs of the thread, %.1f µs a document, %d skipped%n",
        mode.label(),
        (nanos() - start) / 1e3 / ADDED,
        (System.nanoTime() - wall) / 1e3 / ADDED,
        skipped.get());
    for (int i = 0; i < ADDED; i++) {
      collection.remove("a" + mode + round + "-" + i, Precondition.NONE).join();
    }
  }

  private static NewDocument document(
      String id, Source source, LookupRequest near, OnDuplicate onDuplicate) {
    return new NewDocument(
        id, source, null, near, onDuplicate, null, null, Precondition.NONE, null, null);
  }

  private static LookupRequest request(@Nullable Integer maxDistance) {
    return new LookupRequest(maxDistance, null, 10, null, MetadataFilter.NONE, null);
  }

  private List<Source> queries(SplittableRandom random) {
    List<Source> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      queries.add(
          i % 2 == 0
              ? text(words(new SplittableRandom(random.nextLong())))
              : text(edited(original(random.nextInt(documents)), random.nextInt(31), random)));
    }
    return queries;
  }

  private static Source stored(int document) {
    return text(original(document));
  }

  private static String[] original(int document) {
    String[] words = words(new SplittableRandom(document % 10 == 9 ? document - 1 : document));
    return document % 10 == 9
        ? edited(words, document % 31, new SplittableRandom(document))
        : words;
  }

  private static String[] words(SplittableRandom random) {
    String[] words = new String[random.nextInt(40, 161)];
    Arrays.setAll(words, i -> word(random));
    return words;
  }

  private static String[] edited(String[] words, int percent, SplittableRandom random) {
    String[] edited = words.clone();
    for (int i = 0; i < edited.length; i++) {
      if (random.nextInt(100) < percent) {
        edited[i] = word(random);
      }
    }
    return edited;
  }

  private static String word(SplittableRandom random) {
    return "wo" + Integer.toString((int) Math.pow(VOCABULARY, random.nextDouble()), 36);
  }

  private static Source text(String[] words) {
    return new Source.OfContent(new Content.Text(String.join(" ", words)));
  }

  private static long nanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
