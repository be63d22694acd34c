package io.neardup.pairs.group;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.PairSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Groups by stars: a centre, and rows within the distance of it.
///
/// Rows are processed in a given order; each row that is not in a star yet becomes the centre of a
/// new one, which takes all rows within the distance that are not in a star. So every row is within
/// the distance of its centre, and no two centres are within the distance of each other. Stores the
/// pairs: 16 bytes each.
///
/// Source: Aslam, Pelekhov, Rus 1999, "A Practical Clustering Algorithm for Static and Dynamic
/// Information Organization" (there in the order of degrees).
public final class Stars implements PairSink {

  private final FingerprintSnapshot snapshot;
  private final int maxPairs;
  private long[] pairs = new long[1024];
  private int size;
  private boolean full;
  private int[] starts = new int[0]; // start of each row's neighbours, once all pairs are known
  private int[] neighbours = new int[0];

  /// Starts without pairs.
  ///
  /// @param maxPairs maximum of stored pairs, below 2^30
  public Stars(FingerprintSnapshot snapshot, int maxPairs) {
    this.snapshot = snapshot;
    this.maxPairs = maxPairs;
  }

  @Override
  public synchronized void pair(int a, int b, int distance) {
    if (size == maxPairs) {
      full = true;
      return;
    }
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.min(maxPairs, size * 2));
    }
    pairs[size++] = (long) a << Integer.SIZE | b;
  }

  /// Whether the maximum of pairs was exceeded; groups would be wrong then.
  public synchronized boolean isFull() {
    return full;
  }

  /// The rows with a pair or with several documents. No further pair may be added.
  public synchronized IntStream linked() {
    connect();
    return IntStream.range(0, snapshot.size())
        .filter(row -> starts[row] < starts[row + 1] || snapshot.documents(row) > 1);
  }

  /// The groups of the pairs received, in the order of their centres.
  ///
  /// @param rows the [linked][#linked] ones, in the order in which they become centres
  /// @param rule on which a centre takes a row that is near it
  public synchronized List<Group> groups(IntStream rows, StarRule rule) {
    boolean[] taken = new boolean[snapshot.size()];
    List<Group> groups = new ArrayList<>();
    rows.filter(row -> !taken[row])
        .forEach(centre -> {
          List<Integer> star = take(centre, taken, rule);
          if (star.size() > 1 || snapshot.documents(centre) > 1) {
            groups.add(new Group(centre, star));
          }
        });
    return groups;
  }

  /// The number of documents within the distance of a row, including its own. Available after
  /// [#linked].
  public long documentsNear(int row) {
    long documents = snapshot.documents(row);
    for (int i = starts[row]; i < starts[row + 1]; i++) {
      documents += snapshot.documents(neighbours[i]);
    }
    return documents;
  }

  /// A condition on a centre and a row that is near it.
  @FunctionalInterface
  public interface StarRule {
    /// Whether the centre takes the row.
    boolean takes(int centre, int row);
  }

  private List<Integer> take(int centre, boolean[] taken, StarRule rule) {
    List<Integer> star = new ArrayList<>();
    star.add(centre);
    taken[centre] = true;
    for (int i = starts[centre]; i < starts[centre + 1]; i++) {
      int row = neighbours[i];
      if (!taken[row] && rule.takes(centre, row)) {
        taken[row] = true;
        star.add(row);
      }
    }
    Collections.sort(star);
    return star;
  }

  private void connect() {
    int[] heads = new int[snapshot.size() + 1];
    for (int i = 0; i < size; i++) {
      heads[(int) (pairs[i] >>> Integer.SIZE)]++;
      heads[(int) pairs[i]]++;
    }
    int at = 0;
    for (int row = 0; row < heads.length; row++) {
      at += heads[row];
      heads[row] = at;
    }
    neighbours = new int[at];
    for (int i = 0; i < size; i++) {
      int a = (int) (pairs[i] >>> Integer.SIZE);
      int b = (int) pairs[i];
      neighbours[--heads[a]] = b;
      neighbours[--heads[b]] = a;
    }
    starts = heads;
  }
}
