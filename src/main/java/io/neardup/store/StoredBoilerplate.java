package io.neardup.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The passages that are marked as boilerplate, by collection. Methods that change them return once
/// the change is on disk, and fail with a [StoreException] (NO_COLLECTION or SUPERSEDED) if the
/// collection was deleted.
public interface StoredBoilerplate {

  /// A passage.
  ///
  /// @param id of ASCII letters and digits
  record MarkedText(String id, String text) {}

  /// Stores a passage in place of one with the same id.
  void put(Incarnation collection, MarkedText passage);

  /// The next passages, in the order of their ids.
  ///
  /// @param after the last id of the page before, null for the first page
  List<MarkedText> list(Incarnation collection, @Nullable String after, int limit);

  /// Deletes a passage.
  ///
  /// @return whether there was one
  boolean remove(Incarnation collection, String id);

  /// Deletes all passages of a collection.
  void clear(Incarnation collection);
}
