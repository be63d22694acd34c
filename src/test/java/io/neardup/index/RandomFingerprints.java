package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// Generates random fingerprints, and flips bits.
public final class RandomFingerprints {

  private RandomFingerprints() {}

  /// A fingerprint of uniformly distributed bits.
  public static Fingerprint anywhere(int bits, SplittableRandom random) {
    return of(bits, word -> random.nextLong());
  }

  /// That many random fingerprints.
  public static Fingerprint[] anywhere(int count, int bits, SplittableRandom random) {
    return IntStream.range(0, count)
        .mapToObj(i -> anywhere(bits, random))
        .toArray(Fingerprint[]::new);
  }

  /// The fingerprint with exactly `count` random bits flipped.
  public static Fingerprint flipped(Fingerprint fingerprint, int count, SplittableRandom random) {
    int[] bits = new int[fingerprint.bits()];
    Arrays.setAll(bits, i -> i);
    long[] words = words(fingerprint);
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i, bits.length);
      int bit = bits[other];
      bits[other] = bits[i];
      words[bit / Long.SIZE] ^= 1L << bit;
    }
    return Fingerprint.of(fingerprint.bits(), words);
  }

  /// The fingerprint with the bits flipped that are set in `mask`.
  public static Fingerprint xor(Fingerprint fingerprint, long... mask) {
    return of(
        fingerprint.bits(), word -> fingerprint.word(word) ^ (word < mask.length ? mask[word] : 0));
  }

  /// The bits of `one` where `mask` is 1, and those of `other` where it is 0.
  public static Fingerprint blend(Fingerprint one, Fingerprint other, long[] mask) {
    return of(one.bits(), word -> one.word(word) & mask[word] | other.word(word) & ~mask[word]);
  }

  /// The fingerprint with these words, without their bits beyond its width.
  public static Fingerprint of(int bits, IntToLongFunction word) {
    long[] words = new long[Math.ceilDiv(bits, Long.SIZE)];
    Arrays.setAll(words, word);
    words[words.length - 1] &= -1L >>> -bits;
    return Fingerprint.of(bits, words);
  }

  /// The words of the fingerprint.
  public static long[] words(Fingerprint fingerprint) {
    long[] words = new long[Math.ceilDiv(fingerprint.bits(), Long.SIZE)];
    Arrays.setAll(words, fingerprint::word);
    return words;
  }
}
