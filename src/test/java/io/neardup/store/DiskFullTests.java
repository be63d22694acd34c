package io.neardup.store;

import static io.neardup.Eventually.await;
import static io.neardup.store.Documents.COLLECTION;
import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.SmallDisk;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The behaviour of the store when the disk is full.
class DiskFullTests {

  private static final String TEXT = "text ".repeat(20_000);

  private final MeterRegistry registry = new SimpleMeterRegistry();

  @TempDir Path disk;
  private SmallDisk small;

  @BeforeEach
  void mount() throws Exception {
    small = SmallDisk.mount(disk);
  }

  @AfterEach
  void unmount() throws Exception {
    if (small != null) {
      small.close();
    }
  }

  @Test
  void writesSucceedAgainOnceSpaceIsFree() throws Exception {
    Path filler = small.fill();
    List<String> acknowledged = new ArrayList<>();
    StoreException refused;
    try (DocumentStore store = open()) {
      refused = storeUntilRefused(store, acknowledged);
      assertThat(refused.kind()).isEqualTo(StoreFault.DISK_FULL);
      assertThat(refused)
          .hasMessageContaining("The disk under " + disk)
          .hasMessageContaining("make room and send it again");
      assertThat(refused.mayPass()).isTrue();
      assertThat(store.acceptsWrites()).isFalse();
      assertThat(registry.get("neardup.store.sync.failures").counter().count()).isPositive();
      assertThat(acknowledged).isNotEmpty().allSatisfy(id -> assertStored(store, id));
      Files.delete(filler);
      storeOnceThereIsRoom(store, "after");
      acknowledged.add("after");
      assertThat(store.acceptsWrites()).isTrue();
      assertThat(acknowledged).allSatisfy(id -> assertStored(store, id));
    }
    try (DocumentStore store = open()) {
      assertThat(acknowledged).allSatisfy(id -> assertStored(store, id));
    }
  }

  private static StoreException storeUntilRefused(DocumentStore store, List<String> acknowledged) {
    while (true) {
      String id = "id" + acknowledged.size();
      try {
        store.log().append(List.of(put(id, 1, null, id + TEXT)));
        acknowledged.add(id);
      } catch (StoreException e) {
        return e;
      }
    }
  }

  /// RocksDB checks for free space every few seconds.
  private static void storeOnceThereIsRoom(DocumentStore store, String id) {
    await()
        .ignoreException(StoreException.class)
        .untilAsserted(() -> store.log().append(List.of(put(id, 1, null, id + TEXT))));
  }

  private static void assertStored(DocumentStore store, String id) {
    assertThat(store.documents().text(store.collections().incarnation(COLLECTION), id))
        .contains(id + TEXT);
  }

  private DocumentStore open() {
    DocumentStore store =
        DocumentStore.open(disk.resolve("data"), StoreOptions.DEFAULTS.withMetrics(registry));
    Documents.makeCollection(store);
    return store;
  }
}
