package io.neardup.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Operations on eight ASCII bytes in one long (SIMD within a register). Byte 0 is the least
/// significant one.
final class Swar {

  /// The number of bytes in a long.
  static final int BYTES = Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  /// A multiplier that collects the lowest bit of each byte in the highest byte, byte 0 lowest.
  private static final long GATHER = 0x0102040810204080L;

  private Swar() {}

  static long get(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void set(byte[] bytes, int at, long eight) {
    LONG.set(bytes, at, eight);
  }

  /// Whether a byte is not ASCII.
  static boolean hasNonAscii(long eight) {
    return (eight & HIGH) != 0;
  }

  /// Not 0 if one of the bytes is `sought`.
  static long equal(long ascii, int sought) {
    long zeroWhereEqual = ascii ^ sought * ONES;
    return zeroWhereEqual - ONES & ~zeroWhereEqual & HIGH;
  }

  /// The bytes in lower case.
  static long toLowerCase(long ascii) {
    return ascii | between(ascii, 'A', 'Z') >>> 2; // 0x80 >>> 2 is the distance of the two cases
  }

  /// Bit i is 1 if byte i is a letter or a digit.
  static int wordBits(long ascii) {
    long words = between(ascii | 0x20 * ONES, 'a', 'z') | between(ascii, '0', '9');
    return (int) ((words >>> 7) * GATHER >>> 56);
  }

  /// 0x80 in each byte from `first` to `last`. A sum of two bytes below 0x80 never carries into the
  /// next byte.
  private static long between(long ascii, int first, int last) {
    return ascii + (0x80 - first) * ONES & ~(ascii + (0x7F - last) * ONES) & HIGH;
  }
}
