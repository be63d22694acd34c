package io.neardup.store;

import java.util.Locale;

/// Where the weights of the features come from, by which a collection verifies candidates.
public enum WeightSource {
  PROFILE,

  /// The profile, and the inverse document frequencies of the collection.
  COLLECTION;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
