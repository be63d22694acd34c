package io.neardup.index;

/// Decides whether a long lookup continues, and how much memory it may take.
///
/// Called on the lookup's thread after every 16,384 fingerprints or documents: every 20 µs of a
/// scan, about every millisecond if each of them is a cache miss. Shorter lookups do not call it.
@FunctionalInterface
public interface StopSignal {

  /// Never stops a lookup.
  StopSignal NEVER = () -> {};

  /// Returns if the lookup may continue.
  ///
  /// @throws RuntimeException to stop it; the lookup ends with this exception
  void check();

  /// Counts memory that the result takes until it is written. Unlimited by default.
  ///
  /// @param bytes additional memory; negative for memory given back
  /// @throws RuntimeException to stop the lookup for lack of memory
  default void hold(long bytes) {}

  /// Counts the memory to process a stored text until the result is written, or until [#hold] gives
  /// it back. Unlimited by default.
  ///
  /// @return the memory
  /// @throws RuntimeException to stop the lookup for lack of memory
  default long holdText(long textBytes) {
    return 0;
  }
}
