package io.neardup.cluster.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.index.StopSignal;
import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.DerivedState;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Revision;
import io.neardup.store.StoreOptions;
import io.neardup.store.Verdict;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a replica derives from the events of documents: index, counts of features and passages.
class AppliedDocumentsTests {

  private static final CollectionSettings SETTINGS =
      new CollectionSettings(
          "c",
          "simhash-256-v1",
          null,
          true,
          VerifyMode.TEXT,
          WeightSource.COLLECTION,
          true,
          null,
          Instant.EPOCH,
          5,
          0);

  @TempDir private Path folder;

  private DocumentStore store;
  private DocumentCollection collection;
  private PartitionReplica replica;

  @BeforeEach
  void open() {
    store = DocumentStore.open(folder.resolve("replica"), StoreOptions.DEFAULTS);
    store.collections().put(SETTINGS);
    DocumentCollections collections = LoadedCollections.of(store);
    collection = collections.find("c").orElseThrow();
    replica =
        new PartitionReplica(
            0, store.documents(), (name, created) -> collections.find(name).orElse(null));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void severalEventsOfADocumentInABatchAreAppliedInTheirOrder() {
    apply(put("a", 1, true), put("a", 2, true), put("b", 3, true), put("c", 4, true));
    apply(
        put("a", 5, true),
        delete("a"),
        put("b", 6, true),
        put("b", 6, false),
        delete("c"),
        put("c", 7, true),
        put("d", 8, false),
        put("d", 8, true));
    DerivedState derived = DerivedState.of(collection);
    assertThat(derived.texts()).containsOnlyKeys("b", "c", "d");
    assertThat(Objects.requireNonNull(derived.counted()).documents()).isEqualTo(3);
    assertThat(derived.passages().get("c")).containsExactly("c");
    assertThat(derived.passages().get("b")).as("a disabled document").isEmpty();
    assertThat(derived.near().get("c")).isEmpty();
    assertThat(derived).isEqualTo(rebuilt());
  }

  /// The same events, and the same texts again and again, in batches of any length.
  @Test
  void whatIsDerivedDoesNotDependOnTheBatches() {
    for (int seed = 0; seed < 4; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<OfDocument> events = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String id = "id" + random.nextInt(12);
        events.add(
            random.nextInt(4) == 0
                ? delete(id)
                : put(id, random.nextInt(20), random.nextInt(5) > 0));
      }
      for (int i = 0; i < events.size(); ) {
        int next = Math.min(events.size(), i + 1 + random.nextInt(40));
        apply(events.subList(i, next).toArray(OfDocument[]::new));
        i = next;
      }
      assertThat(DerivedState.of(collection)).as("seed %d", seed).isEqualTo(rebuilt());
    }
  }

  @Test
  void aPartitionThatWasClearedIsBuiltAgain() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.add(record(i, put("id" + i % 15, i, i % 7 > 0)));
    }
    replica.apply(records);
    DerivedState before = DerivedState.of(collection);
    replica.clear(List.of(collection));
    DerivedState none = DerivedState.of(collection);
    assertThat(none.texts()).isEmpty();
    assertThat(Objects.requireNonNull(none.counted()).documents()).isZero();
    assertThat(none.anchors()).isZero();
    replica.apply(records);
    assertThat(DerivedState.of(collection)).isEqualTo(before);
  }

  @Test
  void featuresAreCountedRightWhileEventsAreApplied() throws Exception {
    List<OfDocument> first = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      first.add(put("id" + i, i, true));
    }
    apply(first.toArray(OfDocument[]::new));
    replica.countFeatures(collection.profile(), collection.documents(), false);
    AtomicBoolean counted = new AtomicBoolean();
    Thread applying =
        Thread.ofPlatform()
            .start(() -> {
              SplittableRandom random = new SplittableRandom(1);
              while (!counted.get()) {
                String id = "id" + random.nextInt(2_000);
                apply(random.nextInt(3) == 0 ? delete(id) : put(id, random.nextInt(90), true));
              }
            });
    long before = replica.applied();
    replica.countFeatures(collection.profile(), collection.documents(), true);
    long after = replica.applied();
    counted.set(true);
    applying.join();
    assertThat(after).as("events applied meanwhile").isGreaterThan(before);
    Edition edition = edition(collection);
    replica.countFeatures(collection.profile(), collection.documents(), false);
    assertThat(collection.documents().frequencies()).isNull();
    replica.countFeatures(collection.profile(), collection.documents(), true);
    assertThat(edition).isEqualTo(edition(collection));
  }

  private static Edition edition(DocumentCollection of) {
    return Objects.requireNonNull(of.documents().frequencies()).edition();
  }

  /// What another process reads from the disk.
  private DerivedState rebuilt() {
    DocumentCollections collections = LoadedCollections.of(store);
    return DerivedState.of(collections.find("c").orElseThrow());
  }

  private synchronized void apply(OfDocument... events) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long next = replica.applied();
    for (OfDocument event : events) {
      records.add(record(next++, event));
    }
    replica.apply(records);
  }

  private static Delete delete(String id) {
    return new Delete("c", id, Instant.EPOCH);
  }

  private Put put(String id, int text, boolean enabled) {
    Revision draft =
        collection
            .prepare(
                NewDocuments.of(id, new Source.OfContent(new Content.Text(text(text))), null, null),
                StopSignal.NEVER)
            .incoming()
            .draft();
    Verdict verdict = enabled ? Verdict.NONE : new Verdict(false, false, null, false);
    return new Put("c", id, draft.withVerdict(verdict), Instant.EPOCH);
  }

  /// Half of its words are those of others.
  private static String text(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      text.append("common").append(number % 3).append("w").append(i).append(' ');
    }
    for (int i = 0; i < 30; i++) {
      text.append("own").append(number).append("w").append(i).append(' ');
    }
    return text.toString();
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, OfDocument event) {
    LogRecord written = new Written(SETTINGS.creation(), event, new Stamp(0, offset));
    ProducerRecord<byte[], byte[]> made = written.in("log", 0);
    return new ConsumerRecord<>(
        "log",
        0,
        offset,
        0,
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        made.key(),
        made.value(),
        made.headers(),
        Optional.empty());
  }
}
