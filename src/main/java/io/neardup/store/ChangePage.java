package io.neardup.store;

import io.neardup.simhash.FeatureVector;
import io.neardup.store.DocumentEvent.Put;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// The chars after which a page ends, of changes or of documents, whatever number was requested:
  /// it is held in memory until it is sent.
  public static final int MAX_CHARS = 1 << 20;

  private static final int CHARS_OF_FEATURE = 8;

  /// The chars of a change that count for [#MAX_CHARS]: of its id, text, or features, and metadata.
  public static long chars(DocumentEvent event) {
    if (!(event instanceof Put put)) {
      return 0;
    }
    FeatureVector vector = put.revision().vector();
    return (long) length(put.id())
        + length(put.revision().text())
        + length(put.revision().metadata())
        + (vector == null ? 0L : (long) CHARS_OF_FEATURE * vector.size());
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
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
