package io.neardup.index;

/// Object sizes in bytes on a heap of less than 32 GB, where a reference takes four bytes: a header
/// of 12 bytes, or 16 with an array length, and padding to 8.
public final class HeapBytes {

  private static final int HEADER = 12;
  private static final int ARRAY_HEADER = 16;
  private static final int ALIGNMENT = 8;

  private HeapBytes() {}

  /// The size of an array.
  public static long array(long length, int elementBytes) {
    return aligned(ARRAY_HEADER + length * elementBytes);
  }

  /// The size of an object with fields of one size.
  public static long object(int fields, int fieldBytes) {
    return aligned(HEADER + (long) fields * fieldBytes);
  }

  private static long aligned(long bytes) {
    return bytes + ALIGNMENT - 1 & -ALIGNMENT;
  }
}
