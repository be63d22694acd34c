package io.neardup.cluster.wire;

import io.neardup.store.CollectionSettings;

/// A collection, as distinguished from others of its name that were created before or after it.
///
/// @param number of its creation
public record CreatedCollection(String name, long number) {

  /// The collection with these settings.
  public static CreatedCollection of(CollectionSettings settings) {
    return new CreatedCollection(settings.name(), settings.creation());
  }
}
