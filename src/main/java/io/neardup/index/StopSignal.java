package io.neardup.index;

/// Decides whether a lookup that takes long goes on.
///
/// It is asked on the thread of the lookup, again and again, each time that a further 16,384
/// fingerprints or documents have been looked at: every 20 µs of a scan, about every millisecond
/// where each of them has to be waited for. A lookup that looks at fewer never asks.
@FunctionalInterface
public interface StopSignal {

  /// Lets every lookup go on to its end.
  StopSignal NEVER = () -> {};

  /// Returns if the lookup is to go on.
  ///
  /// @throws RuntimeException if it is not; the lookup ends with that
  void check();
}
