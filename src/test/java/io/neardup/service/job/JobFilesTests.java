package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Files of jobs.
class JobFilesTests {

  private static final long MORE_THAN_ANY_DISK = Long.MAX_VALUE / 2;

  @TempDir private Path folder;

  @Test
  void theFreeSpaceDecidesWhetherTheDiskIsFull() {
    IOException german = new IOException("Auf dem Gerät ist kein Speicherplatz mehr verfügbar");
    assertThat(files(MORE_THAN_ANY_DISK).failed(german).kind()).isEqualTo(StoreFault.DISK_FULL);
    assertThatThrownBy(() -> files(MORE_THAN_ANY_DISK).requireSpace(1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("neardup.low-disk");
    IOException other = new IOException("no space in the name of this file");
    assertThat(files(0).failed(other).kind()).isEqualTo(StoreFault.IO);
  }

  @Test
  void aMissingDirectoryIsNotAFullDisk() {
    JobFiles files = new JobFiles(folder.resolve("missing"), MORE_THAN_ANY_DISK, new JsonMapper());
    files.requireSpace(1); // writing then fails
    assertThat(files.failed(new IOException("missing")).kind()).isEqualTo(StoreFault.IO);
  }

  @Test
  void unfinishedFilesAndOldResultsAreDeleted() throws IOException {
    JobFiles files = files(0);
    Path part = Files.writeString(folder.resolve("one.ndjson.part"), "half");
    Path old = Files.writeString(folder.resolve("old.ndjson"), "{}\n");
    Path recent = Files.writeString(folder.resolve("recent.ndjson"), "{}\n");
    Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
    files.prepare();
    files.removeOld(Instant.EPOCH.plusSeconds(1));
    assertThat(part).doesNotExist();
    assertThat(old).doesNotExist();
    assertThat(recent).exists();
  }

  private JobFiles files(long lowDisk) {
    return new JobFiles(folder, lowDisk, new JsonMapper());
  }
}
