package io.neardup.service.calibrate;

import io.neardup.index.StopSignal;
import io.neardup.service.Source;
import io.neardup.service.calibrate.SampleRequest.Range;
import io.neardup.service.calibrate.SampledPairs.SampledPair;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Finds pairs at chosen distances by looking up random documents with a larger distance.
///
/// Lookups are cheaper than a join at that distance, since a few hundred find enough pairs. They
/// stop after [#MAX_LOOKUPS] documents or [#MAX_CANDIDATES] compared fingerprints, so that the time
/// does not grow with the collection.
final class PairSampler {

  private static final int MAX_LOOKUPS = 1_000;
  private static final int MIN_LOOKUPS = 20;
  private static final long MAX_CANDIDATES = 100_000_000;
  private static final int MAX_MATCHES = 1_000;

  private final DocumentCollection collection;
  private final Range range;
  private final StopSignal stop;
  private final Random random;

  PairSampler(DocumentCollection collection, Range range, StopSignal stop) {
    this.collection = collection;
    this.range = range;
    this.stop = stop;
    this.random = new Random(range.seed());
  }

  /// Samples pairs: half of them within the limit of the collection, the nearest to it first, and
  /// half beyond.
  ///
  /// @param judged what was decided on two ids in order, null if nothing was
  SampledPairs sample(BiFunction<String, String, @Nullable Boolean> judged) {
    List<Document> documents =
        collection.sample(MAX_LOOKUPS, range.seed(), MetadataFilter.NONE, stop);
    TreeMap<Integer, List<NearbyPair>> byDistance = new TreeMap<>();
    Set<List<String>> seen = new HashSet<>();
    int lookups = 0;
    long candidates = 0;
    while (lookups < documents.size() && (lookups < MIN_LOOKUPS || candidates < MAX_CANDIDATES)) {
      candidates += lookUp(documents.get(lookups++), seen, byDistance);
    }
    int size = Math.max(collection.size(), lookups);
    double missed = 1 - (double) lookups / size;
    double share = lookups == 0 ? 1 : 1 - missed * missed; // either document finds the pair
    List<SampledPair> pairs = new ArrayList<>();
    byDistance
        .values()
        .forEach(found -> {
          found.sort(
              Comparator.comparing((NearbyPair pair) -> pair.a.id()).thenComparing(p -> p.b.id()));
          Collections.shuffle(found, random);
        });
    Set<NearbyPair> selected = select(byDistance);
    byDistance.forEach((distance, found) -> {
      List<NearbyPair> chosen = found.stream().filter(selected::contains).toList();
      double weight = found.size() / share / Math.max(1, chosen.size());
      for (NearbyPair pair : chosen) {
        Boolean decided = judged.apply(pair.a.id(), pair.b.id());
        pairs.add(new SampledPair(pair.a, pair.b, distance, weight, decided));
      }
    });
    return new SampledPairs(range.from(), range.to(), lookups, size, pairs);
  }

  private record NearbyPair(Document a, Document b) {}

  /// @return the number of fingerprints compared
  private long lookUp(
      Document document, Set<List<String>> seen, Map<Integer, List<NearbyPair>> byDistance) {
    LookupResult result =
        collection.duplicates(
            new Source.OfDocument(document.id()),
            new LookupRequest(range.to(), null, MAX_MATCHES, null, MetadataFilter.NONE),
            stop);
    for (NearDocument near : result.matches()) {
      boolean first = document.id().compareTo(near.document().id()) < 0;
      Document a = first ? document : near.document();
      Document b = first ? near.document() : document;
      if (near.distance() >= range.from() && seen.add(List.of(a.id(), b.id()))) {
        byDistance
            .computeIfAbsent(near.distance(), unseen -> new ArrayList<>())
            .add(new NearbyPair(a, b));
      }
    }
    stop.check();
    return result.candidates();
  }

  /// Takes a pair at each distance in turn, from the limit outwards: half of them within the limit
  /// and half beyond, unless there are too few on one side.
  private Set<NearbyPair> select(NavigableMap<Integer, List<NearbyPair>> byDistance) {
    int limit = collection.maxDistance();
    List<NearbyPair> within = inTurn(byDistance.headMap(limit, true).descendingMap().values());
    List<NearbyPair> beyond = inTurn(byDistance.tailMap(limit, false).values());
    int half = range.limit() / 2;
    int fromBeyond = Math.min(beyond.size(), Math.max(half, range.limit() - within.size()));
    int fromWithin = Math.min(within.size(), range.limit() - fromBeyond);
    Set<NearbyPair> selected = new HashSet<>(within.subList(0, fromWithin));
    selected.addAll(beyond.subList(0, fromBeyond));
    return selected;
  }

  private static List<NearbyPair> inTurn(Collection<List<NearbyPair>> distances) {
    List<NearbyPair> ordered = new ArrayList<>();
    boolean more = true;
    for (int round = 0; more; round++) {
      more = false;
      for (List<NearbyPair> found : distances) {
        if (round < found.size()) {
          ordered.add(found.get(round));
          more = true;
        }
      }
    }
    return ordered;
  }
}
