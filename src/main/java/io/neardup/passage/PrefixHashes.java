package io.neardup.passage;

import io.neardup.profile.TextTokens;
import io.neardup.simhash.Modulo61;
import java.util.Arrays;

/// Computes the hash of any token run of a text in O(1), from the hashes of all prefixes (Karp,
/// Rabin 1987). Not thread-safe.
final class PrefixHashes {

  private long[] powers = {1};

  /// The hashes of all prefixes of a run of tokens. O(to - from), 8 bytes per token.
  long[] of(TextTokens text, int from, int to) {
    int known = powers.length;
    if (to - from >= known) {
      powers = Arrays.copyOf(powers, Math.max(to - from + 1, known * 2));
      for (int i = known; i < powers.length; i++) {
        powers[i] = Modulo61.multiply(powers[i - 1], Modulo61.BASE);
      }
    }
    long[] hashes = new long[to - from + 1];
    for (int i = from; i < to; i++) {
      long token = text.hash(i);
      hashes[i - from + 1] =
          (Modulo61.multiply(hashes[i - from], Modulo61.BASE)
                  + (token & Modulo61.PRIME)
                  + (token >>> 61))
              % Modulo61.PRIME;
    }
    return hashes;
  }

  /// The hash of a run.
  ///
  /// @param prefixes returned by [#of]
  long hash(long[] prefixes, int from, int length) {
    long hash = prefixes[from + length] - Modulo61.multiply(prefixes[from], powers[length]);
    return hash < 0 ? hash + Modulo61.PRIME : hash;
  }
}
