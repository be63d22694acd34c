package io.neardup.index;

/// How many bytes objects take on a heap of less than 32 GB, where a reference takes four: a header
/// of 12 bytes, 16 with the length of an array, and padding to 8.
public final class HeapBytes {

  private static final int HEADER = 12;
  private static final int ARRAY_HEADER = 16;
  private static final int ALIGNMENT = 8;

  private HeapBytes() {}

  /// An array.
  public static long array(long length, int elementBytes) {
    return aligned(ARRAY_HEADER + length * elementBytes);
  }

  /// An object with so many fields of that size.
  public static long object(int fields, int fieldBytes) {
    return aligned(HEADER + (long) fields * fieldBytes);
  }

  private static long aligned(long bytes) {
    return bytes + ALIGNMENT - 1 & -ALIGNMENT;
  }
}
