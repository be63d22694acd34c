package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// The tables, probes or scan of a lookup, from which it follows how it found a match: lookups
/// record nothing while they run.
@FunctionalInterface
public interface LookupPath {

  /// A scan of all fingerprints.
  LookupPath SCAN = (query, match) -> MatchOrigin.SCAN;

  /// How the lookup of `query` found `match`: in the first table that leads to it. O(tables *
  /// bits).
  ///
  /// @return null if no table leads to it: it was written while the lookup ran
  @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match);
}
