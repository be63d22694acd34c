package io.neardup.store;

import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.disk.Backups;
import io.neardup.store.disk.Backups.Backup;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsTests {

  @TempDir Path temporary;

  @Test
  void aRestoredBackupEqualsTheStore() {
    Backups backups = backups();
    Backup backup;
    List<Document> before;
    try (DocumentStore store = open("data")) {
      store
          .log()
          .append(
              IntStream.range(0, 500).mapToObj(i -> put("id" + i, 1, "{}", "text" + i)).toList());
      before = Documents.list(store);
      backup = backups.create(store);
      store.log().append(List.of(put("later"), Documents.delete("id1")));
    }
    backups.restore(backup.id(), temporary.resolve("restored"));
    try (DocumentStore restored = open("restored")) {
      assertThat(Documents.list(restored)).isEqualTo(before).hasSize(500);
      assertThat(Documents.text(restored, "id1")).contains("text1");
      assertThat(restored.log().read(restored.log().start(), 1000, false).changes()).hasSize(500);
      restored.log().append(List.of(put("new")));
    }
  }

  @Test
  void cursorsOfTheOriginalStoreAreRefused() {
    ChangeCursor cursor;
    try (DocumentStore store = open("data")) {
      store.log().append(List.of(put("a")));
      backups().create(store);
      cursor = store.log().end();
    }
    backups().restore(1, temporary.resolve("restored"));
    try (DocumentStore restored = open("restored")) {
      assertThatThrownBy(() -> restored.log().read(cursor, 10, false))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.OTHER_HISTORY));
    }
  }

  @Test
  void aBackupDuringWritesHasAllEarlierWrites() throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicBoolean ended = new AtomicBoolean();
    int before;
    try (DocumentStore store = open("data")) {
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                while (!ended.get()) {
                  store.log().append(List.of(put("id" + acknowledged.get())));
                  acknowledged.incrementAndGet();
                }
              });
      while (acknowledged.get() < 200) {
        Thread.onSpinWait();
      }
      before = acknowledged.get();
      backups().create(store);
      ended.set(true);
      writer.join();
    }
    backups().restore(1, temporary.resolve("restored"));
    try (DocumentStore restored = open("restored")) {
      int count = Documents.list(restored).size();
      assertThat(count).isBetween(before, acknowledged.get());
      // All of them, in the order in which they were written.
      for (int i = 0; i < count; i++) {
        assertThat(Documents.find(restored, "id" + i)).isPresent();
      }
    }
  }

  @Test
  void onlyTheNewestAreKept() {
    try (DocumentStore store = open("data")) {
      for (int i = 0; i < 4; i++) {
        store.log().append(List.of(put("id" + i)));
        backups().create(store);
      }
    }
    backups().keep(2);
    assertThat(backups().list()).extracting(Backup::id).containsExactly(3, 4);
    backups().restore(3, temporary.resolve("restored"));
    try (DocumentStore restored = open("restored")) {
      assertThat(Documents.list(restored)).hasSize(3);
    }
  }

  @Test
  void aDirectoryWithDocumentsIsNotOverwritten() {
    try (DocumentStore store = open("data")) {
      backups().create(store);
    }
    assertThatThrownBy(() -> backups().restore(1, temporary.resolve("data")))
        .hasMessageContaining("has documents");
    assertThatThrownBy(() -> backups().restore(9, temporary.resolve("restored")))
        .hasMessageContaining("no backup 9");
    assertThatThrownBy(() -> new Backups(temporary.resolve("nowhere")).list())
        .hasMessageContaining("no directory");
  }

  @Test
  void aDamagedBackupIsRefusedAndLeavesNothing() throws IOException {
    try (DocumentStore store = open("data")) {
      store.log().append(Documents.puts(0, 5000));
      backups().create(store);
    }
    Path file = largest(temporary.resolve("backups"));
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Path target = temporary.resolve("restored");
    assertThatThrownBy(() -> backups().restore(1, target))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.DAMAGED))
        .hasMessageContaining("Backup 1 in " + temporary.resolve("backups") + " is damaged");
    assertThat(target.resolve("FORMAT")).doesNotExist();
    assertThat(target.resolve("rocksdb")).doesNotExist();
  }

  private Backups backups() {
    return new Backups(temporary.resolve("backups"));
  }

  private static Path largest(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private DocumentStore open(String name) {
    return Documents.open(temporary.resolve(name));
  }
}
