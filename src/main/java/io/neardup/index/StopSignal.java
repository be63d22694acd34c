package io.neardup.index;

/// Decides whether a long lookup continues, and what memory it may take.
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

  /// Counts memory that the result takes until it is written. By default it may take any.
  ///
  /// @param bytes what it takes in addition; below 0 for what it takes no longer
  /// @throws RuntimeException to stop the lookup, as there is not enough
  default void hold(long bytes) {}

  /// Counts the memory to process a stored text of some bytes until the result is written, or until
  /// it is given back by [#hold]. By default it may be of any length.
  ///
  /// @return the memory
  /// @throws RuntimeException to stop the lookup, as there is not enough
  default long holdText(long textBytes) {
    return 0;
  }
}
