package io.neardup.service.backup;

import io.neardup.store.disk.Backups.Backup;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The backups on disk.
///
/// @param newest when the newest was created, null if there is none
/// @param count their number
/// @param bytes their size on disk, shared files counted once
public record BackupStatus(@Nullable Instant newest, int count, long bytes) {

  static final BackupStatus NONE = new BackupStatus(null, 0, 0);

  static BackupStatus of(List<Backup> backups, long bytes) {
    return new BackupStatus(
        backups.isEmpty() ? null : backups.getLast().time(), backups.size(), bytes);
  }
}
