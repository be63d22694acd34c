package io.neardup.security;

import java.util.Locale;

/// What a caller may do. Each role may do what the ones before it may.
public enum Role {
  /// Make fingerprints, compare, look up and read.
  READ,

  /// Store and remove documents.
  WRITE,

  /// Everything, the service's own figures too.
  ADMIN;

  /// Its name as Spring Security knows it.
  String authority() {
    return "ROLE_" + name();
  }

  /// Its name as configuration and tokens have it.
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
