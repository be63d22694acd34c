package io.neardup.service;

/// Counts requests without a valid key or token.
@FunctionalInterface
public interface FailedAttempts {

  /// Counts a request.
  ///
  /// @param address of the client
  /// @return how many seconds this address should wait, 0 if within the limit
  long count(String address);
}
