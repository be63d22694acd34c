package io.neardup.web.join;

import io.neardup.web.answer.EqualJson;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.answer.PairJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Collects the nearest pairs. Thread-safe.
final class NearestPairs implements JoinAnswer.JsonAnswer {

  private static final Comparator<PairJson> NEAREST_FIRST =
      Comparator.comparingDouble(PairJson::featureSimilarity)
          .reversed()
          .thenComparingInt(PairJson::distance)
          .thenComparing(PairJson::a)
          .thenComparing(PairJson::b);

  private static final Comparator<EqualJson> LARGEST_FIRST =
      Comparator.comparingInt(EqualJson::documents).reversed().thenComparing(EqualJson::equalTo);

  private final int limit;
  private final PriorityQueue<PairJson> nearest = new PriorityQueue<>(NEAREST_FIRST.reversed());
  private final PriorityQueue<EqualJson> largest = new PriorityQueue<>(LARGEST_FIRST.reversed());
  private @Nullable String lastEqual;
  private long equals;
  private long pairs;

  NearestPairs(int limit) {
    this.limit = limit;
  }

  /// The nearest pairs of a collection.
  record PairsResponse(
      @Schema(description = "Most similar first, then by ids.") List<PairJson> pairs,
      @Schema(description = "Fingerprints of more than 100 documents; largest first.")
          List<EqualJson> equal,
      @Schema(
              description =
                  "Whether the collection has more pairs, or more entries in equal, than the "
                      + "limit.")
          boolean truncated,
      @Schema(description = "The parameters and results of the join.") JoinSummary summary) {}

  @Override
  public synchronized void add(Object result) {
    if (result instanceof PairJson pair) {
      pairs++;
      add(pair, nearest, NEAREST_FIRST);
    } else if (result instanceof EqualJson equal && !equal.equalTo().equals(lastEqual)) {
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
