package io.neardup.service.lookup;

import io.neardup.index.Plan;
import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.Fingerprinted;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Revision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The documents of a collection as readers see them: those of this process, or of all instances of
/// a cluster.
public interface Documents {

  /// The number of documents.
  long size();

  /// The document of that id, without its text.
  Optional<Document> find(String id);

  /// The revision of that id, which may have expired.
  Optional<Logged<Put>> stored(String id);

  /// The revision of that id with its text or features, which may have expired.
  ///
  /// @param profile of the collection
  default Optional<Logged<Put>> whole(String id, Profile profile) {
    return stored(id)
        .map(found -> {
          Put put = found.event();
          Revision revision = put.revision();
          String text = text(id).orElse(null);
          Put whole =
              new Put(
                  put.collection(),
                  put.id(),
                  revision.with(
                      revision.metadata(), text, text == null ? vector(id, profile) : null),
                  put.time());
          return new Logged<>(found.position(), whole);
        });
  }

  /// The length of the stored text of a document, or of its features, in bytes; 0 if it has none.
  long contentBytes(String id);

  /// The text of a document, if it is stored.
  Optional<String> text(String id);

  /// The features of a document, by the profile of its collection; null if none are stored.
  @Nullable FeatureVector vector(String id, Profile profile);

  /// The next documents after an id that pass a filter; fewer than `limit` if too many do not pass.
  DocumentPage page(String after, int limit, DocumentFilter filter);

  /// The plan of a lookup.
  Plan plan(Lookup lookup);

  /// The near-duplicates of a text, and the allowed documents among whose neighbours it is.
  ///
  /// @param stop checked periodically
  NearbyDocuments near(Fingerprinted query, Lookup lookup, StopSignal stop);
}
