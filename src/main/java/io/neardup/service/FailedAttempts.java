package io.neardup.service;

/// Counts the requests of those who do not show who they are, or cannot.
@FunctionalInterface
public interface FailedAttempts {

  /// Counts one more.
  ///
  /// @param address it came from
  /// @return the seconds that this address should wait, 0 if there are not too many
  long count(String address);
}
