package io.neardup.security;

import java.util.Locale;

/// A caller's permission level. Each role includes the ones before it.
public enum Role {
  /// Compute fingerprints, compare, look up and read.
  READ,

  /// Store and delete documents.
  WRITE,

  /// Everything, including administration and metrics.
  ADMIN;

  /// Its name in configuration and tokens.
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
