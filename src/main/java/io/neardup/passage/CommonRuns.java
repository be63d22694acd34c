package io.neardup.passage;

import io.neardup.profile.TextTokens;
import io.neardup.simhash.Modulo61;
import org.jspecify.annotations.Nullable;

/// How far two texts agree before and after given places. Not thread-safe.
///
/// Tokens are compared one by one, until 16 comparisons per token were made. Then the hashes of all
/// prefixes are computed (Karp, Rabin 1987), and each further call takes O(log tokens), so that
/// repetitive texts do not take quadratic time.
final class CommonRuns {

  private static final int COMPARISONS = 16;

  private final TextTokens a;
  private final TextTokens b;
  private long comparisons;
  private @Nullable Prefixes prefixes;

  CommonRuns(TextTokens a, TextTokens b) {
    this.a = a;
    this.b = b;
    this.comparisons = (long) COMPARISONS * (a.size() + b.size());
  }

  boolean equal(int p, int q) {
    return p >= 0 && q >= 0 && p < a.size() && q < b.size() && a.hash(p) == b.hash(q);
  }

  /// The number of equal tokens from `p` of the first text and `q` of the second on.
  int ahead(int p, int q) {
    int most = Math.min(a.size() - p, b.size() - q);
    Prefixes hashes = prefixes();
    if (hashes != null) {
      return hashes.ahead(p, q, most);
    }
    int count = 0;
    while (count < most && a.hash(p + count) == b.hash(q + count)) {
      count++;
    }
    comparisons -= count + 1;
    return count;
  }

  /// The number of equal tokens before `p` of the first text and `q` of the second.
  int behind(int p, int q) {
    int most = Math.min(p, q);
    Prefixes hashes = prefixes();
    if (hashes != null) {
      return hashes.behind(p, q, most);
    }
    int count = 0;
    while (count < most && a.hash(p - count - 1) == b.hash(q - count - 1)) {
      count++;
    }
    comparisons -= count + 1;
    return count;
  }

  private @Nullable Prefixes prefixes() {
    if (comparisons < 0 && prefixes == null) {
      prefixes = new Prefixes(a, b);
    }
    return prefixes;
  }

  /// The hashes of all prefixes, modulo a prime.
  private static final class Prefixes {

    private final long[] ofA;
    private final long[] ofB;
    private final long[] powers;

    Prefixes(TextTokens a, TextTokens b) {
      ofA = hashes(a);
      ofB = hashes(b);
      powers = new long[Math.max(ofA.length, ofB.length)];
      powers[0] = 1;
      for (int i = 1; i < powers.length; i++) {
        powers[i] = Modulo61.multiply(powers[i - 1], Modulo61.BASE);
      }
    }

    private static long[] hashes(TextTokens tokens) {
      long[] hashes = new long[tokens.size() + 1];
      for (int i = 0; i < tokens.size(); i++) {
        long token = tokens.hash(i);
        hashes[i + 1] =
            (Modulo61.multiply(hashes[i], Modulo61.BASE)
                    + (token & Modulo61.PRIME)
                    + (token >>> 61))
                % Modulo61.PRIME;
      }
      return hashes;
    }

    int ahead(int p, int q, int most) {
      int low = 0;
      int high = most;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (hash(ofA, p, middle) == hash(ofB, q, middle)) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    int behind(int p, int q, int most) {
      int low = 0;
      int high = most;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (hash(ofA, p - middle, middle) == hash(ofB, q - middle, middle)) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    private long hash(long[] prefixes, int from, int length) {
      long left = Modulo61.multiply(prefixes[from], powers[length]);
      long hash = prefixes[from + length] - left;
      return hash < 0 ? hash + Modulo61.PRIME : hash;
    }
  }
}
