package io.neardup.web.join;

import io.neardup.service.join.EqualDocuments;
import io.neardup.service.join.NearPair;
import io.neardup.web.answer.JoinSummary;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Collects the nearest pairs. Thread-safe.
final class NearestPairs implements JoinAnswer.Results<NearestPairs.PairsResponse> {

  private static final Comparator<NearPair> NEAREST_FIRST =
      Comparator.comparingDouble(NearPair::featureSimilarity)
          .reversed()
          .thenComparingInt(NearPair::distance)
          .thenComparing(NearPair::a)
          .thenComparing(NearPair::b);

  private static final Comparator<EqualDocuments> LARGEST_FIRST =
      Comparator.comparingInt(EqualDocuments::documents)
          .reversed()
          .thenComparing(EqualDocuments::equalTo);

  private final int limit;
  private final PriorityQueue<NearPair> nearest = new PriorityQueue<>(NEAREST_FIRST.reversed());
  private final PriorityQueue<EqualDocuments> largest =
      new PriorityQueue<>(LARGEST_FIRST.reversed());
  private @Nullable String lastEqual;
  private long equals;
  private long pairs;

  NearestPairs(int limit) {
    this.limit = limit;
  }

  /// The nearest pairs of a collection.
  record PairsResponse(
      List<NearPair> pairs, List<EqualDocuments> equal, boolean truncated, JoinSummary summary) {}

  @Override
  public synchronized void add(Object result) {
    if (result instanceof NearPair pair) {
      pairs++;
      add(pair, nearest, NEAREST_FIRST);
    } else if (result instanceof EqualDocuments equal && !equal.equalTo().equals(lastEqual)) {
      lastEqual = equal.equalTo();
      equals++;
      add(equal.withoutIds(), largest, LARGEST_FIRST);
    }
  }

  /// Adds to the first `limit` elements of an order, of which the queue has the last one at its
  /// head.
  private <T> void add(T each, PriorityQueue<T> first, Comparator<T> order) {
    if (first.size() < limit) {
      first.add(each);
    } else if (order.compare(each, first.element()) < 0) {
      first.remove();
      first.add(each);
    }
  }

  @Override
  public synchronized PairsResponse answer(JoinSummary summary) {
    return new PairsResponse(
        nearest.stream().sorted(NEAREST_FIRST).toList(),
        largest.stream().sorted(LARGEST_FIRST).toList(),
        pairs > limit || equals > limit,
        summary);
  }
}
