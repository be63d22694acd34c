package io.neardup.passage;

import io.neardup.profile.TextTokens;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// How far two texts agree before and after given places. Not thread-safe.
///
/// Compares tokens one by one, up to 16 comparisons per token. After that it computes the hashes of
/// all prefixes (Karp, Rabin 1987), and each further call takes O(log tokens), so that repetitive
/// texts do not take quadratic time.
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

  /// Finds by bisection how far runs have equal hashes.
  private static final class Prefixes {

    private final PrefixHashes hashes = new PrefixHashes();
    private final long[] ofA;
    private final long[] ofB;

    Prefixes(TextTokens a, TextTokens b) {
      ofA = hashes.of(a, 0, a.size());
      ofB = hashes.of(b, 0, b.size());
    }

    int ahead(int p, int q, int most) {
      return longest(most, length -> areEqual(p, q, length));
    }

    int behind(int p, int q, int most) {
      return longest(most, length -> areEqual(p - length, q - length, length));
    }

    private static int longest(int most, IntPredicate areEqual) {
      int low = 0;
      int high = most;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (areEqual.test(middle)) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    private boolean areEqual(int p, int q, int length) {
      return hashes.hash(ofA, p, length) == hashes.hash(ofB, q, length);
    }
  }
}
