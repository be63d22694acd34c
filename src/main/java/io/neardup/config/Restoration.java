package io.neardup.config;

import io.neardup.store.disk.Backups;
import io.neardup.store.disk.Backups.Backup;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Restores a backup before the documents are opened.
///
/// @param backups directory of the backups, null if not configured
/// @param data directory of the documents
record Restoration(@Nullable Path backups, Path data) {

  private static final Logger log = LoggerFactory.getLogger(Restoration.class);

  /// Restores a backup into the data directory.
  ///
  /// @param which `latest`, or a number
  /// @return its number
  /// @throws IllegalArgumentException if there is none
  int restore(String which) {
    if (backups == null) {
      throw new IllegalArgumentException(
          "neardup.backup-dir must be configured to restore a backup");
    }
    Backups known = new Backups(backups);
    int id = number(which, known);
    known
        .restore(id, data)
        .forEach((collection, failure) ->
            log.error(
                "Backup {} does not have all of collection '{}', which was damaged before; an"
                    + " earlier backup may. {}",
                id,
                collection,
                failure.getMessage()));
    log.info(
        "Restored backup {} of {} into {}; start without neardup.restore next time",
        id,
        backups,
        data);
    return id;
  }

  private int number(String which, Backups known) {
    if (!which.equals("latest")) {
      try {
        return Integer.parseInt(which);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "must be latest or the number of a backup, was '" + which + "'", e);
      }
    }
    List<Backup> all = known.list();
    if (all.isEmpty()) {
      throw new IllegalArgumentException("there is no backup in " + backups);
    }
    return all.getLast().id();
  }
}
