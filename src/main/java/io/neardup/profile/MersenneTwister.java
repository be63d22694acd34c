package io.neardup.profile;

/// The generator mt19937, equal to `std::mt19937` of C++.
///
/// Source: Matsumoto, Nishimura, *Mersenne Twister*, ACM TOMACS 8(1), 1998.
final class MersenneTwister {

  private static final int SIZE = 624;
  private static final int SHIFT = 397;

  private final int[] state = new int[SIZE];
  private int next = SIZE;

  MersenneTwister(int seed) {
    state[0] = seed;
    for (int i = 1; i < SIZE; i++) {
      state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
    }
  }

  /// The next `count` outputs.
  int[] take(int count) {
    int[] outputs = new int[count];
    for (int i = 0; i < count; i++) {
      outputs[i] = next();
    }
    return outputs;
  }

  private int next() {
    if (next == SIZE) {
      twist();
    }
    int y = state[next++];
    y ^= y >>> 11;
    y ^= y << 7 & 0x9D2C5680;
    y ^= y << 15 & 0xEFC60000;
    return y ^ y >>> 18;
  }

  private void twist() {
    for (int i = 0; i < SIZE; i++) {
      int y = state[i] & 0x80000000 | state[(i + 1) % SIZE] & 0x7FFFFFFF;
      state[i] = state[(i + SHIFT) % SIZE] ^ y >>> 1 ^ (y & 1) * 0x9908B0DF;
    }
    next = 0;
  }
}
