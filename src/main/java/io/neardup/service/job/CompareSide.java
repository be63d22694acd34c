package io.neardup.service.job;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.index.StopSignal;
import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.RowDocuments;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One of the two collections of a comparison: its rows are looked up in the other one, or the rows
/// of the other one in its index.
interface CompareSide {

  /// How many rows are looked up together: few, as each has up to 1,000 matches.
  int TOGETHER = 16;

  /// Passes all rows once.
  ///
  /// @param pool on whose threads rows are passed, several lists at once
  /// @param head receives their numbers first
  void each(ForkJoinPool pool, Consumer<Head> head, Consumer<List<Row>> rows);

  /// What lookups guarantee to find.
  Guarantee guarantee();

  /// Looks some rows up. Thread-safe.
  ///
  /// @return the matches of each
  List<RowMatches> search(List<Row> rows);

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
  /// @param listed those that still have that fingerprint; of more than
  ///   [io.neardup.service.join.CollectionJoin#MAX_EQUAL] documents, the first represents them
  ///   unless all are listed
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

  /// The matches of a row.
  ///
  /// @param truncated whether there are more
  /// @param compared how many candidates were compared by their features
  /// @param refused how many of these are no near-duplicates
  record RowMatches(List<Near> matches, boolean truncated, int compared, int refused) {}

  /// A match.
  ///
  /// @param similarity of the features, null if they were not compared
  /// @param unique the share of the features of the document that may be dropped which the other
  ///   one lacks; null if none may be, or the features are not stored
  record Near(
      Tagged document, int distance, @Nullable Double similarity, @Nullable Double unique) {}

  /// A collection of this process.
  ///
  /// @param filter of the documents that are looked up
  /// @param cleans whether documents may be dropped: then all documents of a row are listed, and
  ///   have equal content
  /// @param dropsRows whether those that are looked up are, each for the nearest one that is found;
  ///   otherwise those that are found
  record Local(
      DocumentCollection collection,
      MetadataFilter filter,
      Lookup lookup,
      boolean cleans,
      boolean dropsRows,
      StopSignal stop)
      implements CompareSide {

    @Override
    public void each(ForkJoinPool pool, Consumer<Head> head, Consumer<List<Row>> rows) {
      ContentRows contents =
          JoinService.rows(collection, filter, lookup.verification() != null || cleans, pool, stop);
      FingerprintSnapshot snapshot = contents.rows();
      RowDocuments documents = new RowDocuments(collection, snapshot, new JoinRun(), stop);
      head.accept(
          new Head(contents.distinct().documents(), contents.distinct().size(), snapshot.size()));
      together(
          snapshot.size(),
          pool,
          some -> {
            stop.check();
            rows.accept(some.mapToObj(row -> row(documents, row)).toList());
          });
    }

    private Row row(RowDocuments documents, int row) {
      int all = documents.rows().documents(row);
      int listed = cleans || documents.standsFor(row) == 1 ? all : 1;
      return new Row(
          documents.rows().fingerprint(row),
          new LazyVector(() -> documents.vector(row)),
          all,
          () -> documents.read(row, 0, listed).map(Tagged::of));
    }

    @Override
    public Guarantee guarantee() {
      return Guarantee.of(collection.documents().plan(lookup));
    }

    @Override
    public List<RowMatches> search(List<Row> rows) {
      List<RowMatches> found = new ArrayList<>(rows.size());
      for (Row row : rows) {
        stop.check();
        Fingerprinted query =
            new Fingerprinted(row.fingerprint(), collection.profile(), null, row.vector());
        try (BriefMemory memory = new BriefMemory(stop)) {
          found.add(found(row, collection.duplicates(query, lookup, memory)));
        }
      }
      return found;
    }

    private RowMatches found(Row row, LookupResult result) {
      return new RowMatches(
          result.matches().stream()
              .limit(cleans && dropsRows ? 1 : Long.MAX_VALUE)
              .map(match -> near(row, match))
              .toList(),
          result.truncated(),
          result.verified().compared(),
          result.verified().refused());
    }

    private Near near(Row row, NearDocument match) {
      Document document = match.document();
      Near near = new Near(Tagged.of(document), match.distance(), match.similarity(), null);
      FeatureVector query = cleans ? row.vector().get() : null;
      if (query == null) {
        return near;
      }
      try (BriefMemory memory = new BriefMemory(stop)) {
        memory.holdText(collection.documents().contentBytes(document.id()));
        FeatureVector found = collection.documents().vector(document.id(), collection.profile());
        if (found == null) {
          return near;
        }
        Loss loss = dropsRows ? DropRule.ALL.loss(query, found) : DropRule.ALL.loss(found, query);
        return new Near(
            near.document, near.distance, lookup.similarity(query, found), loss.unique());
      }
    }
  }
}
