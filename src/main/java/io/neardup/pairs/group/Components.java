package io.neardup.pairs.group;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.PairSink;
import io.neardup.pairs.group.Group.Link;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Groups by connected components: rows are in one group if a chain of pairs connects them.
///
/// Two rows of a group can be far apart, if the chain between them is long; [Diameter] measures it.
/// 4 bytes per row and 12 more per row that is in a pair, regardless of the number of pairs.
///
/// Source: Tarjan 1975 (union-find, here with path halving).
public final class Components implements PairSink {

  private final IntUnaryOperator documents;
  private final int[] parents; // a row points to a smaller one of its group, or to itself
  private final Map<Integer, Link> weakest = new HashMap<>(); // by the smallest row of a group

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
    int one = root(a);
    int other = root(b);
    int root = Math.min(one, other);
    parents[Math.max(one, other)] = root;
    Link link = weaker(weakest.get(root), a, b, distance);
    if (one != other) {
      Link joined = weakest.remove(Math.max(one, other));
      if (joined != null) {
        link = weaker(link, joined.a(), joined.b(), joined.distance());
      }
    }
    weakest.put(root, link);
  }

  /// The groups of the pairs received, by their smallest rows.
  public synchronized List<Group> groups() {
    Map<Integer, List<Integer>> members = new HashMap<>();
    List<Group> groups = new ArrayList<>();
    for (int row = 0; row < parents.length; row++) {
      int root = root(row);
      Link link = weakest.get(root);
      if (link == null && documents.applyAsInt(row) > 1) {
        groups.add(new Group(-1, List.of(row), new Link(row, row, 0)));
      } else if (link != null) {
        List<Integer> group = members.get(root);
        if (group == null) {
          group = new ArrayList<>();
          members.put(root, group);
          groups.add(new Group(-1, group, link));
        }
        group.add(row);
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

  private static Link weaker(@Nullable Link link, int a, int b, int distance) {
    if (link == null || distance > link.distance()) {
      return new Link(a, b, distance);
    }
    boolean isFirst = a < link.a() || (a == link.a() && b < link.b());
    return distance == link.distance() && isFirst ? new Link(a, b, distance) : link;
  }
}
