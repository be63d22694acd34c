package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Incarnation;
import io.neardup.store.Partitions;
import io.neardup.store.StoreOptions;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.disk.DocumentStore;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;
import io.neardup.web.Texts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.WriteBatch;

/// A collection that cannot be read does not affect the others.
class QuarantineTests {

  @TempDir private Path data;

  private DocumentStore store;
  private DocumentCollections collections;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aCollectionWithFingerprintsOfAnotherWidthIsQuarantined() {
    create("a", "r", "z");
    Put wide = put("r");
    // Former versions stored a write that was under way while the collection was created again.
    collections.drop("r");
    collections.put("r", new CollectionChange("simhash-512-v1", null, false, null));
    store.log().append(List.of(wide));
    restart();
    assertOnlyQuarantined("r", "have 256 bits, but its profile 'simhash-512-v1'");
  }

  @Test
  void aCollectionWithADamagedDocumentIsQuarantined() throws Exception {
    create("a", "r", "z");
    damage(collections.get("r").incarnation(), new byte[] {0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 64, 1});
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
    damage(collections.get(usual).incarnation(), new byte[] {0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 64, 1});
    assertThatThrownBy(() -> collections.get(null)).isInstanceOf(RequestException.class);
    collections.drop(usual);
    assertThat(collections.get(null).documents()).isZero();
    assertThat(collections.get("a").documents()).isEqualTo(1);
  }

  /// More documents of it have expired than are removed at once.
  @Test
  void expiredDocumentsOfAQuarantinedCollectionDoNotKeepThoseOfOthers() throws Exception {
    create("a", "r");
    Instant soon = Instant.now().plus(Duration.ofHours(1));
    store("r", "expired", soon);
    store("a", "expired", soon.plusMillis(1));
    damage(collections.get("r").incarnation(), new byte[] {0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 64, 1});
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

  private void create(String... names) {
    for (String name : names) {
      collections.put(name, new CollectionChange("simhash-256-v1", null, false, null));
      store(name, "d", null);
    }
  }

  private void store(String collection, String id, @Nullable Instant expiresAt) {
    DocumentCollection to = collections.get(collection);
    to.store(
            to.prepare(
                new NewDocument(
                    id,
                    new Source.OfContent(new Content.Text(Texts.of(1))),
                    null,
                    LookupRequest.NOTHING,
                    OnDuplicate.ADD,
                    expiresAt == null ? null : new Expiry(expiresAt),
                    null,
                    Precondition.NONE),
                StopSignal.NEVER),
            null)
        .join();
  }

  private Put put(String collection) {
    return store
        .documents()
        .find(collections.get(collection).incarnation(), "d")
        .orElseThrow()
        .event();
  }

  /// Replaces a document on disk, and starts again.
  private void damage(Incarnation collection, byte[] row) throws Exception {
    Partitions partitions = new Partitions(store.documents().partitions());
    close();
    try (Database database = Database.open(data.resolve("rocksdb"), 1 << 20);
        WriteBatch batch = new WriteBatch()) {
      batch.put(
          database.handle(ColumnFamily.DOCUMENTS),
          DocumentKey.of(partitions, collection.number(), "d"),
          row);
      database.write(batch);
    }
    open();
  }

  private void restart() {
    close();
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
    create(name);
    restart();
    assertThat(collections.quarantined()).isEmpty();
    assertThat(collections.get(name).get("d").fingerprint().bits()).isEqualTo(256);
  }
}
