package io.neardup.service.peer;

import io.neardup.profile.Profile;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stored document, wherever it is. One of this process is read when something of it is needed,
/// one of another instance was read whole.
///
/// @param isHere whether it is read in this process
/// @param whole as it was read elsewhere; null if there is none
public record StoredDocument(
    DocumentCollection collection, String id, boolean isHere, @Nullable Document whole) {

  /// One of this process, which need not exist.
  public static StoredDocument here(DocumentCollection collection, String id) {
    return new StoredDocument(collection, id, true, null);
  }

  static StoredDocument elsewhere(
      DocumentCollection collection, String id, @Nullable Document whole) {
    return new StoredDocument(collection, id, false, whole);
  }

  /// The document.
  ///
  /// @throws io.neardup.service.RequestException NOT_FOUND if there is none
  public Document get() {
    if (isHere) {
      return collection.get(id);
    }
    if (whole == null) {
      throw collection.missing();
    }
    return whole;
  }

  public Optional<String> text() {
    return isHere
        ? collection.documents().text(id)
        : Optional.ofNullable(whole).map(document -> document.revision().text());
  }

  public Fingerprinted fingerprinted() {
    Document document = get();
    return new Fingerprinted(
        document.fingerprint(),
        collection.profile(),
        document.features(),
        new LazyVector(this::vector));
  }

  private @Nullable FeatureVector vector() {
    Profile profile = collection.profile();
    return isHere
        ? collection.documents().vector(id, profile)
        : whole == null ? null : StoredFeatures.of(whole.revision(), profile);
  }
}
