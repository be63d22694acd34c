package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A lookup that probes some tables once, under the query's own key.
///
/// @param tables their numbers
/// @param keys the key bits of each, as a mask
public record EqualKeys(List<Integer> tables, List<Long> keys) implements LookupPath {

  @Override
  public @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match) {
    long differing = query.word(0) ^ match.word(0);
    for (int i = 0; i < keys.size(); i++) {
      long key = keys.get(i);
      if ((differing & key) == 0) {
        return MatchOrigin.ofTable(
            tables.get(i), query.bits(), bit -> (key >>> bit & 1) != 0, query, match, null);
      }
    }
    return null;
  }
}
