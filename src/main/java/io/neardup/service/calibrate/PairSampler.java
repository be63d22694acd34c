package io.neardup.service.calibrate;

import io.neardup.calibrate.Reservoir;
import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.calibrate.Samples.SampledDocument;
import io.neardup.service.calibrate.Samples.SampledPair;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.Judgement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds pairs at chosen distances by looking up random documents with a larger distance.
///
/// Lookups are cheaper than a join at that distance, since a few hundred find enough pairs. They
/// stop after [#MAX_LOOKUPS] documents or [#MAX_COST], so that the time does not grow with the
/// collection or with its largest group. Their recall is [#RECALL]: with all matches, they would
/// scan a large collection, and be too few.
public final class PairSampler {

  private static final int MAX_LOOKUPS = 1_000;
  private static final int MIN_LOOKUPS = 20;
  private static final long MAX_COST = 100_000_000; // in compared fingerprints
  private static final long MATCH_COST = 5_000; // a match is read from disk
  private static final int MAX_MATCHES = 1_000;
  private static final int MIN_MATCHES = 10;
  private static final double RECALL = 0.99;

  private final DocumentCollection collection;
  private final SampleRequest range;
  private final StopSignal stop;
  private final Random random;
  private final JudgementRecords judgements;
  private int completeTo; // the distance up to which no lookup was truncated
  private int maxMatches = MAX_MATCHES; // fewer if their metadata takes too much memory

  /// A sampler.
  ///
  /// @param stop checked periodically
  public PairSampler(DocumentCollection collection, SampleRequest range, StopSignal stop) {
    this.collection = collection;
    this.range = range;
    this.stop = stop;
    this.random = new Random(range.seed());
    this.judgements = JudgementRecords.of(collection);
    this.completeTo = range.to();
  }

  /// Samples pairs: half of them within the limit of the collection, the nearest to it first, and
  /// half beyond.
  public Samples sample() {
    List<Document> sample =
        collection
            .documents()
            .samples()
            .sample(MAX_LOOKUPS, range.seed(), MetadataFilter.NONE, stop);
    List<String> ids = sample.stream().map(Document::id).toList();
    Map<String, Integer> numbers = new HashMap<>();
    ids.forEach(id -> numbers.put(id, numbers.size()));
    BitSet seen = new BitSet(); // pairs of two sampled documents, which both of them may find
    NavigableMap<Integer, Reservoir<NearbyPair>> byDistance = new TreeMap<>();
    int lookups = 0;
    long cost = 0;
    while (lookups < ids.size() && (lookups < MIN_LOOKUPS || cost < MAX_COST)) {
      try (BriefMemory memory = new BriefMemory(stop)) {
        cost += lookUp(ids.get(lookups++), numbers, seen, byDistance, memory);
      }
    }
    int size = Math.max(collection.documents().samples().count(MetadataFilter.NONE, stop), lookups);
    double missed = 1 - (double) lookups / size;
    double share = lookups == 0 ? 1 : 1 - missed * missed; // either document finds the pair
    double[] further = completeTo < range.to() ? estimated(sample, size) : new double[0];
    List<SampledPair> pairs = new ArrayList<>();
    byDistance.values().forEach(found -> Collections.shuffle(found.sample(), random));
    Set<NearbyPair> selected = select(byDistance);
    byDistance.forEach((distance, found) -> {
      List<NearbyPair> chosen = found.sample().stream().filter(selected::contains).toList();
      double all = found.seen() / share;
      if (distance > completeTo) { // a lower bound
        all = Math.max(all, further[distance]);
      }
      double weight = all / Math.max(1, chosen.size());
      for (NearbyPair pair : chosen) {
        add(pair, distance, weight, pairs);
      }
    });
    return new Samples(
        collection.name(),
        collection.profile().name(),
        collection.maxDistance(),
        range.from(),
        range.to(),
        lookups,
        size,
        pairs);
  }

