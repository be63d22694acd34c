package io.neardup.store;

import java.util.Locale;

/// Where a collection takes the feature weights for verification from.
public enum WeightSource {
  PROFILE,

  /// The profile, and the inverse document frequencies of the collection.
  COLLECTION;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
