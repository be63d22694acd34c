package io.neardup.service;

import java.util.OptionalInt;

/// How many requests callers may send, where they have numbers of their own.
public interface CallerRates {

  /// The requests a second of the caller whose request this thread answers, 0 for any number; empty
  /// if the number for everybody counts.
  OptionalInt ofPresentCaller();

  /// Whether any caller has a number of its own.
  boolean anyConfigured();

  /// Lets the number for everybody count.
  static CallerRates none() {
    return new CallerRates() {
      @Override
      public OptionalInt ofPresentCaller() {
        return OptionalInt.empty();
      }

      @Override
      public boolean anyConfigured() {
        return false;
      }
    };
  }
}