  /// The number of pairs of the collection at each distance, estimated from the pairs of sampled
  /// documents.
  ///
  /// @param size of the collection
  private double[] estimated(List<Document> sample, int size) {
    List<Fingerprint> fingerprints =
        sample.stream()
            .filter(document -> !Objects.equals(document.features(), 0))
            .map(Document::fingerprint)
            .toList();
    double perPair = (double) size * (size - 1) / sample.size() / Math.max(1, sample.size() - 1);
    double[] pairs = new double[range.to() + 1];
    for (int a = 1; a < fingerprints.size(); a++) {
      for (int b = 0; b < a; b++) {
        int distance = fingerprints.get(a).distance(fingerprints.get(b));
        if (distance <= range.to()) {
          pairs[distance] += perPair;
        }
      }
    }
    return pairs;
  }

  /// Adds a pair, unless one of its documents was deleted meanwhile.
  private void add(NearbyPair pair, int distance, double weight, List<SampledPair> pairs) {
    Document a = collection.find(pair.a).orElse(null);
    Document b = collection.find(pair.b).orElse(null);
    if (a != null && b != null) {
      pairs.add(
          new SampledPair(
              SampledDocument.of(a, collection, range.maxChars(), stop),
              SampledDocument.of(b, collection, range.maxChars(), stop),
              distance,
              weight,
              judged(a, b)));
    }
  }

  private @Nullable Boolean judged(Document a, Document b) {
    Judgement judgement = judgements.find(a.id(), b.id());
    return judgement != null
            && judgement.appliesTo(a.fingerprint(), b.fingerprint(), collection.maxDistance())
        ? judgement.duplicate()
        : null;
  }

  /// A pair by its ids, since very many are found and few selected.
  private record NearbyPair(String a, String b) {}

  /// @param numbers of the sampled documents
  /// @param seen their pairs that were found
  /// @param memory of the lookup
  /// @return the cost, in compared fingerprints
  private long lookUp(
      String id,
      Map<String, Integer> numbers,
      BitSet seen,
      NavigableMap<Integer, Reservoir<NearbyPair>> byDistance,
      BriefMemory memory) {
    LookupResult result = nearOf(id, memory);
    if (result.truncated()) {
      List<NearDocument> matches = result.matches();
      int farthest = matches.isEmpty() ? 0 : matches.getLast().distance();
      completeTo = Math.min(completeTo, farthest - 1);
    }
    for (NearDocument near : result.matches()) {
      String other = near.document().id();
      boolean first = id.compareTo(other) < 0;
      if (near.distance() >= range.from() && isNew(numbers.get(id), numbers.get(other), seen)) {
        byDistance
            .computeIfAbsent(near.distance(), unseen -> new Reservoir<>(range.limit(), random))
            .add(new NearbyPair(first ? id : other, first ? other : id));
      }
    }
    stop.check();
    return result.candidates() + MATCH_COST * result.matches().size();
  }

  private LookupResult nearOf(String id, BriefMemory memory) {
    while (true) {
      try {
        return collection.duplicates(
            new Source.OfStored(id),
            new LookupRequest(range.to(), RECALL, maxMatches, null, MetadataFilter.NONE, null),
            memory);
      } catch (RequestException e) {
        if (e.kind() != Fault.TOO_LARGE || maxMatches <= MIN_MATCHES) {
          throw e;
        }
        memory.release();
        maxMatches /= 2;
      }
    }
  }

  private static boolean isNew(@Nullable Integer number, @Nullable Integer other, BitSet seen) {
    if (number == null || other == null) {
      return true;
    }
    int pair = Math.min(number, other) * MAX_LOOKUPS + Math.max(number, other);
    boolean isNew = !seen.get(pair);
    seen.set(pair);
    return isNew;
  }

  /// Takes a pair at each distance in turn, from the limit outwards: half of them within the limit
  /// and half beyond, unless there are too few on one side.
  private Set<NearbyPair> select(NavigableMap<Integer, Reservoir<NearbyPair>> byDistance) {
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

  private List<NearbyPair> inTurn(Collection<Reservoir<NearbyPair>> distances) {
    return IntStream.range(0, range.limit())
        .boxed()
        .flatMap(round ->
            distances.stream()
                .filter(found -> round < found.sample().size())
                .map(found -> found.sample().get(round)))
        .toList();
  }
}
