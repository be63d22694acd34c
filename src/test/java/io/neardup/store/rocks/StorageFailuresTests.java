package io.neardup.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.Status.Code;
import org.rocksdb.Status.SubCode;

/// Failures on a machine whose user reads German.
class StorageFailuresTests {

  @TempDir private Path directory;

  @Test
  void aMissingFileIsDamageWhenTheStoreIsOpened() throws IOException {
    Files.createFile(directory.resolve("CURRENT"));
    RocksDBException failure =
        failure(
            SubCode.None,
            "Datei oder Verzeichnis nicht gefunden: While open a file for random read: "
                + directory.resolve("000009.sst"));
    assertThat(kind(directory, "open", failure)).isEqualTo(StoreFault.DAMAGED);
    assertThat(kind(directory, "read", failure)).isEqualTo(StoreFault.IO);
    Files.createFile(directory.resolve("000009.sst"));
    assertThat(kind(directory, "open", failure)).isEqualTo(StoreFault.IO);
  }

  @Test
  void aFileThatCannotBeCreatedIsNoDamage() {
    RocksDBException failure =
        failure(
            SubCode.None,
            "Plattenplatzkontingent überschritten: While open a file for appending: "
                + directory.resolve("000012.log"));
    assertThat(kind(directory, "open", failure)).isEqualTo(StoreFault.IO);
  }

  @Test
  void aReadOnlyFileSystemNeedsPermission() throws IOException {
    Path archive = directory.resolve("files.zip");
    try (FileSystem made = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Files.createFile(made.getPath("CURRENT"));
    }
    RocksDBException failure =
        failure(SubCode.None, "Das Dateisystem ist nur lesbar: While open a file: /CURRENT");
    try (FileSystem readOnly =
        FileSystems.newFileSystem(archive, Map.of("accessMode", "readOnly"))) {
      assertThat(kind(readOnly.getPath("/"), "write", failure))
          .isEqualTo(StoreFault.UNUSABLE_DIRECTORY);
    }
    assertThat(kind(directory, "write", failure)).isEqualTo(StoreFault.IO);
  }

  @Test
  void theStatusNamesAFullDisk() {
    assertThat(kind(directory, "write", failure(SubCode.NoSpace, "Kein Speicherplatz verfügbar")))
        .isEqualTo(StoreFault.DISK_FULL);
  }

  @Test
  void aFullDiskAtTheStartNamesAnotherDirectory() {
    RocksDBException failure = failure(SubCode.NoSpace, "No space left on device");
    assertThat(StorageFailures.sentence(directory, "open", failure))
        .hasMessageEndingWith(
            "Free space there, or name another directory by neardup.data-dir, and start again.");
    assertThat(StorageFailures.sentence(directory, "write", failure))
        .hasMessageEndingWith("make room and send it again.");
  }

  private static StoreFault kind(Path directory, String verb, RocksDBException failure) {
    return StorageFailures.sentence(directory, verb, failure).kind();
  }

  private static RocksDBException failure(SubCode code, String message) {
    return new RocksDBException(message, new Status(Code.IOError, code, message));
  }
}
