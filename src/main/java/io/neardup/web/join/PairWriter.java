package io.neardup.web.join;

import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.NearPair;
import io.neardup.service.join.PairVisitor;
import io.neardup.web.answer.EqualJson;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.answer.PairJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Writes pairs as lines of a stream, or collects the nearest ones for a JSON answer. Thread-safe.
final class PairWriter implements PairVisitor {

  private static final Comparator<EqualJson> LARGEST_FIRST =
      Comparator.comparingInt(EqualJson::documents).reversed().thenComparing(EqualJson::equalTo);

  private final CollectionJoin join;
  private final JoinAnswer answer;
  private final int limit;
  private final PriorityQueue<NearPair> nearest =
      new PriorityQueue<>(NearPair.NEAREST_FIRST.reversed());
  private final PriorityQueue<EqualJson> largest = new PriorityQueue<>(LARGEST_FIRST.reversed());
  private @Nullable String lastEqual;
  private long equals;
  private long pairs;

  /// @param limit of a JSON answer
  PairWriter(CollectionJoin join, JoinAnswer answer, int limit) {
    this.join = join;
    this.answer = answer;
    this.limit = limit;
  }

  /// Runs the join, and returns the JSON answer or the last line of the stream.
  Object run() {
    join.pairs(this);
    return result();
  }

  /// The nearest pairs of a collection.
  record PairsResponse(
      @Schema(description = "Nearest first, then by ids.") List<PairJson> pairs,
      @Schema(description = "Fingerprints of more than 100 documents; largest first.")
          List<EqualJson> equal,
      @Schema(
              description =
                  "Whether the collection has more pairs, or more entries in equal, than the "
                      + "limit.")
          boolean truncated,
      @Schema(description = "The parameters and results of the join.") JoinSummary summary) {}

  @Override
  public void pair(NearPair pair) {
    collect(pair);
    if (answer.isStream()) {
      answer.line(PairJson.of(pair, join.profile()));
    }
  }

  private synchronized void collect(NearPair pair) {
    pairs++;
    if (!answer.isStream()) {
      add(pair, nearest, NearPair.NEAREST_FIRST);
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
  public void equal(String first, int documents, List<String> some) {
    EqualJson json = EqualJson.of(first, documents, some);
    if (answer.isStream()) {
      answer.line(json);
      return;
    }
    synchronized (this) {
      if (!first.equals(lastEqual)) {
        lastEqual = first;
        equals++;
        add(json.withoutIds(), largest, LARGEST_FIRST);
      }
    }
  }

  private synchronized Object result() {
    JoinSummary summary = JoinSummary.of(join.result().withPairs(pairs), true);
    return answer.isStream()
        ? summary
        : new PairsResponse(
            nearest.stream()
                .sorted(NearPair.NEAREST_FIRST)
                .map(pair -> PairJson.of(pair, join.profile()))
                .toList(),
            largest.stream().sorted(LARGEST_FIRST).toList(),
            pairs > limit || equals > limit,
            summary);
  }
}
