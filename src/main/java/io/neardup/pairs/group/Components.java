package io.neardup.pairs.group;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.PairSink;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/// Groups by connected components: rows are in one group if a chain of pairs connects them.
///
/// Two rows of a group can be far apart, if the chain between them is long. Takes 4 bytes per row
/// and a bit, regardless of the number of pairs.
///
/// Source: Tarjan 1975 (union-find, here with path halving).
public final class Components implements PairSink {

  private final IntUnaryOperator documents;
  private final int[] parents; // a row points to a smaller one of its group, or to itself
  private final BitSet linked = new BitSet(); // rows that are in a pair

  /// Starts without pairs.
  public Components(FingerprintSnapshot snapshot) {
    this(snapshot.size(), snapshot::documents);
  }

  /// Starts without pairs.
  ///
  /// @param rows the number of rows
  /// @param documents the number of documents of a row: a row with several is a group of its own
  public Components(int rows, IntUnaryOperator documents) {
    this.documents = documents;
    this.parents = new int[rows];
    for (int row = 0; row < parents.length; row++) {
      parents[row] = row;
    }
  }

  @Override
  public synchronized void pair(int a, int b, int distance) {
    linked.set(a);
    linked.set(b);
    int one = root(a);
    int other = root(b);
    parents[Math.max(one, other)] = Math.min(one, other);
  }

  /// The groups of the pairs received, by their smallest rows.
  public synchronized List<Group> groups() {
    Map<Integer, List<Integer>> members = new HashMap<>();
    List<Group> groups = new ArrayList<>();
    for (int row = 0; row < parents.length; row++) {
      if (linked.get(row)) {
        members
            .computeIfAbsent(
                root(row),
                root -> {
                  List<Integer> group = new ArrayList<>();
                  groups.add(new Group(-1, group));
                  return group;
                })
            .add(row);
      } else if (documents.applyAsInt(row) > 1) {
        groups.add(new Group(-1, List.of(row)));
      }
    }
    return groups;
  }

  private int root(int row) {
    int at = row;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }
}
