package io.neardup.security;

import java.util.Locale;

/// A permission level of a caller. Each role includes those before it.
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
