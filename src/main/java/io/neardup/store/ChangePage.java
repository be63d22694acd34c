package io.neardup.store;

import io.neardup.store.DocumentEvent.Put;
import java.util.List;

/// A page of changes, in order. Of several changes to one document it has only the latest, and a
/// client may receive a document that it already has.
///
/// @param changes may be empty even if more exist
/// @param next the cursor of the next page
/// @param more whether more changes exist now
/// @param unreadable documents left out because they cannot be read
public record ChangePage(
    List<Logged<DocumentEvent>> changes,
    ChangeCursor next,
    boolean more,
    List<Unreadable> unreadable) {

  /// The chars after which a page of changes or documents ends, whatever number was requested: a
  /// page is held in memory until it is sent.
  public static final int MAX_CHARS = 1 << 20;

  /// The chars of a change that count towards [#MAX_CHARS].
  public static long chars(DocumentEvent event) {
    return event instanceof Put put ? Document.of(put).chars() : 0;
  }

  /// A document that cannot be read.
  public record Unreadable(String collection, String id, StoreException failure) {

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
