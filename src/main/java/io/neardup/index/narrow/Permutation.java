package io.neardup.index.narrow;

/// An order of the bits of fingerprints: the chosen blocks moved to the front, then the rest.
///
/// Source: Manku, Jain, Das Sarma 2007, §3.
///
/// @param key the bits that go to the front
/// @param rest the bits that follow, none of them in `key`
record Permutation(long key, long rest) {

  /// How many bits are at the front.
  int keyBits() {
    return Long.bitCount(key);
  }

  /// How many bits are ordered at all.
  int bits() {
    return Long.bitCount(key | rest);
  }

  /// The bits of a fingerprint in this order, the first of them the most significant of 64.
  long apply(long fingerprint) {
    int keyBits = keyBits();
    long permuted = Long.compress(fingerprint, key) << (Long.SIZE - keyBits);
    int bits = bits();
    return bits == keyBits
        ? permuted
        : permuted | Long.compress(fingerprint, rest) << (Long.SIZE - bits);
  }
}
