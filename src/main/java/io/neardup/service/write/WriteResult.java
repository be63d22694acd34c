package io.neardup.service.write;

import io.neardup.service.lookup.LookupResult;
import io.neardup.store.Document;
import io.neardup.store.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of storing a document.
///
/// @param id that it has or would have been stored under
/// @param outcome whether it was stored
/// @param document as stored, null if it was skipped
/// @param duplicates its near-duplicates stored earlier, without itself
/// @param removed ids of the near-duplicates it replaced
/// @param position of the write in the log, null if it was skipped or is not committed yet
/// @param container the document that contains it, if it was skipped for that reason
public record WriteResult(
    String id,
    Outcome outcome,
    @Nullable Document document,
    LookupResult duplicates,
    List<String> removed,
    @Nullable Position position,
    ContainerSearch.@Nullable Container container) {

  /// The result for a document that was not stored.
  ///
  /// @param container the document that contains it, null if it has near-duplicates
  static WriteResult skipped(
      String id, LookupResult duplicates, ContainerSearch.@Nullable Container container) {
    return new WriteResult(id, Outcome.SKIPPED, null, duplicates, List.of(), null, container);
  }

  public WriteResult at(@Nullable Position known) {
    return new WriteResult(
        id,
        outcome,
        document == null ? null : document.at(known),
        duplicates,
        removed,
        known,
        container);
  }

  public enum Outcome {
    /// It was stored under a new id.
    ADDED,

    /// It was stored as the next version of the document with that id.
    REPLACED,

    /// It was not stored, because it has near-duplicates.
    SKIPPED
  }
}
