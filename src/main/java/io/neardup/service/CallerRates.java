package io.neardup.service;

import java.util.OptionalInt;

/// Rate limits of callers that have their own.
public interface CallerRates {

  /// The requests per second of the caller of the current request, 0 for any number; empty if the
  /// default applies.
  OptionalInt ofPresentCaller();

  boolean anyConfigured();
}
