package io.neardup.store;

import java.util.Locale;

/// From what a collection verifies candidates of lookups.
public enum VerifyMode {
  /// Fingerprints alone decide.
  OFF,

  /// The features of the stored texts.
  TEXT,

  /// The hashes and weights of the features, which are stored with each document in place of its
  /// text.
  FEATURES;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
