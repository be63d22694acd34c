package io.neardup.index.narrow;

/// An order of the bits of fingerprints: the key blocks first, then the rest.
///
/// Source: Manku, Jain, Das Sarma 2007, §3.
///
/// @param key the bits that come first
/// @param rest the bits that follow, none of them in `key`
record Permutation(long key, long rest) {

  /// The number of key bits.
  int keyBits() {
    return Long.bitCount(key);
  }

  /// The number of ordered bits.
  int bits() {
    return Long.bitCount(key | rest);
  }

  /// The bits of a fingerprint in this order, beginning at the most significant of 64.
  long apply(long fingerprint) {
    int keyBits = keyBits();
    long permuted = Long.compress(fingerprint, key) << (Long.SIZE - keyBits);
    int bits = bits();
    return bits == keyBits
        ? permuted
        : permuted | Long.compress(fingerprint, rest) << (Long.SIZE - bits);
  }
}
