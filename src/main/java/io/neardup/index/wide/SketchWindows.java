package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import io.neardup.index.Probing;

/// The bits of a fingerprint that each table stores beside the row number, as its sketch: the bits
/// that cyclically follow the table's key block, as many as fit into a long without reaching that
/// block again.
///
/// ```
///   256 bits    | block 15 | ... | block 4 | block 3 | block 2 | block 1 | block 0 |
///   table 0                      ╰─────────────── sketch ───────────────╯   key
///   table 15        key                    ╰────────────────── sketch ────────────╯
/// ```
///
/// @param blocks the blocks of fingerprints
/// @param longest the maximum number of bits of a sketch, 1 to 64
public record SketchWindows(Blocks blocks, int longest) {

  /// The windows for 64-bit sketches with these blocks.
  public SketchWindows(Blocks blocks) {
    this(blocks, Long.SIZE);
  }

  /// The number of bits of the sketches of a table.
  int width(int table) {
    return Math.min(longest, blocks.bits() - (blocks.width(table) + blocks.dropped()));
  }

  /// The sketch of the fingerprint whose words begin at `at`.
  long sketch(int table, long[] words, int at) {
    int from = blocks.end(table) % blocks.bits();
    int width = width(table);
    int first = Math.min(width, blocks.bits() - from);
    long sketch = Blocks.run(words, at, from, first);
    return first == width ? sketch : sketch | Blocks.run(words, at, 0, width - first) << first;
  }

  /// The smallest threshold known to preserve the bound of the probing without sketches.
  /// Sufficient, but maybe larger than necessary.
  ///
  /// [WideProbing] has the proof: with R(t) = radius(t) + 1, a threshold T is sufficient if for
  /// every probed table t
  ///
  /// ```
  ///   T + 1 >= coverage * R(t) + sum over the keys j of min(R(j), bits of key j in the sketch of t)
  /// ```
  int lossless(Probing probing) {
    int least = 0;
    int coverage = coverage();
    for (int table = 0; table < blocks.keys(); table++) {
      int radius = probing.radius(table);
      if (radius >= 0) {
        int needed = coverage * (radius + 1);
        for (int other = 0; other < blocks.keys(); other++) {
          int common = common(table, blocks.from(other), blocks.end(other));
          needed += Math.min(Math.max(0, probing.radius(other) + 1), common);
        }
        least = Math.max(least, Math.min(needed - 1, width(table)));
      }
    }
    return least;
  }

  /// The maximum number of sketches that contain the same bit.
  private int coverage() {
    int most = 0;
    for (int first = 0; first < blocks.keys(); first++) {
      int in = 0;
      for (int table = 0; table < blocks.keys(); table++) {
        in += common(table, blocks.end(first), blocks.end(first) + 1);
      }
      most = Math.max(most, in);
    }
    return most;
  }

  /// How many of the bits `from` to `to - 1` are in the sketch of a table.
  private int common(int table, int from, int to) {
    int start = blocks.end(table);
    int end = start + width(table);
    return overlap(from, to, start, end)
        + overlap(from, to, start - blocks.bits(), end - blocks.bits())
        + overlap(from, to, start + blocks.bits(), end + blocks.bits());
  }

  private static int overlap(int from, int to, int start, int end) {
    return Math.max(0, Math.min(to, end) - Math.max(from, start));
  }
}
