package io.neardup.pairs.group;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairSink;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Groups the rows of a join, and chooses the document of each group to keep. Single use, by one
/// thread.
///
/// @param <T> what is known of a document; stars hold one per row that has a pair
public final class GroupJoin<T> {

  private final FingerprintSnapshot snapshot;
  private final Consumer<PairSink> join;
  private final JoinRun run;
  private final IntFunction<@Nullable T> best;
  private final Comparator<T> preference;
  private final BitSet spared = new BitSet(); // rows

  /// A join whose pairs are grouped.
  ///
  /// @param join passes all pairs to a sink, and returns when all are passed or `run` is cancelled
  /// @param best the preferred document of a row, null if it has none any more
  /// @param preference order of documents, the one to keep first; never 0 for two documents
  public GroupJoin(
      FingerprintSnapshot snapshot,
      Consumer<PairSink> join,
      JoinRun run,
      IntFunction<@Nullable T> best,
      Comparator<T> preference) {
    this.snapshot = snapshot;
    this.join = join;
    this.run = run;
    this.best = best;
    this.preference = preference;
  }

  /// The connected components, none if the run is cancelled.
  public List<Group> components() {
    Components components = new Components(snapshot);
    join.accept(components);
    return run.isCancelled() ? List.of() : components.groups();
  }

  /// The stars, none if the run is cancelled.
  ///
  /// @param maxPairs maximum of stored pairs, below 2^30
  /// @param central whether rows with the most documents within the distance become centres first,
  ///   before the preference is applied
  /// @param fixed rows that become centres before all others, and that no centre takes
  /// @param rule on which a centre takes a row that is near it
  /// @return empty if there are more pairs; the run is cancelled then
  public Optional<List<Group>> stars(
      int maxPairs, boolean central, IntPredicate fixed, Stars.StarRule rule) {
    Stars stars = new Stars(snapshot, maxPairs);
    join.accept((a, b, distance) -> {
      stars.pair(a, b, distance);
      if (stars.isFull()) {
        run.cancel();
      }
    });
    if (stars.isFull()) {
      return Optional.empty();
    }
    if (run.isCancelled()) {
      return Optional.of(List.of());
    }
    List<Group> groups =
        stars.groups(
            centres(stars, central, fixed),
            (centre, row) -> {
              boolean takes = rule.takes(centre, row);
              spared.set(row, !takes || spared.get(row));
              return takes && !fixed.test(row);
            });
    groups.forEach(
        group -> group.rows().stream().filter(row -> row != group.centre()).forEach(spared::clear));
    return Optional.of(groups);
  }

  /// The number of rows that are near a centre, and in no star of another row as the rule did not
  /// allow it.
  public int spared() {
    return spared.cardinality();
  }

  /// The rows in the order in which they become centres.
  private IntStream centres(Stars stars, boolean central, IntPredicate fixed) {
    Comparator<Rank<T>> byPreference =
        Comparator.comparing(Rank::best, Comparator.nullsLast(preference)); // deleted ones last
    Comparator<Rank<T>> order =
        Comparator.comparing((Rank<T> rank) -> rank.best == null || !fixed.test(rank.row));
    if (central) {
      order = order.thenComparing(Comparator.<Rank<T>>comparingLong(Rank::near).reversed());
    }
    order = order.thenComparing(byPreference);
    PriorityQueue<Rank<T>> ranks = // a heap, since a sort fails if the order changes meanwhile
        new PriorityQueue<>(order.thenComparingInt(Rank::row));
    stars
        .linked()
        .mapToObj(row -> new Rank<>(row, stars.documentsNear(row), best.apply(row)))
        .forEach(ranks::add);
    return IntStream.generate(() -> ranks.remove().row()).limit(ranks.size());
  }

  private record Rank<T>(int row, long near, @Nullable T best) {}

  /// The document of a group to keep: of its centre, if it has one. Null if no document is left.
  public @Nullable T survivor(Group group) {
    List<Integer> candidates = group.centre() < 0 ? group.rows() : List.of(group.centre());
    T survivor = null;
    for (int row : candidates) {
      T document = best.apply(row);
      if (document != null && (survivor == null || preference.compare(document, survivor) < 0)) {
        survivor = document;
      }
    }
    return survivor;
  }
}
