package io.neardup.index.wide;

import io.neardup.index.MatchOrigin;
import io.neardup.index.MatchOrigin.SketchMatch;
import io.neardup.index.Probing;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// The probed buckets of a lookup, and the sketch threshold: rows in these buckets are compared in
/// full if their sketch differs from the query's in at most `threshold` bits.
///
/// @param keys the buckets
/// @param windows the sketches
/// @param threshold 0 or more; the width of a sketch accepts all rows
public record WideProbing(Probing keys, SketchWindows windows, int threshold)
    implements WideLookupPath {

  /* Why sketches preserve the bound

  Let m tables be probed, table t with radius R(t) - 1. Without sketches, a fingerprint that is not found
  differs in R(t) or more bits of each key, and keys share no bits: the bound is the sum of R(t), less 1.

  With sketches and threshold T, a fingerprint that is not found may be missed by some tables, K, for its
  key as before, and by the others, S, for its sketch, which then differs in T + 1 or more bits. Take R(t)
  differing bits of the key of each t in K: together the sum of R(t) over K. How many more differing bits
  must there be? Count each differing bit once for every sketch of S that it is in: that makes |S| (T + 1)
  at least. The bits taken from keys account for at most

      sum over t in S of B(t),      B(t) = sum over the keys j of min(R(j), bits of j in the sketch of t)

  and each of the others counts at most c times if no bit is in more than c sketches. So the others
  are at least (sum over S of T + 1 - B(t)) / c, which is the sum of R(t) over S or more if

      T + 1 >= c R(t) + B(t)      for every t,

  and then the fingerprint differs in the sum of all R(t) or more bits, as without sketches.

  256 bits in 16 blocks of 16, each with a table, all of radius r: a sketch is four blocks, so
  B = 4 (r + 1), c = 4, T + 1 >= 8 (r + 1). With a table for every second block a sketch has two keys in it
  and each bit is in two sketches: T + 1 >= 4 (r + 1).

  A smaller T suffices for the buckets of smaller radii, which are probed as well, so their bound holds; and no
  T excludes fingerprints that differ in at most T bits altogether. */

  /// The distance up to which every fingerprint is found.
  int exactTo() {
    int step = keys.step();
    while (step > threshold + 1 && windows.lossless(new Probing(keys.blocks(), step)) > threshold) {
      step--;
    }
    return step - 1;
  }

  /// Whether a row in a table is compared with the query in full.
  ///
  /// @param differing the bits in which row and query differ
  boolean covers(int table, long[] differing) {
    return Integer.bitCount(keys.blocks().value(table, differing)) <= keys.radius(table)
        && Long.bitCount(windows.sketch(table, differing, 0)) <= threshold;
  }

  /// The first table in which a row is compared with the query in full, or -1.
  int firstCovering(long[] words, long[] query) {
    long[] differing = differing(words, query);
    for (int table = 0; table < tables(); table++) {
      if (covers(table, differing)) {
        return table;
      }
    }
    return -1;
  }

  private static long[] differing(long[] words, long[] query) {
    long[] differing = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      differing[i] = words[i] ^ query[i];
    }
    return differing;
  }

  @Override
  public @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match) {
    long[] queried = RowOwners.words(query);
    long[] matched = RowOwners.words(match);
    int table = firstCovering(matched, queried);
    if (table < 0) {
      return null;
    }
    int distance = Long.bitCount(windows.sketch(table, differing(matched, queried), 0));
    return keys.origin(table, query, match, new SketchMatch(distance, threshold));
  }

  /// The number of probed tables, which are the first ones.
  int tables() {
    return Math.min(keys.blocks().keys(), keys.step());
  }
}
