package io.neardup.store;

import static io.neardup.store.Documents.COLLECTION;
import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.neardup.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk of 128 MB, which only root can make.
class DiskFullTests {

  private static final String TEXT = "text ".repeat(20_000);

  @TempDir Path disk;

  @BeforeEach
  void mount() throws Exception {
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", disk.toString()))
        .as("may mount a small disk")
        .isZero();
  }

  /// Lazily: the native library may have been loaded from there.
  @AfterEach
  void unmount() throws Exception {
    run("umount", "--lazy", disk.toString());
  }

  @Test
  void writesGoOnOnceThereIsRoom() throws Exception {
    Path filler = Files.write(disk.resolve("filler"), new byte[90 << 20]);
    List<String> acknowledged = new ArrayList<>();
    StoreException refused;
    try (DurableStore store = open()) {
      refused = storeUntilRefused(store, acknowledged);
      assertThat(refused.kind()).isEqualTo(Kind.DISK_FULL);
      assertThat(refused)
          .hasMessageContaining("The disk under " + disk)
          .hasMessageContaining("make room and send it again");
      assertThat(refused.mayPass()).isTrue();
      assertThat(acknowledged).isNotEmpty().allSatisfy(id -> assertStored(store, id));
      Files.delete(filler);
      storeOnceThereIsRoom(store, "after");
      acknowledged.add("after");
      assertThat(acknowledged).allSatisfy(id -> assertStored(store, id));
    }
    try (DurableStore store = open()) {
      assertThat(acknowledged).allSatisfy(id -> assertStored(store, id));
    }
  }

  private static StoreException storeUntilRefused(DurableStore store, List<String> acknowledged) {
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

  /// RocksDB looks for room every few seconds.
  private static void storeOnceThereIsRoom(DurableStore store, String id) throws Exception {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try {
        store.log().append(List.of(put(id, 1, null, id + TEXT)));
        return;
      } catch (StoreException e) {
        if (System.nanoTime() > giveUp) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  private static void assertStored(DurableStore store, String id) {
    assertThat(store.documents().text(COLLECTION, id)).contains(id + TEXT);
  }

  private DurableStore open() {
    DurableStore store = DurableStore.open(disk.resolve("data"), StoreOptions.DEFAULTS);
    Documents.makeCollection(store);
    return store;
  }

  private static int run(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      return -1; // there is no such command
    }
  }
}
