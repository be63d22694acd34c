package io.neardup.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A path in the tree of keys of a [TableJoin]: the blocks on which the fingerprints of a range
/// agree, and the blocks in which a pair of them must differ to belong to the path. Immutable.
final class KeyPath {

  private final int bits;
  private final int maxDistance;
  private final List<Block> layout;
  private final int next; // the first undecided block of the layout
  private final int skippable; // number of further blocks in which a pair may differ
  private final long agreed;
  private final long[] differing;
  private final Block key; // the bits of the last block that are not yet partitioned by
  private @Nullable List<KeyPath> children;

  /// A run of bits.
  private record Block(int shift, int width) {
    long mask() {
      return -1L >>> (Long.SIZE - width) << shift;
    }
  }

  private KeyPath(
      int bits,
      int maxDistance,
      List<Block> layout,
      int next,
      int skippable,
      long agreed,
      long[] differing,
      Block key) {
    this.bits = bits;
    this.maxDistance = maxDistance;
    this.layout = layout;
    this.next = next;
    this.skippable = skippable;
    this.agreed = agreed;
    this.differing = differing;
    this.key = key;
  }

  /// The root, without agreement on any block.
  ///
  /// @param blocks more than `maxDistance`
  static KeyPath root(int bits, int maxDistance, int blocks) {
    List<Block> layout = new ArrayList<>();
    for (int block = 0, shift = bits; block < blocks; block++) {
      int width = bits / blocks + (block < bits % blocks ? 1 : 0);
      shift -= width;
      layout.add(new Block(shift, width));
    }
    Block none = new Block(0, 0);
    return new KeyPath(bits, maxDistance, layout, 0, maxDistance, 0, new long[0], none);
  }

  /// The number of key bits not yet partitioned by. If it is 0, ranges are partitioned further by
  /// each of the [#children()].
  int keyBits() {
    return key.width;
  }

  /// The first of the next `count` bits of the key.
  int shiftOf(int count) {
    return key.shift + key.width - count;
  }

  /// This path after partitioning by `count` more bits of its key.
  KeyPath after(int count) {
    Block left = new Block(key.shift, key.width - count);
    return new KeyPath(bits, maxDistance, layout, next, skippable, agreed, differing, left);
  }

  /// Whether a range that varies only in these bits can have pairs of this path.
  boolean isOpen(long varying) {
    for (long mask : differing) {
      if ((varying & mask) == 0) {
        return false;
      }
    }
    return true;
  }

  /// Whether a range that varies only in these bits agrees on the rest of the key.
  boolean agrees(long varying) {
    return (varying >>> key.shift & ~(-1L << key.width)) == 0;
  }

  /// Whether a pair with these differing bits is found on this path, and on no other one with as
  /// many blocks.
  boolean owns(long difference) {
    if ((difference & agreed) != 0) {
      return false;
    }
    for (long mask : differing) {
      if ((difference & mask) == 0) {
        return false;
      }
    }
    return true;
  }

  /// The child paths, of which each pair of this path belongs to exactly one. Empty if too few bits
  /// are left.
  List<KeyPath> children() {
    List<KeyPath> known = children;
    if (known == null) {
      known =
          List.copyOf(layout.size() - next > skippable ? follow(layout, next, skippable) : relay());
      children = known;
    }
    return known;
  }

  private List<KeyPath> follow(List<Block> blocks, int from, int mayDiffer) {
    List<KeyPath> paths = new ArrayList<>();
    long[] skipped = differing;
    for (int j = 0; j <= mayDiffer; j++) {
      Block block = blocks.get(from + j);
      paths.add(
          new KeyPath(
              bits,
              maxDistance,
              blocks,
              from + j + 1,
              mayDiffer - j,
              agreed | block.mask(),
              skipped,
              block));
      skipped = Arrays.copyOf(skipped, skipped.length + 1);
      skipped[skipped.length - 1] = block.mask();
    }
    return paths;
  }

  /// Divides the bits that are not agreed on into new blocks.
  private List<KeyPath> relay() {
    List<Block> blocks = open();
    while (blocks.size() <= maxDistance) {
      blocks.sort(Comparator.comparingInt(Block::width).reversed());
      Block longest = blocks.isEmpty() ? new Block(0, 1) : blocks.getFirst();
      if (longest.width == 1) {
        return List.of();
      }
      int half = longest.width / 2;
      blocks.set(0, new Block(longest.shift + half, longest.width - half));
      blocks.add(new Block(longest.shift, half));
    }
    blocks.sort(Comparator.comparingInt(Block::width).reversed());
    return follow(blocks, 0, maxDistance);
  }

  private List<Block> open() {
    List<Block> runs = new ArrayList<>();
    for (int bit = 0; bit < bits; ) {
      int end = bit;
      while (end < bits && (agreed >>> end & 1) == 0) {
        end++;
      }
      if (end > bit) {
        runs.add(new Block(bit, end - bit));
      }
      bit = end + 1;
    }
    return runs;
  }
}
