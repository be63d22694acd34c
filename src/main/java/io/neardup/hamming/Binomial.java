package io.neardup.hamming;

/// Binomial coefficients.
public final class Binomial {

  private Binomial() {}

  /// C(n, k), as exact as a double is; finite for every n up to 1,000.
  public static double of(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= Math.min(k, n - k); i++) {
      ways = ways * (n - i + 1) / i;
    }
    return k > n ? 0 : ways;
  }
}
