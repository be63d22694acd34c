package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.write.Expiry;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.disk.Backups;
import io.neardup.store.disk.DocumentStore;
import io.neardup.store.rocks.Batch;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;
import io.neardup.web.Texts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A collection that cannot be read does not affect the others.
class QuarantineTests {

  private static final byte[] DAMAGED = {0, 0, 0, 0, 0, 0, 0, 9, 5, 0, 64, 1};

  @TempDir private Path data;

  private final MeterRegistry registry = new SimpleMeterRegistry();
  @AutoClose private DocumentStore store;
  private DocumentCollections collections;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS.withMetrics(registry));
    collections = LoadedCollections.of(store);
  }

  @Test
  void aCollectionWithADamagedDocumentIsQuarantined() throws Exception {
    create("a", "r", "z");
    damage(collections.get("r").incarnation(), DAMAGED);
    assertOnlyQuarantined("r", "Some of its documents cannot be read");
  }

  @Test
  void aDocumentOfALaterVersionQuarantinesItsCollection() throws Exception {
    create("a", "r", "z");
    damage(collections.get("r").incarnation(), new byte[] {0, 0, 0, 0, 0, 0, 0, 9, 99, 0, 64, 1});
    assertOnlyQuarantined("r", "schema version 99");
  }

  @Test
  void theDefaultCollectionIsMadeAnewWhenItIsDeleted() throws Exception {
    String usual = DocumentCollections.DEFAULT;
    create("a");
    store(usual, "d", null);
    damage(collections.get(usual).incarnation(), DAMAGED);
    assertThatThrownBy(() -> collections.get(null)).isInstanceOf(RequestException.class);
    collections.drop(usual);
    assertThat(collections.get(null).documents().size()).isZero();
    assertThat(collections.get("a").documents().size()).isEqualTo(1);
  }

  /// More documents of it have expired than are removed at once.
  @Test
  void expiredDocumentsOfAQuarantinedCollectionDoNotKeepThoseOfOthers() throws Exception {
    create("a", "r");
    Instant soon = Instant.now().plus(Duration.ofHours(1));
    store("r", "expired", soon);
    store("a", "expired", soon.plusMillis(1));
    damage(collections.get("r").incarnation(), DAMAGED);
    assertThat(
            store
                .documents()
                .expired(
                    soon.plusSeconds(1),
                    1,
                    each -> collections.find(each.collection()).isPresent()))
        .extracting(each -> each.collection().collection())
        .containsExactly("a");
  }

  @Test
  void changesAreReadWithoutDocumentsThatCannotBe() throws Exception {
    create("a", "r", "z");
    store("r", "e", null);
    damage(collections.get("r").incarnation(), DAMAGED);
    assertThat(store.log().read(store.log().start(), 10, true).changes())
        .extracting(change -> change.event().collection())
        .containsExactlyInAnyOrder("a", "r", "z");
    assertThat(store.log().read(store.log().start(), 10, true).unreadable())
        .singleElement()
        .satisfies(each ->
            assertThat(each.sentence())
                .startsWith("Document 'd' of collection 'r' cannot be read: A record cannot be"));
    RequiredSearch unreadable = registry.get("neardup.changes.unreadable");
    assertThat(unreadable.counter().count()).isEqualTo(2);
  }

  @Test
  void aCollectionWithoutReadableSettingsPreventsTheStart() throws Exception {
    create("a", "r");
    byte[] name = "r".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () -> onDisk(batch -> batch.put(ColumnFamily.COLLECTIONS, name, new byte[] {99})))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("collection 'r' have schema version 99");
    assertThatThrownBy(() -> onDisk(batch -> batch.delete(ColumnFamily.COLLECTIONS, name)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("settings of collection number 3 are missing");
  }

  @Test
  void aBackupOfAQuarantinedCollectionIsRestored() throws Exception {
    create("a", "r", "z");
    damage(collections.get("r").incarnation(), DAMAGED);
    Backups backups = new Backups(data.resolve("backups"));
    backups.create(store);
    Path restored = data.resolve("restored");
    assertThat(backups.restore(1, restored)).containsOnlyKeys("r");
    store.close();
    store = DocumentStore.open(restored, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    assertThat(collections.quarantined()).extracting("name").containsExactly("r");
    assertThat(collections.get("a").get("d").version()).isEqualTo(1);
    assertThat(collections.get("z").get("d").version()).isEqualTo(1);
  }

  private void create(String... names) {
    for (String name : names) {
      collections.put(
          name,
          new CollectionChange(
              "simhash-256-v1", null, false, null, WeightSource.PROFILE, false, null));
      store(name, "d", null);
    }
  }

  private void store(String collection, String id, @Nullable Instant expiresAt) {
    Source source = new Source.OfContent(new Content.Text(Texts.of(1)));
    Expiry expiry = expiresAt == null ? null : new Expiry(expiresAt);
    NewDocuments.store(collections.get(collection), NewDocuments.of(id, source, null, expiry))
        .join();
  }

  /// Replaces a document on disk, and starts again.
  private void damage(Incarnation collection, byte[] row) throws Exception {
    onDisk(
        batch -> batch.put(ColumnFamily.DOCUMENTS, DocumentKey.of(collection.number(), "d"), row));
  }

  /// Changes what is on disk, and starts again.
  private void onDisk(Consumer<Batch> change) {
    store.close();
    try (Database database = Database.open(data.resolve("rocksdb"), 1 << 20);
        Batch batch = database.batch()) {
      change.accept(batch);
      batch.write();
    }
    open();
  }

  private void restart() {
    store.close();
    open();
  }

  private void assertOnlyQuarantined(String name, String reason) {
    assertThat(collections.quarantined())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.name()).isEqualTo(name);
          assertThat(each.reason()).contains(reason);
        });
    assertThat(collections.get("a").get("d").fingerprint().bits()).isEqualTo(256);
    assertThat(collections.get("z").get("d").fingerprint().bits()).isEqualTo(256);
    assertThatThrownBy(() -> collections.get(name))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.QUARANTINED))
        .hasMessageContaining(reason);
    assertThatThrownBy(() -> create(name)).isInstanceOf(RequestException.class);
    collections.drop(name);
    assertThat(collections.find(name).isPresent()).isEqualTo(name.equals("default"));
    create(name);
    restart();
    assertThat(collections.quarantined()).isEmpty();
    assertThat(collections.get(name).get("d").fingerprint().bits()).isEqualTo(256);
  }
}
