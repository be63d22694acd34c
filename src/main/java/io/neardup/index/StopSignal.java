package io.neardup.index;

/// Decides whether a long lookup continues.
///
/// Called on the thread of the lookup after every 16,384 fingerprints or documents: every 20 µs of
/// a scan, about every millisecond if each of them is a cache miss. Shorter lookups do not call it.
@FunctionalInterface
public interface StopSignal {

  /// Never stops a lookup.
  StopSignal NEVER = () -> {};

  /// Returns if the lookup is to continue.
  ///
  /// @throws RuntimeException to stop it; the lookup ends with this exception
  void check();
}
