package io.neardup.pairs;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Finds every pair within a distance by comparing every row with every other, tile by tile.
///
/// n^2 / 2 comparisons, in vector instructions: a tile is stored by columns, word w of all of its
/// rows contiguous, small enough for the first-level cache, and is compared with all rows of
/// another tile. Takes as much memory again as the rows.
final class ScanJoin {

  static final int TILE = 1024;

  /// Rows whose distances are computed in one run, and examined one by one only if one is within
  /// the distance.
  private static final int RUN = 256;

  private final FingerprintSnapshot snapshot;
  private final int words;
  private final int tiles;
  private final int maxDistance;
  private final long[] columns; // tile t begins at t * words * TILE on
  private final PairSink sink;
  private final JoinRun run;

  ScanJoin(FingerprintSnapshot snapshot, int maxDistance, PairSink sink, JoinRun run) {
    this.snapshot = snapshot;
    this.words = snapshot.wordCount();
    this.tiles = (snapshot.size() + TILE - 1) / TILE;
    this.maxDistance = maxDistance;
    this.columns = new long[Math.multiplyExact(tiles * TILE, words)];
    this.sink = sink;
    this.run = run;
  }

  /// Runs the join in the pool of the calling thread.
  void join() {
    join(IntStream.range(0, tiles).toArray());
  }

  /// Compares the rows of these tiles only, each with all rows that follow.
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
        columns[(tile * words + w) * TILE + i] = snapshot.words()[(first + i) * words + w];
      }
    }
  }

  private int rowsOf(int tile) {
    return Math.min(TILE, snapshot.size() - tile * TILE);
  }

  private void join(int tile, int other) {
    int first = tile * TILE;
    int count = rowsOf(other);
    int[] distances = new int[RUN];
    for (int row = first, end = first + rowsOf(tile); row < end; row++) {
      int from = tile == other ? (row - first) / RUN * RUN : 0;
      for (; from < count; from += RUN) {
        int length = Math.min(RUN, count - from);
        int at = other * words * TILE + from;
        if (nearest(row, at, length, distances) <= maxDistance) {
          collect(row, other * TILE + from, length);
        }
      }
    }
  }

  /// A lower bound of the distances between a row and some rows of a tile; 0 if a tile is compared
  /// with itself.
  private int nearest(int row, int at, int length, int[] distances) {
    long[] query = snapshot.words();
    int q = row * words;
    return switch (words) {
      case 1 -> nearest1(at, at + length, query[q]);
      case 2 -> nearest2(at, at + length, query[q], query[q + 1]);
      case 4 -> nearest4(at, at + length, query[q], query[q + 1], query[q + 2], query[q + 3]);
      default -> nearestAny(at, length, query, q, distances);
    };
  }

  private int nearest1(int from, int to, long query) {
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Long.bitCount(columns[i] ^ query));
    }
    return nearest;
  }

  private int nearest2(int from, int to, long query0, long query1) {
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      nearest =
          Math.min(
              nearest,
              Long.bitCount(columns[i] ^ query0) + Long.bitCount(columns[i + TILE] ^ query1));
    }
    return nearest;
  }

  private int nearest4(int from, int to, long query0, long query1, long query2, long query3) {
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      nearest =
          Math.min(
              nearest,
              Long.bitCount(columns[i] ^ query0)
                  + Long.bitCount(columns[i + TILE] ^ query1)
                  + Long.bitCount(columns[i + 2 * TILE] ^ query2)
                  + Long.bitCount(columns[i + 3 * TILE] ^ query3));
    }
    return nearest;
  }

  private int nearestAny(int at, int length, long[] query, int q, int[] distances) {
    for (int i = 0; i < length; i++) {
      distances[i] = Long.bitCount(columns[at + i] ^ query[q]);
    }
    for (int w = 1; w < words; w++) {
      addDistances(at + w * TILE, length, query[q + w], distances);
    }
    int nearest = Integer.MAX_VALUE;
    for (int i = 0; i < length; i++) {
      nearest = Math.min(nearest, distances[i]);
    }
    return nearest;
  }

  private void addDistances(int at, int length, long query, int[] distances) {
    for (int i = 0; i < length; i++) {
      distances[i] += Long.bitCount(columns[at + i] ^ query);
    }
  }

  private void collect(int row, int from, int length) {
    for (int other = Math.max(from, row + 1); other < from + length; other++) {
      int distance = snapshot.distance(row, other);
      if (distance <= maxDistance) {
        sink.pair(row, other, distance);
      }
    }
  }
}
