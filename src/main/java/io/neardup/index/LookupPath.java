package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// The tables, probes or scan of a lookup. It determines afterwards how a match was found, so that
/// lookups record nothing while they run.
@FunctionalInterface
public interface LookupPath {

  /// A scan of all fingerprints.
  LookupPath SCAN = (query, match) -> MatchOrigin.SCAN;

  /// How the lookup of `query` found `match`: the first table that contains it under a probed key.
  /// O(tables * bits).
  ///
  /// @return null if no probed bucket contains it: it was written while the lookup ran
  @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match);
}
