package io.neardup.security;

import io.neardup.service.CallerRates;
import java.util.OptionalInt;

/// The rate limits of keys that have their own.
///
/// @param anyConfigured whether at least one key has its own limit
record KeyRates(boolean anyConfigured) implements CallerRates {

  @Override
  public OptionalInt ofPresentCaller() {
    return CallerAuthentication.current()
        .map(Caller::requestsPerSecond)
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }
}
