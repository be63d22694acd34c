package io.neardup.service.peer;

import io.neardup.profile.Profile;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.store.Document;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stored document, on any instance, with its text or features.
///
/// @param whole null if it does not exist
public record StoredDocument(DocumentCollection collection, String id, @Nullable Document whole) {

  /// A document in this process, which need not exist.
  public static StoredDocument here(DocumentCollection collection, String id) {
    return new StoredDocument(
        collection,
        id,
        collection
            .find(id)
            .flatMap(document -> collection.documents().whole(document.id()))
            .orElse(null));
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

  public Optional<String> text() {
    return Optional.ofNullable(whole).map(document -> document.revision().text());
  }

  public Fingerprinted fingerprinted() {
    Document document = get();
    Profile profile = collection.profile();
    return new Fingerprinted(
        document.fingerprint(),
        profile,
        document.features(),
        new LazyVector(() -> StoredFeatures.of(document.revision(), profile)));
  }
}
