package io.neardup.hamming;

/// Enumerates the keys within a few bits of a key, as combinations of its last `width` bits to
/// flip: first none, then each single bit, then each pair, and so on.
///
/// ```
/// for (int flips = 0;
///     NearbyKeys.isWithin(flips, width, radius);
///     flips = NearbyKeys.next(flips, width)) {
///   ... key ^ flips ...
/// }
/// ```
public final class NearbyKeys {

  private NearbyKeys() {}

  /// The number of keys of `width` bits within `radius` of a key: the sum of C(width, i) over i up
  /// to the radius.
  public static long count(int width, int radius) {
    double keys = 0;
    for (int flips = 0; flips <= Math.min(radius, width); flips++) {
      keys += Binomial.of(width, flips);
    }
    return Math.round(keys);
  }

  /// All combinations of at most `radius` bits, 0 first. O(count).
  ///
  /// @param width 0 to 30
  public static int[] all(int width, int radius) {
    int[] all = new int[Math.toIntExact(count(width, radius))];
    for (int i = 1; i < all.length; i++) {
      all[i] = next(all[i - 1], width);
    }
    return all;
  }

  /// Whether the flips are within the last `width` bits, and at most `radius`.
  public static boolean isWithin(int flips, int width, int radius) {
    return Integer.bitCount(flips) <= radius && flips >>> width == 0;
  }

  /// The next combination: the next larger number with equally many bits, or the smallest one with
  /// one more bit if that exceeds the last `width` bits.
  ///
  /// Source: Beeler, Gosper, Schroeppel, "HAKMEM", 1972, item 175.
  ///
  /// @param width 0 to 30
  public static int next(int flips, int width) {
    if (flips == 0) {
      return 1;
    }
    int carried = flips + Integer.lowestOneBit(flips);
    int next = carried | (flips ^ carried) >>> Integer.numberOfTrailingZeros(flips) + 2;
    return next >>> width == 0 ? next : (2 << Integer.bitCount(flips)) - 1;
  }
}
