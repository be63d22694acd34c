package io.neardup.web.limits;

/// Estimates how much memory a JSON request takes while it is processed, from its bytes alone.
/* A byte of text becomes two in a buffer of characters, up to two in a string and one in its normal
form; a word of about seven bytes becomes a hash, a count and table entries, 50 to 100 bytes. More
expensive parts are recognised by a byte: an array element, which becomes a string and features, by its
comma; a tag, which becomes nodes of a tree, by '<' or by the backslash of an escape. */
public final class BodyWeight {

  /// Shorter bodies and lines do not count: there are at most as many of them as threads.
  static final int SHORT = 8 << 10;

  private static final int BYTE = 10;
  private static final int ELEMENT = 90;
  private static final int TAG = 300;
  private static final int ESCAPE = 50;

  private static final int[] WEIGHTS = weights();

  private BodyWeight() {}

  /// A lower bound of the memory for text of that many bytes.
  static long ofText(long bytes) {
    return bytes * BYTE;
  }

  /// The memory for a stored text of that many bytes; 0 if it is short.
  public static long ofStored(long bytes) {
    return bytes <= SHORT ? 0 : ofText(bytes);
  }

  /// The memory for JSON structure in addition to [#ofText(long)]. O(length).
  static long ofStructure(byte[] bytes, int offset, int length) {
    long weight = 0;
    for (int i = offset; i < offset + length; i++) {
      weight += WEIGHTS[bytes[i] & 0xFF];
    }
    return weight;
  }

  /// The memory for a line of a stream; 0 if it is short.
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
