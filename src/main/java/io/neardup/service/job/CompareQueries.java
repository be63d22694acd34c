package io.neardup.service.job;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.index.StopSignal;
import io.neardup.pairs.ContentRows;
import io.neardup.service.LazyVector;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.JoinService;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The collection of a comparison whose fingerprints are looked up in the other one.
interface CompareQueries {

  /// How many rows are looked up together: few, as each has up to 1,000 matches.
  int TOGETHER = 16;

  /// Passes all rows once.
  ///
  /// @param pool on whose threads rows are passed, several lists at once
  /// @param head receives their numbers first
  void each(ForkJoinPool pool, Consumer<Head> head, Consumer<List<Row>> rows);

  /// Passes the indexes of `size` rows, [#TOGETHER] at a time, several lists at once.
  static void together(int size, ForkJoinPool pool, Consumer<IntStream> rows) {
    int lists = (size + TOGETHER - 1) / TOGETHER;
    pool.invoke(
        ForkJoinTask.adapt(() ->
            Parallel.each(
                lists,
                list ->
                    rows.accept(
                        IntStream.range(list * TOGETHER, Math.min(size, (list + 1) * TOGETHER))))));
  }

  /// Numbers of a collection.
  ///
  /// @param fingerprints distinct ones
  /// @param rows of different contents
  record Head(int documents, int fingerprints, int rows) {}

  /// Documents of one fingerprint, and of one content if candidates are verified.
  ///
  /// @param vector their features
  /// @param documents their number
  /// @param listed those that still have that fingerprint; of more than [CollectionJoin#MAX_EQUAL]
  ///   documents, the first represents them unless all are listed
  record Row(
      Fingerprint fingerprint, LazyVector vector, int documents, Supplier<Stream<Tagged>> listed) {}

  /// A document.
  ///
  /// @param tag the entity tag of its revision
  record Tagged(String id, String tag) {

    static Tagged of(Document document) {
      return new Tagged(document.id(), document.tag());
    }
  }

  /// The documents of a collection of this process.
  ///
  /// @param lookup says whether candidates are verified
  /// @param listsAll whether all documents of a row are listed, and have equal content
  record Local(
      DocumentCollection collection,
      MetadataFilter filter,
      Lookup lookup,
      boolean listsAll,
      StopSignal stop)
      implements CompareQueries {

    @Override
    public void each(ForkJoinPool pool, Consumer<Head> head, Consumer<List<Row>> rows) {
      ContentRows contents =
          JoinService.rows(
              collection,
              collection
                  .documents()
                  .samples()
                  .snapshot(filter, collection.maxDistance(), pool, stop),
              lookup.verification() != null || listsAll,
              pool,
              stop);
      FingerprintSnapshot snapshot = contents.rows();
      head.accept(
          new Head(contents.distinct().documents(), contents.distinct().size(), snapshot.size()));
      together(
          snapshot.size(),
          pool,
          some -> {
            stop.check();
            rows.accept(some.mapToObj(row -> row(snapshot, row)).toList());
          });
    }

    private Row row(FingerprintSnapshot snapshot, int row) {
      Fingerprint fingerprint = snapshot.fingerprint(row);
      int documents = snapshot.documents(row);
      int listed = documents > CollectionJoin.MAX_EQUAL && !listsAll ? 1 : documents;
      return new Row(
          fingerprint,
          new LazyVector(() ->
              collection
                  .documents()
                  .vector(snapshot.document(row, 0), fingerprint, collection.profile(), stop)),
          documents,
          () ->
              collection
                  .documents()
                  .current(
                      IntStream.range(0, listed)
                          .mapToObj(index -> snapshot.document(row, index))
                          .toList(),
                      fingerprint)
                  .map(Tagged::of));
    }
  }
}
