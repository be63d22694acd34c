package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// An index of fingerprints of any width that looks at every fingerprint, at the speed of memory.
///
/// Exact for every distance. Identical fingerprints share one row.
public final class ScanIndex implements FingerprintIndex {

  private final int bits;
  private final DocumentIds ids;
  private final Comparator<Integer> order;
  private final ConcurrentMap<Fingerprint, Row> rows = new ConcurrentHashMap<>();
  private final List<RowPage> pages = new CopyOnWriteArrayList<>();
  private final MoveLog moves;
  private final Deque<Integer> free = new ArrayDeque<>(); // guarded by this
  private int places; // ever used; guarded by this

  /// An empty index.
  ///
  /// @param bits the width of its fingerprints
  /// @param ids names documents, to order those at equal distance
  public ScanIndex(int bits, DocumentIds ids) {
    this.bits = bits;
    this.ids = ids;
    this.order =
        Comparator.comparing((Integer document) -> Objects.requireNonNull(ids.idOf(document)))
            .thenComparing(document -> document);
    this.moves = new MoveLog(Fingerprint.of(bits, new long[(bits + 63) / 64]));
  }

  @Override
  public void add(int document, Fingerprint fingerprint) {
    rows.compute(
        fingerprint,
        (key, row) -> {
          if (row == null) {
            Row added = new Row(key, new Postings(order));
            added.documents().add(document);
            write(added);
            return added;
          }
          row.documents().add(document);
          return row;
        });
  }

  @Override
  public boolean remove(int document, Fingerprint fingerprint) {
    boolean[] removed = new boolean[1];
    rows.computeIfPresent(
        fingerprint,
        (key, row) -> {
          removed[0] = row.documents().remove(document);
          if (!row.documents().isEmpty()) {
            return row;
          }
          erase(row);
          return null;
        });
    return removed[0];
  }

  @Override
  public void move(int document, Fingerprint from, Fingerprint to) {
    if (!from.equals(to)) {
      add(document, to);
      moves.note(document, to);
      remove(document, from);
    }
  }

  @Override
  public SearchResult search(Fingerprint query, int maxDistance, double recall, int limit) {
    int enough = Math.max(limit, limit + 1); // the largest limit has no successor
    MoveLog.Move before = moves.latest();
    List<Row> near = new ArrayList<>();
    for (RowPage page : pages) {
      page.scan(query, maxDistance, near);
    }
    near.sort(Comparator.comparingInt(row -> row.fingerprint().distance(query)));
    Ranking ranking = new Ranking(ids);
    rank(near, query, enough, ranking);
    ranking.addMoved(before, moves.latest(), query, maxDistance);
    return ranking.result(limit, plan(maxDistance, recall), rows.size());
  }

  @Override
  public SearchResult nearest(Fingerprint query, int limit) {
    return NearestSearch.growing(
        distance -> search(query, distance, 1, limit), 0, bits, rows.size(), limit);
  }

  @Override
  public Plan plan(int maxDistance, double recall) {
    return Plan.exact(Plan.Kind.SCAN, 0, maxDistance);
  }

  @Override
  public String description() {
    return "scan of " + bits + "-bit rows";
  }

  @Override
  public long fingerprints() {
    return rows.size();
  }

  @Override
  public int largestBucket() {
    return 0;
  }

  private static void rank(List<Row> near, Fingerprint query, int enough, Ranking ranking) {
    int distance = 0;
    for (Row row : near) {
      int next = row.fingerprint().distance(query);
      if (next > distance && ranking.size() >= enough) {
        return;
      }
      distance = next;
      for (int document : row.documents().first(enough)) {
        ranking.add(document, row.fingerprint(), distance);
      }
    }
  }

  private synchronized void write(Row row) {
    Integer place = free.isEmpty() ? Integer.valueOf(places++) : free.pop();
    if (place == pages.size() * RowPage.ROWS) {
      pages.add(new RowPage(bits));
    }
    row.place = place;
    pages.get(place / RowPage.ROWS).write(place % RowPage.ROWS, row);
  }

  private synchronized void erase(Row row) {
    pages.get(row.place / RowPage.ROWS).erase(row.place % RowPage.ROWS);
    free.push(row.place);
  }

  /// A distinct fingerprint and who has it.
  static final class Row {
    private final Fingerprint fingerprint;
    private final Postings documents;
    private int place; // guarded by the index

    private Row(Fingerprint fingerprint, Postings documents) {
      this.fingerprint = fingerprint;
      this.documents = documents;
    }

    Fingerprint fingerprint() {
      return fingerprint;
    }

    Postings documents() {
      return documents;
    }
  }
}
