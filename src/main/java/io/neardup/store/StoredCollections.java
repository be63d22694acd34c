package io.neardup.store;

import java.util.List;
import java.util.Optional;

/// The collections of a store, with their settings.
public interface StoredCollections {

  Optional<CollectionSettings> find(String name);

  List<CollectionSettings> list();

  Incarnation put(CollectionSettings settings);

  /// The fingerprint of a fixed sample text as the collection's profile computed it, in hex; empty
  /// if it was not stored.
  Optional<String> sample(String name);

  /// Stores the fingerprint of the sample text, to detect a changed profile.
  void putSample(String name, String sample);

  /// The current collection of that name.
  ///
  /// @throws StoreException NO_COLLECTION if it does not exist
  Incarnation incarnation(String name);

  /// Whether a collection still exists.
  boolean isPresent(Incarnation incarnation);

  /// Refuses work for a collection that was deleted since the work began.
  ///
  /// @throws StoreException SUPERSEDED if it was created again meanwhile, else NO_COLLECTION
  void require(Incarnation incarnation);
}
