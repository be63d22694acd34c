package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// The way that a lookup went, from which it follows how it found a match: nothing is noted while
/// it runs.
@FunctionalInterface
public interface LookupPath {

  /// How the lookup of `query` found `match`: in the first table that leads to it. O(tables *
  /// bits).
  ///
  /// @return null if no table leads to it: it was written while the lookup ran
  @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match);
}
