package io.neardup.spark.pair;

/// Keys of groups in 64 bits: a block and its value, and for parts of a hot group a further block
/// and its value.
///
/// ```
/// bit 63       62..53         52..33             32        31..21   20..1
/// 0            block          value              is part   further  value
/// ```
public final class GroupKey {

  private static final int VALUE_BITS = KeyLayout.MAX_KEY_BITS;
  private static final long VALUE_MASK = (1L << VALUE_BITS) - 1;
  private static final int PART_SHIFT = 32;
  private static final int FURTHER_SHIFT = 21;
  private static final int BLOCK_SHIFT = PART_SHIFT + 1 + VALUE_BITS;

  private GroupKey() {}

  /// The key of a group.
  public static long of(int block, int value) {
    return (long) block << BLOCK_SHIFT | (long) value << PART_SHIFT + 1;
  }

  /// The key of a part of a group.
  public static long part(long group, int further, int value) {
    return group | 1L << PART_SHIFT | (long) further << FURTHER_SHIFT | (long) value << 1;
  }

  /// Whether it is the key of a part.
  public static boolean isPart(long key) {
    return (key >>> PART_SHIFT & 1) != 0;
  }

  /// The group of a part.
  public static long group(long key) {
    return key & -1L << PART_SHIFT + 1;
  }

  /// The block of the group.
  public static int block(long key) {
    return (int) (key >>> BLOCK_SHIFT);
  }

  /// The value of the block.
  public static int value(long key) {
    return (int) (key >>> PART_SHIFT + 1 & VALUE_MASK);
  }

  /// The further block of a part.
  public static int further(long key) {
    return (int) (key >>> FURTHER_SHIFT & (1 << PART_SHIFT - FURTHER_SHIFT) - 1);
  }
}
