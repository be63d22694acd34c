package io.neardup.service.lookup;

import io.neardup.index.FingerprintIndex;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.service.Fingerprinted;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.store.Document;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Searches an index, and reads the documents of the matches from disk.
record NearSearch(LiveDocuments documents, Clock clock) {

  /// Maximum number of matches that a lookup with a selective filter reads from disk.
  private static final int MAX_READ = 1 << 20;

  /// The reported documents within the distance that pass the filter.
  Found reported(Fingerprinted query, Lookup lookup, StopSignal stop) {
    return search(documents.index(), false, query, lookup, stop);
  }

  /// The allowed documents within the distance.
  ///
  /// @param index of the allowed documents, null if there are none
  Found allowing(
      @Nullable FingerprintIndex index, Fingerprinted query, Lookup lookup, StopSignal stop) {
    return index == null
        ? Found.none(Plan.none(lookup.maxDistance()))
        : search(index, true, query, lookup, stop);
  }

  private Found search(
      FingerprintIndex index, boolean allows, Fingerprinted query, Lookup lookup, StopSignal stop) {
    // One more than is listed, to know whether there are more; candidates may be refused.
    int requested = lookup.limit() + 1;
    int limit = lookup.leaveOut() == null ? requested : requested + 1;
    while (true) {
      SearchResult result =
          lookup.nearest()
              ? index.nearest(query.fingerprint(), limit, stop)
              : index.search(
                  query.fingerprint(),
                  lookup.maxDistance(),
                  lookup.reach(),
                  lookup.recall(),
                  limit,
                  stop);
      if (!allows) {
        documents.count(result);
      }
      CandidateCheck check = new CandidateCheck(lookup, query);
      // Counts metadata while reading: an interrupted lookup holds it for long.
      List<NearDocument> near =
          read(result.matches(), query, lookup, check, allows, requested, stop);
      boolean isEnough = near.size() >= requested;
      if (isEnough || !result.truncated() || limit >= MAX_READ) {
        near.sort(NearDocument.NEAREST_FIRST); // some may have changed after they were found
        boolean truncated = isEnough || result.truncated();
        return new Found(near, truncated, result.plan(), result.candidates(), check.verified());
      }
      near.forEach(match -> stop.hold(-match.document().metadataBytes()));
      limit = (int) Math.min(MAX_READ, 4L * limit);
    }
  }

  /// The current documents of matches, which may have been deleted or replaced after they were
  /// found. Reads the nearest first, until the requested number is accepted.
  private List<NearDocument> read(
      List<Match> matches,
      Fingerprinted query,
      Lookup lookup,
      CandidateCheck check,
      boolean allows,
      int requested,
      StopSignal stop) {
    Instant now = clock.instant();
    Set<String> ids = new LinkedHashSet<>(2 * matches.size()); // an id may have two ordinals by now
    int clear = 0;
    for (Match match : matches) {
      if (documents.directory().isAlive(match.document(), now)
          && !match.id().equals(lookup.leaveOut())) {
        ids.add(match.id());
        clear = check.needsFeatures(match.distance()) ? clear : ids.size();
      }
    }
    List<String> nearestFirst = List.copyOf(ids);
    try (Stream<Document> read =
        Stream.concat(
            documents.read(nearestFirst.subList(0, clear), false, stop),
            documents.read(nearestFirst.subList(clear, ids.size()), true, stop))) {
      return read.filter(document -> isSought(document, lookup, allows, now))
          .map(document ->
              check.match(
                  document.withoutText(),
                  document.fingerprint().distance(query.fingerprint()),
                  () -> StoredFeatures.of(document.revision(), query.profile())))
          .filter(Objects::nonNull)
          .limit(requested)
          .peek(match -> stop.hold(match.document().metadataBytes()))
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /// Whether a found document is still indexed as requested and not excluded.
  private static boolean isSought(Document document, Lookup lookup, boolean allows, Instant now) {
    IndexedDocument indexed = IndexedDocument.of(document.revision());
    return indexed != null
        && indexed.allows() == allows
        && !document.isExpired(now)
        && lookup.filter().accepts(document.metadata());
  }
}
