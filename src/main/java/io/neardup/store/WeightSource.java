package io.neardup.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Where the weights of the features come from, by which a collection verifies candidates.
public enum WeightSource {
  PROFILE,

  /// The profile, and the inverse document frequencies of the collection.
  COLLECTION;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<WeightSource> find(String label) {
    return Arrays.stream(values()).filter(source -> source.label().equals(label)).findFirst();
  }
}
