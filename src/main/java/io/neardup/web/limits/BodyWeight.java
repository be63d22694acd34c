package io.neardup.web.limits;

/// How much memory the work on JSON takes, told by its bytes alone, about.
/* A byte of text becomes two of a buffer of characters, up to two of a string and one of its normal
form; a word of it, hash, count and places in a table, 50 to 100 bytes for each 7 or so. What costs
more announces itself: an element of an array follows a comma and becomes a string of its own, and
features besides; a tag follows '<', which may be written as an escape, and becomes nodes of a tree. */
public final class BodyWeight {

  /// Shorter bodies and lines weigh nothing: there can be no more of them than threads.
  static final int SHORT = 8 << 10;

  private static final int BYTE = 10;
  private static final int ELEMENT = 90;
  private static final int TAG = 300;
  private static final int ESCAPE = 50;

  private static final int[] WEIGHTS = weights();

  private BodyWeight() {}

  /// What text of that many bytes weighs at least.
  static long ofText(long bytes) {
    return bytes * BYTE;
  }

  /// What bytes weigh beyond [#ofText(long)]. O(length).
  static long ofStructure(byte[] bytes, int offset, int length) {
    long weight = 0;
    for (int i = offset; i < offset + length; i++) {
      weight += WEIGHTS[bytes[i] & 0xFF];
    }
    return weight;
  }

  /// The weight of a line of a stream, 0 if it is short.
  public static long ofLine(byte[] bytes, int offset, int length) {
    return length <= SHORT ? 0 : ofText(length) + ofStructure(bytes, offset, length);
  }

  private static int[] weights() {
    int[] weights = new int[256];
    weights[','] = ELEMENT;
    weights['<'] = TAG;
    weights['\\'] = ESCAPE;
    return weights;
  }
}
