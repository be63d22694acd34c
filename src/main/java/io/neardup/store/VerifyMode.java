package io.neardup.store;

import java.util.Locale;

/// What a collection verifies lookup candidates from.
public enum VerifyMode {
  /// Fingerprints alone decide.
  OFF,

  /// The features of the stored texts.
  TEXT,

  /// The hashes and weights of the features, stored with each document instead of its text.
  FEATURES;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
