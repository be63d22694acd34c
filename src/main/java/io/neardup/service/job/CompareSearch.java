package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.service.Fingerprinted;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.CompareQueries.Row;
import io.neardup.service.job.CompareQueries.Tagged;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult;
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
  /// @param similarity of the features, null if the distance decided
  record Near(Tagged document, int distance, @Nullable Double similarity) {}

  /// A collection of this process.
  record Local(DocumentCollection collection, Lookup lookup, StopSignal stop)
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
          found.add(found(collection.duplicates(query, lookup, memory)));
        }
      }
      return found;
    }

    private static RowMatches found(LookupResult result) {
      return new RowMatches(
          result.matches().stream()
              .map(match ->
                  new Near(Tagged.of(match.document()), match.distance(), match.similarity()))
              .toList(),
          result.truncated(),
          result.verified().compared(),
          result.verified().refused());
    }
  }
}
