package io.neardup.service.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.calibrate.MatchCounts;
import io.neardup.index.StopSignal;
import io.neardup.service.calibrate.Samples.SampledPair;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lookups count the pairs of a large collection without leaving many out.
class PairCountTests {

  private static final int PAIRS = 10_000; // fewer documents are scanned with every recall
  private static final int DISTANCE = 60;

  @TempDir private Path data;

  @Test
  void ofALargeCollection() {
    SplittableRandom random = new SplittableRandom(5);
    List<Fingerprint> fingerprints = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      long[] words = random.longs(4).toArray();
      fingerprints.add(Fingerprint.of(256, words.clone()));
      random
          .ints(0, 256)
          .distinct()
          .limit(DISTANCE)
          .forEach(bit -> words[bit / Long.SIZE] ^= 1L << bit);
      fingerprints.add(Fingerprint.of(256, words));
    }
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      DocumentCollection collection = collection(store, "simhash-256-v1", fingerprints.stream());
      MatchCounts matches = matches(collection, DISTANCE);
      assertThat(matches.average(0, DISTANCE)).isEqualTo(1);
      assertThat(matches.completeTo()).isEqualTo(DISTANCE);
      // Lookups leave out up to 1%, and the 1,000 that are sampled find about 10% of the pairs.
      assertThat(weights(collection, DISTANCE)).isBetween(0.97 * PAIRS, 1.02 * PAIRS);
    }
  }

  /// Nearly all of 2,000 documents are 2 bits from each other, and a lookup lists 1,000 of them.
  @Test
  void ofDocumentsWithMoreMatchesThanALookupLists() {
    SplittableRandom random = new SplittableRandom(5);
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      DocumentCollection collection =
          collection(
              store,
              "paper-v1",
              Stream.generate(() -> Fingerprint.of(64, 1L << random.nextInt(64))).limit(2_000));
      assertThat(matches(collection, 2).completeTo()).isEqualTo(1);
      double pairs = 2_000 * 1_999 / 2 * 63 / 64.0;
      assertThat(weights(collection, 2)).isBetween(0.98 * pairs, 1.02 * pairs);
    }
  }

  private static MatchCounts matches(DocumentCollection collection, int maxDistance) {
    List<Document> sample =
        collection.documents().samples().sample(300, 1, MetadataFilter.NONE, StopSignal.NEVER);
    return new JudgedCollection(collection, MetadataFilter.NONE, StopSignal.NEVER)
        .matches(sample, maxDistance);
  }

  /// The number of pairs at a distance that sampled ones stand for.
  private static double weights(DocumentCollection collection, int distance) {
    SampleRequest request = SampleRequest.of(collection, 0, distance, 100, 1L, 0);
    return new PairSampler(collection, request, StopSignal.NEVER)
        .sample().pairs().stream()
            .filter(pair -> pair.distance() == distance)
            .mapToDouble(SampledPair::weight)
            .sum();
  }

  private static DocumentCollection collection(
      DocumentStore store, String profile, Stream<Fingerprint> fingerprints) {
    DocumentCollections collections = LoadedCollections.of(store);
    collections.put(
        "pairs",
        new CollectionChange(profile, null, false, null, WeightSource.PROFILE, false, null));
    DocumentCollection collection = collections.get("pairs");
    AtomicInteger number = new AtomicInteger(); // the sample depends on the ids
    NewDocuments.storeAll(
        collection,
        fingerprints.map(fingerprint ->
            NewDocuments.of("document-" + number.getAndIncrement(), fingerprint.toString())));
    return collection;
  }
}
