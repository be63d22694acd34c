package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.measure.DropRule;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.NearGroup.GroupReader;
import io.neardup.service.lookup.Lookup;
import io.neardup.store.Document;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A join of a collection with itself: every pair of near-duplicates, or the groups that they form,
/// from a snapshot taken when this was created. Documents that were deleted or changed since are
/// left out.
///
/// Single use, by one thread; other threads may cancel it and read its progress.
public final class CollectionJoin implements AutoCloseable {

  /// Maximum of documents with one fingerprint that are listed pair by pair.
  public static final int MAX_EQUAL = 100;

  /// Maximum of documents that are read at once.
  public static final int CHUNK = 1_000;

  private final DocumentCollection collection;
  private final ContentRows divided;
  private final NearRows near;
  private final CollectionTexts texts;
  private final @Nullable Dropping dropping;
  private final int maxPairs;
  private final JoinRun run = new JoinRun();
  private final ForkJoinPool pool;

  /// @param dropping which documents of groups may be dropped, null if none may be
  /// @param stop counts memory
  CollectionJoin(
      DocumentCollection collection,
      ContentRows divided,
      Lookup lookup,
      JoinWay way,
      @Nullable Dropping dropping,
      int maxPairs,
      StopSignal stop,
      ForkJoinPool pool) {
    this.collection = collection;
    this.divided = divided;
    this.dropping = dropping;
    this.maxPairs = maxPairs;
    this.pool = pool;
    this.texts = CollectionTexts.of(collection, lookup.filter(), pool, stop);
    this.near =
        new NearRows(
            new RowDocuments(collection, divided.rows(), run, stop),
            divided,
            lookup,
            way,
            dropping != null && !dropping.rule().isAll(),
            maxPairs,
            pool);
  }

  /// What is joined, without pairs and groups. Once it is done, how they were found.
  public JoinResult result() {
    return near.result();
  }

  public int documents() {
    return divided.distinct().documents();
  }

  public int fingerprints() {
    return divided.distinct().size();
  }

  /// The share of the work that is done, 0.0 to 1.0.
  public double progress() {
    return near.progress();
  }

  /// Requests it to stop, which it does soon.
  public void cancel() {
    run.cancel();
  }

  /// Passes all pairs, each once and in no particular order, on the threads of the pool.
  ///
  /// Up to [#MAX_EQUAL] documents with one fingerprint, and of equal content if candidates are
  /// verified, make pairs at distance 0; larger sets are passed as equal documents, some at a time,
  /// and the first represents all of them in other pairs.
  ///
  /// @param pairs called by several threads at once
  public void pairs(Consumer<NearPair> pairs, Consumer<EqualDocuments> equals) {
    RowDocuments documents = near.prepare();
    FingerprintSnapshot rows = documents.rows();
    for (int row = 0; row < rows.size() && !run.isCancelled(); row++) {
      if (rows.documents(row) > MAX_EQUAL) {
        equal(documents, row, equals);
      } else if (rows.documents(row) > 1) {
        equalPairs(documents, row, pairs);
      }
    }
    near.join((a, b, distance, similarity) -> pairs(documents, a, b, distance, similarity, pairs));
  }

  /// Passes all groups to `reader`: the largest first, then by the survivor's id.
  ///
  /// @return the number of different texts that are near a kept one, and are kept by the rule
  /// @throws RequestException if there are more pairs than stars may store
  public int groups(Grouping grouping, GroupReader reader) {
    RowDocuments documents = near.prepare();
    DropRule rule = dropping == null ? null : near.separating(dropping.rule());
    JoinGroups groups = new JoinGroups(documents, near, grouping, rule, maxPairs);
    Double share = dropping == null ? null : dropping.contained();
    groups.pass(
        share == null || rule == null ? null : some -> texts.contained(some, share, rule), reader);
    return groups.spared();
  }

  /// Ends its threads. Repeated calls have no effect.
  @Override
  public void close() {
    pool.shutdownNow();
  }

  private void pairs(
      RowDocuments documents,
      int a,
      int b,
      int distance,
      @Nullable Double similarity,
      Consumer<NearPair> pairs) {
    int equalToA = documents.standsFor(a);
    int equalToB = documents.standsFor(b);
    List<String> others = documents.ids(b, equalToB > 1 ? 1 : MAX_EQUAL);
    for (String one : documents.ids(a, equalToA > 1 ? 1 : MAX_EQUAL)) {
      for (String other : others) {
        pairs.accept(
            NearPair.of(one, equalToA, other, equalToB, distance, similarity, collection.profile())
                .ordered());
      }
    }
  }

  private void equalPairs(RowDocuments documents, int row, Consumer<NearPair> pairs) {
    List<String> equal = documents.ids(row, MAX_EQUAL);
    Double similarity = near.similarity(row, row, 0);
    for (int i = 0; i < equal.size(); i++) {
      for (int j = i + 1; j < equal.size(); j++) {
        pairs.accept(
            NearPair.of(equal.get(i), 1, equal.get(j), 1, 0, similarity, collection.profile())
                .ordered());
      }
    }
  }

  private void equal(RowDocuments documents, int row, Consumer<EqualDocuments> equals) {
    int all = documents.rows().documents(row);
    String first = null;
    for (int from = 0; from < all && !run.isCancelled(); from += CHUNK) {
      List<String> some = documents.read(row, from, CHUNK).map(Document::id).toList();
      if (!some.isEmpty()) {
        first = first == null ? some.getFirst() : first;
        equals.accept(new EqualDocuments(first, all, some));
      }
    }
  }
}
