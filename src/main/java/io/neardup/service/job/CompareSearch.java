package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import io.neardup.service.Fingerprinted;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.CompareQueries.Row;
import io.neardup.service.job.CompareQueries.Tagged;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The collection of a comparison in whose index fingerprints are looked up.
interface CompareSearch {

  /// What lookups guarantee to find.
  Guarantee guarantee();

  /// Looks some rows up. Thread-safe.
  ///
  /// @return the matches of each
  List<RowMatches> search(List<Row> rows);

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

  /// Which documents may be dropped.
  enum Dropped {
    NONE,

    /// Those that are looked up, for the nearest one that is found.
    QUERIES,

    /// Those that are found.
    FOUND
  }

  /// A collection of this process.
  record Local(DocumentCollection collection, Lookup lookup, Dropped dropped, StopSignal stop)
      implements CompareSearch {

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
              .limit(dropped == Dropped.QUERIES ? 1 : Long.MAX_VALUE)
              .map(match -> near(row, match))
              .toList(),
          result.truncated(),
          result.verified().compared(),
          result.verified().refused());
    }

    private Near near(Row row, NearDocument match) {
      Document document = match.document();
      Near near = new Near(Tagged.of(document), match.distance(), match.similarity(), null);
      FeatureVector query = dropped == Dropped.NONE ? null : row.vector().get();
      if (query == null) {
        return near;
      }
      try (BriefMemory memory = new BriefMemory(stop)) {
        memory.holdText(collection.documents().contentBytes(document.id()));
        FeatureVector found = collection.documents().vector(document.id(), collection.profile());
        if (found == null) {
          return near;
        }
        Loss loss =
            dropped == Dropped.QUERIES
                ? DropRule.ALL.loss(query, found)
                : DropRule.ALL.loss(found, query);
        return new Near(
            near.document, near.distance, lookup.similarity(query, found), loss.unique());
      }
    }
  }
}
