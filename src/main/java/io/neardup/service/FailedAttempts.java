package io.neardup.service;

/// Counts requests without a valid key or token.
@FunctionalInterface
public interface FailedAttempts {

  /// Counts a request.
  ///
  /// @param address of the client
  /// @return the seconds that this address should wait, 0 if it is within the limit
  long count(String address);
}
