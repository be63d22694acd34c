package io.neardup.simhash;

import java.security.SecureRandom;

/// Arithmetic for polynomial hashes of rows of numbers, modulo the prime 2^61 - 1 (Karp, Rabin
/// 1987).
public final class Modulo61 {

  /// The modulus.
  public static final long PRIME = (1L << 61) - 1;

  /// Where polynomials are evaluated: random in every process, so that clients cannot provoke
  /// collisions.
  public static final long BASE = new SecureRandom().nextLong(1L << 32, PRIME);

  private Modulo61() {}

  /// a * b modulo [#PRIME].
  ///
  /// @param a 0 or more, below 2^62
  /// @param b 0 or more, below 2^61
  public static long multiply(long a, long b) {
    long product = a * b;
    long sum = (product & PRIME) + (Math.multiplyHigh(a, b) << 3 | product >>> 61);
    return sum % PRIME;
  }
}
