package io.neardup.service.job;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/// What a clean-up has kept to undo its changes.
///
/// @param file an [UndoEntry] a line
/// @param documents about how many were changed
record KeptChanges(JsonMapper mapper, Path file, long documents) {

  /// Whether there may be a change to undo.
  boolean isAny() {
    return !forEach(entries -> false);
  }

  /// Passes the documents that were changed, by the batches of the clean-up. Documents of a batch
  /// whose outcome is not recorded, since the process ended, are passed as changed.
  ///
  /// @param batches receives each batch that is not empty, and returns whether to go on
  /// @return whether all were passed
  boolean forEach(Predicate<List<UndoEntry>> batches) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      List<UndoEntry> batch = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        UndoEntry entry = mapper.readValue(line, UndoEntry.class);
        if (entry.left() == null) {
          batch.add(entry);
          continue;
        }
        Set<String> left = new HashSet<>(Objects.requireNonNull(entry.left()));
        batch.removeIf(each -> left.contains(each.document()));
        if (!batch.isEmpty() && !batches.test(batch)) {
          return false;
        }
        batch = new ArrayList<>();
      }
      return batch.isEmpty() || batches.test(batch);
    } catch (IOException e) {
      throw new StoreException(
          StoreFault.IO,
          "What a job has changed cannot be read from " + file + ": " + e + ". Check the disk.",
          e);
    }
  }
}
