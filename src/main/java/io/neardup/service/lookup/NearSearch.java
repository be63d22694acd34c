package io.neardup.service.lookup;

import io.neardup.index.FingerprintIndex;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.PartitionStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Searches an index, and reads the documents of the matches from disk.
///
/// @param partitions whether documents of a partition are searched
record NearSearch(
    LiveDocuments documents, PartitionStore store, IntPredicate partitions, Clock clock) {

  /// Maximum of matches read from disk by a lookup whose filter rejects most of them.
  private static final int MAX_READ = 1 << 20;

  /// The reported documents within the distance that pass the filter.
  Found reported(Fingerprint query, Lookup lookup, StopSignal stop) {
    return search(documents.index(), false, query, lookup, stop);
  }

  /// The allowed documents within the distance.
  ///
  /// @param index of the allowed documents, null if there are none
  Found allowing(
      @Nullable FingerprintIndex index, Fingerprint query, Lookup lookup, StopSignal stop) {
    return index == null
        ? Found.none(Plan.none(lookup.maxDistance()))
        : search(index, true, query, lookup, stop);
  }

  private Found search(
      FingerprintIndex index, boolean allows, Fingerprint query, Lookup lookup, StopSignal stop) {
    String leaveOut = lookup.leaveOut();
    int requested = leaveOut == null ? lookup.limit() : lookup.limit() + 1;
    int limit = requested;
    while (true) {
      SearchResult result =
          lookup.nearest()
              ? index.nearest(query, limit, stop)
              : index.search(query, lookup.maxDistance(), lookup.recall(), limit, stop);
      if (!allows) {
        documents.count(result);
      }
      List<NearDocument> near = read(result.matches(), query, lookup, allows, requested, stop);
      boolean truncated = result.truncated() || near.size() > requested;
      if (near.size() >= requested || !truncated || limit >= MAX_READ) {
        near.removeIf(match -> match.document().id().equals(leaveOut));
        near.sort(LiveDocuments.NEAREST_FIRST); // some may have changed after they were found
        return new Found(near, truncated, result.plan(), result.candidates());
      }
      limit = (int) Math.min(MAX_READ, 4L * limit);
    }
  }

  /// The current documents of matches, which may have been deleted or replaced after they were
  /// found. The nearest are read first, until one more than requested is accepted.
  private List<NearDocument> read(
      List<Match> matches,
      Fingerprint query,
      Lookup lookup,
      boolean allows,
      int requested,
      StopSignal stop) {
    Instant now = clock.instant();
    Set<String> ids = new LinkedHashSet<>(2 * matches.size()); // an id may have two ordinals by now
    for (Match match : matches) {
      if (documents.directory().isAlive(match.document(), now)
          && (partitions.equals(LiveDocuments.ALL)
              || partitions.test(store.partition(match.id())))) {
        ids.add(match.id());
      }
    }
    return documents
        .read(List.copyOf(ids), stop)
        .flatMap(document -> accepted(document, query, lookup, allows, now).stream())
        .limit(requested + 1L)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /// The document as a match; empty if it does not match any more, or is excluded.
  private static Optional<NearDocument> accepted(
      Document document, Fingerprint query, Lookup lookup, boolean allows, Instant now) {
    int distance = document.fingerprint().distance(query);
    IndexedDocument indexed = IndexedDocument.of(document.revision());
    boolean matches =
        indexed != null
            && indexed.allows() == allows
            && distance <= lookup.maxDistance()
            && !document.isExpired(now)
            && lookup.filter().accepts(document.metadata());
    return matches ? Optional.of(new NearDocument(document, distance, false)) : Optional.empty();
  }
}
