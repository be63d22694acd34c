package io.neardup.service.peer;

import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stored document, wherever it is, as it was read.
///
/// @param whole with its text and features; null if there is none
public record StoredDocument(DocumentCollection collection, String id, @Nullable Document whole) {

  static StoredDocument of(DocumentCollection collection, String id, @Nullable Put put) {
    return new StoredDocument(collection, id, put == null ? null : Document.of(put));
  }

  /// One of this process, which need not exist.
  public static StoredDocument here(DocumentCollection collection, String id) {
    return of(collection, id, event(collection, id));
  }

  /// The event that has stored a document of this process, null if there is none.
  static @Nullable Put event(DocumentCollection collection, String id) {
    return collection
        .find(id)
        .flatMap(_ -> collection.documents().whole(id))
        .map(document -> document.put(collection.name()))
        .orElse(null);
  }

  /// The document.
  ///
  /// @throws io.neardup.service.RequestException NOT_FOUND if there is none
  public Document get() {
    if (whole == null) {
      throw collection.missing();
    }
    return whole;
  }

  /// Its text, empty if it is not stored.
  public Optional<String> text() {
    return Optional.ofNullable(whole).map(document -> document.revision().text());
  }

  /// Its fingerprint, and its features if they are stored.
  public Fingerprinted fingerprinted() {
    Document document = get();
    return new Fingerprinted(
        document.fingerprint(),
        collection.profile(),
        document.features(),
        new LazyVector(() -> StoredFeatures.of(document.revision(), collection.profile())));
  }
}
