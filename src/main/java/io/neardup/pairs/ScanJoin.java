package io.neardup.pairs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Finds every pair within a distance by comparing every row with every other, tile by tile.
///
/// n^2 / 2 comparisons, in vector instructions: a tile is held by columns, small enough for the
/// first-level cache, and all rows of another tile pass over it. Takes as much memory again as the
/// rows.
final class ScanJoin {

  static final int TILE = 1024;

  private final Rows rows;
  private final int words;
  private final int tiles;
  private final int maxDistance;
  private final long[] tiled; // tile t from t * words * TILE on
  private final RowColumns columns;
  private final PairSink sink;
  private final JoinRun run;

  ScanJoin(Rows rows, int maxDistance, PairSink sink, JoinRun run) {
    this.rows = rows;
    this.words = rows.wordCount();
    this.tiles = (rows.size() + TILE - 1) / TILE;
    this.maxDistance = maxDistance;
    this.tiled = new long[Math.multiplyExact(tiles * TILE, words)];
    this.columns = new RowColumns(tiled, words, TILE);
    this.sink = sink;
    this.run = run;
  }

  /// Runs the join in the pool of the calling thread.
  void join() {
    join(IntStream.range(0, tiles).toArray());
  }

  /// The same for the rows of these tiles only, each with all that follow.
  void join(int[] chosen) {
    run.begin(IntStream.of(chosen).mapToLong(tile -> tiles - tile).sum());
    Parallel.each(tiles, this::transpose);
    AtomicInteger next = new AtomicInteger();
    Parallel.each(
        Math.min(chosen.length, 256),
        task -> {
          for (int i = next.getAndIncrement(); i < chosen.length; i = next.getAndIncrement()) {
            for (int other = chosen[i]; other < tiles && !run.isCancelled(); other++) {
              join(chosen[i], other);
              run.did(1);
            }
          }
        });
  }

  private void transpose(int tile) {
    int first = tile * TILE;
    for (int i = 0, count = rowsOf(tile); i < count; i++) {
      for (int w = 0; w < words; w++) {
        tiled[(tile * words + w) * TILE + i] = rows.words()[(first + i) * words + w];
      }
    }
  }

  private int rowsOf(int tile) {
    return Math.min(TILE, rows.size() - tile * TILE);
  }

  private void join(int tile, int other) {
    int first = tile * TILE;
    int count = rowsOf(other);
    int[] distances = new int[RowColumns.RUN];
    for (int row = first, end = first + rowsOf(tile); row < end; row++) {
      // A tile's comparison with itself begins at the run of the row, whose least distance is 0.
      int from = tile == other ? (row - first) / RowColumns.RUN * RowColumns.RUN : 0;
      for (; from < count; from += RowColumns.RUN) {
        int length = Math.min(RowColumns.RUN, count - from);
        int at = other * words * TILE + from;
        if (columns.nearest(rows.words(), row * words, at, length, distances) <= maxDistance) {
          collect(row, other * TILE + from, length);
        }
      }
    }
  }

  private void collect(int row, int from, int length) {
    for (int other = Math.max(from, row + 1); other < from + length; other++) {
      int distance = rows.distance(row, other);
      if (distance <= maxDistance) {
        sink.pair(row, other, distance);
      }
    }
  }
}
