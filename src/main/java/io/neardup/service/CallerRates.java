package io.neardup.service;

import java.util.OptionalInt;

/// Rate limits set for individual callers.
public interface CallerRates {

  /// Requests per second for the current request's caller, 0 for unlimited; empty if the default
  /// applies.
  OptionalInt ofPresentCaller();

  boolean anyConfigured();
}
