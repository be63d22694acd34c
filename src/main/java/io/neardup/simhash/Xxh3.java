package io.neardup.simhash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// XXH3, 64 bits, seed 0: the hash of a feature's UTF-8.
///
/// A published hash, so that fingerprints can be computed in any language. Implemented here so that
/// programs that only compute fingerprints need no library.
///
/// Source: Yann Collet, *xxHash specification*, version 0.8 of the algorithm.
public final class Xxh3 {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] SECRET =
      HexFormat.of()
          .parseHex(
              "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                  + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                  + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                  + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                  + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                  + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

  private static final long PRIME32_1 = 0x9E3779B1L;
  private static final long PRIME32_2 = 0x85EBCA77L;
  private static final long PRIME32_3 = 0xC2B2AE3DL;
  private static final long PRIME64_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME64_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME64_3 = 0x165667B19E3779F9L;
  private static final long PRIME64_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME64_5 = 0x27D4EB2F165667C5L;
  private static final long PRIME_MX1 = 0x165667919E3779F9L;
  private static final long PRIME_MX2 = 0x9FB21C651E98DF25L;

  private static final int STRIPE = 64;
  private static final int STRIPES_PER_BLOCK = (192 - STRIPE) / 8;

  private static final long FLIP_1_TO_3 = secret32(0) ^ secret32(4);
  private static final long FLIP_4_TO_8 = secret(8) ^ secret(16);
  private static final long FLIP_9_TO_16_LOW = secret(24) ^ secret(32);
  private static final long FLIP_9_TO_16_HIGH = secret(40) ^ secret(48);
  private static final long EMPTY = avalancheXxh64(secret(56) ^ secret(64));

  private Xxh3() {}

  /// The hash of `bytes[start, end)`. O(end - start), no allocation below 241 bytes.
  public static long hash(byte[] bytes, int start, int end) {
    int length = end - start;
    if (length <= 16) {
      return hashUpTo16(bytes, start, length);
    }
    if (length <= 128) {
      return hash17To128(bytes, start, length);
    }
    return length <= 240 ? hash129To240(bytes, start, length) : hashLong(bytes, start, length);
  }

  /// The hash of the UTF-8 of `text`.
  public static long hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return hash(bytes, 0, bytes.length);
  }

  private static long hashUpTo16(byte[] bytes, int start, int length) {
    if (length > 8) {
      long low = get64(bytes, start) ^ FLIP_9_TO_16_LOW;
      long high = get64(bytes, start + length - 8) ^ FLIP_9_TO_16_HIGH;
      return avalanche(length + Long.reverseBytes(low) + high + foldedMultiply(low, high));
    }
    if (length == 0) {
      return EMPTY;
    }
    return start + 8 <= bytes.length
        ? hashUpTo8(get64(bytes, start), length)
        : hashUpTo8(tail(bytes, start), length);
  }

  /// Two algorithms for two ranges of lengths. Computes both and selects one result without a
  /// branch, because word lengths cannot be predicted.
  ///
  /// @param word begins with the bytes; the following bytes are ignored
  private static long hashUpTo8(long word, int length) {
    long first = word & 0xFFFFFFFFL;
    long last = word >>> 8 * (length - 4) & 0xFFFFFFFFL; // of 4 to 8 bytes
    long keyed = (last + (first << 32)) ^ FLIP_4_TO_8;
    keyed ^= Long.rotateLeft(keyed, 49) ^ Long.rotateLeft(keyed, 24);
    keyed *= PRIME_MX2;
    keyed ^= (keyed >>> 35) + length;
    keyed *= PRIME_MX2;
    keyed ^= keyed >>> 28;

    long middle = word >>> 8 * (length >> 1) & 0xFF; // of 1 to 3 bytes
    long end = word >>> 8 * (length - 1) & 0xFF;
    long combined = (word & 0xFF) << 16 | middle << 24 | end | (long) length << 8;
    long few = avalancheXxh64(combined ^ FLIP_1_TO_3);

    long isFew = (long) length - 4 >> 63; // -1 for 1 to 3 bytes
    return few & isFew | keyed & ~isFew;
  }

  /// The last bytes of the array, padded with 0.
  private static long tail(byte[] bytes, int start) {
    long word = 0;
    for (int i = bytes.length - 1; i >= start; i--) {
      word = word << 8 | bytes[i] & 0xFF;
    }
    return word;
  }

  private static long hash17To128(byte[] bytes, int start, int length) {
    long sum = length * PRIME64_1;
    for (int i = (length - 1) / 32; i >= 0; i--) {
      sum += mix16(bytes, start + 16 * i, 32 * i);
      sum += mix16(bytes, start + length - 16 * (i + 1), 32 * i + 16);
    }
    return avalanche(sum);
  }

  private static long hash129To240(byte[] bytes, int start, int length) {
    long sum = length * PRIME64_1;
    for (int i = 0; i < 8; i++) {
      sum += mix16(bytes, start + 16 * i, 16 * i);
    }
    sum = avalanche(sum);
    for (int i = 8; i < length / 16; i++) {
      sum += mix16(bytes, start + 16 * i, 16 * (i - 8) + 3);
    }
    return avalanche(sum + mix16(bytes, start + length - 16, 136 - 17));
  }

  private static long hashLong(byte[] bytes, int start, int length) {
    long[] sums = {
      PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1
    };
    int blockLength = STRIPE * STRIPES_PER_BLOCK;
    int blocks = (length - 1) / blockLength;
    for (int block = 0; block < blocks; block++) {
      int at = start + block * blockLength;
      for (int stripe = 0; stripe < STRIPES_PER_BLOCK; stripe++) {
        accumulate(sums, bytes, at + stripe * STRIPE, stripe * 8);
      }
      scramble(sums);
    }
    int at = start + blocks * blockLength;
    int stripes = (length - 1 - blocks * blockLength) / STRIPE;
    for (int stripe = 0; stripe < stripes; stripe++) {
      accumulate(sums, bytes, at + stripe * STRIPE, stripe * 8);
    }
    accumulate(sums, bytes, start + length - STRIPE, 192 - STRIPE - 7);
    long result = length * PRIME64_1;
    for (int i = 0; i < 4; i++) {
      result +=
          foldedMultiply(
              sums[2 * i] ^ secret(11 + 16 * i), sums[2 * i + 1] ^ secret(11 + 16 * i + 8));
    }
    return avalanche(result);
  }

  private static void accumulate(long[] sums, byte[] bytes, int at, int secretAt) {
    for (int i = 0; i < 8; i++) {
      long value = get64(bytes, at + 8 * i);
      long keyed = value ^ secret(secretAt + 8 * i);
      sums[i ^ 1] += value;
      sums[i] += (keyed & 0xFFFFFFFFL) * (keyed >>> 32);
    }
  }

  private static void scramble(long[] sums) {
    for (int i = 0; i < 8; i++) {
      long sum = sums[i];
      sums[i] = (sum ^ sum >>> 47 ^ secret(192 - STRIPE + 8 * i)) * PRIME32_1;
    }
  }

  private static long mix16(byte[] bytes, int at, int secretAt) {
    return foldedMultiply(
        get64(bytes, at) ^ secret(secretAt), get64(bytes, at + 8) ^ secret(secretAt + 8));
  }

  /// The 128-bit product, its halves folded together.
  private static long foldedMultiply(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }

  private static long avalanche(long hash) {
    hash = (hash ^ hash >>> 37) * PRIME_MX1;
    return hash ^ hash >>> 32;
  }

  private static long avalancheXxh64(long hash) {
    hash = (hash ^ hash >>> 33) * PRIME64_2;
    hash = (hash ^ hash >>> 29) * PRIME64_3;
    return hash ^ hash >>> 32;
  }

  private static long get64(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  private static long secret(int at) {
    return get64(SECRET, at);
  }

  private static long secret32(int at) {
    return (int) INT.get(SECRET, at) & 0xFFFFFFFFL;
  }
}
