package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The documents found by one lookup, each once. Not thread-safe.
public final class MatchCollector {

  private final DocumentIds ids;
  private final PollingInterval interval;
  private final Map<Integer, Match> found = new HashMap<>();

  /// A collector without matches.
  ///
  /// @param interval polls the lookup's stop signal
  public MatchCollector(DocumentIds ids, PollingInterval interval) {
    this.ids = ids;
    this.interval = interval;
  }

  /// Adds a match unless its document was added before. Keeps the first one, since it may have
  /// filled a limit.
  public void add(int document, Fingerprint fingerprint, int distance) {
    interval.step(1);
    String id = ids.idOf(document);
    if (id != null) {
      found.putIfAbsent(document, new Match(document, id, fingerprint, distance));
    }
  }

  /// Adds documents that moved within the distance of the query while the lookup ran: a document
  /// whose move was recorded since the start was at both places at that moment.
  public void addMoved(MoveLog moves, MoveLog.Move before, Fingerprint query, int maxDistance) {
    moves.forEachAfter(
        before,
        (document, fingerprint) -> {
          int distance = fingerprint.distance(query);
          if (distance <= maxDistance) {
            add(document, fingerprint, distance);
          }
        });
  }

  /// The number of matches.
  public int size() {
    return found.size();
  }

  /// The nearest `limit` documents.
  public SearchResult result(int limit, Plan plan, long candidates) {
    List<Match> matches = new ArrayList<>(found.values());
    matches.sort(Comparator.comparingInt(Match::distance).thenComparing(Match::id));
    boolean truncated = matches.size() > limit;
    List<Match> nearest = truncated ? matches.subList(0, limit) : matches;
    return new SearchResult(List.copyOf(nearest), truncated, plan, candidates);
  }
}
