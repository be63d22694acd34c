package io.neardup.service.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.Backups;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/// The reported status of backups, which is cached instead of read from disk each time.
class BackupServiceTests {

  @TempDir private Path folder;

  private Instant now = Instant.parse("2030-01-01T00:00:00Z");
  private final InstantSource source = () -> now;

  @Test
  void metricsAreAMinuteOldAtMost() {
    Path directory = folder.resolve("backups");
    try (DocumentStore store = DocumentStore.open(folder.resolve("data"), StoreOptions.DEFAULTS)) {
      BackupService service = service(store, directory);
      assertThat(service.known().count()).isZero();
      service.create(null);
      assertThat(service.known().count()).as("just made").isOne();
      service.create(null);
      assertThat(service.known().count()).isEqualTo(2);
      assertThat(service.known().newest()).isEqualTo(service.list().getLast().time());
      new Backups(directory).keep(1);
      now = now.plusSeconds(59);
      assertThat(service.known().count()).isEqualTo(2);
      now = now.plusSeconds(2);
      assertThat(service.known().count()).isOne();
    }
  }

  @Test
  void sharedFilesAreCountedOnce() throws IOException {
    Path directory = folder.resolve("backups");
    try (DocumentStore store = DocumentStore.open(folder.resolve("data"), StoreOptions.DEFAULTS)) {
      BackupService service = service(store, directory);
      service.create(null);
      service.create(null);
      assertThat(service.known().bytes()).isEqualTo(onDisk(directory)).isPositive();
    }
  }

  @Test
  void unreadableDirectoriesHaveNoBackups() throws IOException {
    Path directory = folder.resolve("backups");
    try (DocumentStore store = DocumentStore.open(folder.resolve("data"), StoreOptions.DEFAULTS)) {
      BackupService service = service(store, directory);
      service.create(null);
      assertThat(FileSystemUtils.deleteRecursively(directory.resolve("meta"))).isTrue();
      Files.writeString(directory.resolve("meta"), "no directory");
      assertThatThrownBy(service::list).isInstanceOf(StoreException.class);
      assertThat(service.known().count()).isZero();
    }
  }

  private BackupService service(DocumentStore store, Path directory) {
    return new BackupService(store, directory, source.withZone(ZoneOffset.UTC));
  }

  private static long onDisk(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
