package io.neardup.store;

import java.util.List;

/// A page of changes, in order. Of several changes of one document it has only the latest, and a
/// client may receive a document again that it already has.
///
/// @param changes may be empty even if more exist
/// @param next the cursor of the next page
/// @param more whether more changes exist now
/// @param unreadable the documents that are left out
public record ChangePage(
    List<Logged<DocumentEvent>> changes,
    ChangeCursor next,
    boolean more,
    List<Unreadable> unreadable) {

  /// A document that cannot be read.
  public record Unreadable(String collection, String id, StoreException failure) {

    /// A sentence about it.
    public String sentence() {
      return "Document '"
          + id
          + "' of collection '"
          + collection
          + "' cannot be read: "
          + failure.getMessage();
    }
  }
}
