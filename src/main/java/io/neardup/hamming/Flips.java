package io.neardup.hamming;

/// Enumerates combinations of the last bits of a number to flip: first none, then each single bit,
/// then each pair, and so on.
///
/// ```
/// for (int flips = 0; Flips.isWithin(flips, width, radius); flips = Flips.next(flips, width)) {
///   ... key ^ flips ...
/// }
/// ```
public final class Flips {

  private Flips() {}

  /// Whether the flips are within the last `width` bits, and at most `radius`.
  public static boolean isWithin(int flips, int width, int radius) {
    return Integer.bitCount(flips) <= radius && flips >>> width == 0;
  }

  /// The next combination: the next larger number with as many bits, or the smallest one with one
  /// more bit if that exceeds the last `width` bits.
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
