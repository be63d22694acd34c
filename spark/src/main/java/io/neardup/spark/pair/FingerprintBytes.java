package io.neardup.spark.pair;

import io.neardup.simhash.Fingerprint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Fingerprints in binary columns: 8 bytes per word, the lowest word and byte first.
public final class FingerprintBytes {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private FingerprintBytes() {}

  /// The bytes of a fingerprint.
  public static byte[] of(Fingerprint fingerprint) {
    byte[] bytes = new byte[(fingerprint.bits() + Long.SIZE - 1) / Long.SIZE * Long.BYTES];
    for (int word = 0; word * Long.BYTES < bytes.length; word++) {
      LONGS.set(bytes, word * Long.BYTES, fingerprint.word(word));
    }
    return bytes;
  }

  /// The words of a fingerprint.
  public static long[] words(byte[] bytes) {
    long[] words = new long[bytes.length / Long.BYTES];
    for (int word = 0; word < words.length; word++) {
      words[word] = (long) LONGS.get(bytes, word * Long.BYTES);
    }
    return words;
  }

  /// The fingerprint.
  public static Fingerprint fingerprint(byte[] bytes, int bits) {
    return Fingerprint.of(bits, words(bytes));
  }

  /// The number of differing bits.
  public static int distance(byte[] a, byte[] b) {
    int distance = 0;
    for (int at = 0; at < a.length; at += Long.BYTES) {
      distance += Long.bitCount((long) LONGS.get(a, at) ^ (long) LONGS.get(b, at));
    }
    return distance;
  }
}
