package io.neardup.service.lookup;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.Xxh3;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.DocumentRow;
import io.neardup.store.Logged;
import io.neardup.store.PartitionStore;
import io.neardup.store.ids.OrdinalDirectory;
import io.neardup.store.ids.OrdinalDirectory.Entry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The documents of a collection that are on disk, and their index: everything that lookups see.
///
/// Any thread may read, without locks; [#apply] is called by the committing thread.
public final class LiveDocuments {

  public static final Comparator<NearDocument> NEAREST_FIRST =
      Comparator.comparingInt(NearDocument::distance).thenComparing(near -> near.document().id());

  /// Maximum of matches read from disk by a lookup whose filter rejects most of them.
  private static final int MAX_READ = 1 << 20;

  /// Matches read from disk between two checks of the stop signal.
  private static final int READ_TOGETHER = 1 << 10;

  /// Maximum of documents that a page with a filter examines.
  private static final int MAX_EXAMINED = 20_000;

  private static final int EXAMINED_TOGETHER = 1_000;

  private final String collection;
  private final PartitionStore store;
  private final OrdinalDirectory directory = new OrdinalDirectory();
  private final DocumentIndexes indexes;
  private final Clock clock;
  private final LookupCounts counts = new LookupCounts();

  public LiveDocuments(
      String collection,
      int bits,
      Function<DocumentIds, FingerprintIndex> maker,
      PartitionStore store,
      Clock clock) {
    this.collection = collection;
    this.store = store;
    this.indexes = new DocumentIndexes(bits, () -> maker.apply(directory::id));
    this.clock = clock;
  }

  /// The index of the documents that lookups report.
  public FingerprintIndex index() {
    return indexes.reported();
  }

  public long indexBytes() {
    return indexes.bytes();
  }

  public LookupCounts counts() {
    return counts;
  }

  public OrdinalDirectory directory() {
    return directory;
  }

  /// Adds a document at start-up, before lookups are answered. Thread-safe.
  public void load(DocumentRow row) {
    int ordinal = directory.put(row);
    IndexedDocument indexed = IndexedDocument.of(row);
    if (indexed != null) {
      indexes.load(ordinal, indexed);
    }
  }

  /// Indexes the loaded documents.
  public void fill(ForkJoinPool pool) {
    indexes.fill(pool);
  }

  /// Makes a durable write visible to lookups.
  ///
  /// @param before how the document was indexed, null if it was not
  /// @param after how it is to be indexed
  /// @param put the stored revision; null if the document was deleted
  public void apply(
      String id,
      @Nullable IndexedDocument before,
      @Nullable IndexedDocument after,
      @Nullable Logged<Put> put) {
    int ordinal = put == null ? directory.find(id) : directory.put(put);
    if (ordinal >= 0) {
      indexes.apply(ordinal, before, after);
    }
    if (put == null) {
      directory.remove(id);
    }
  }

  /// The document of that id, without its text.
  public Optional<Document> find(String id) {
    Instant now = clock.instant();
    return stored(id)
        .map(put -> Document.of(put.event()))
        .filter(document -> !document.isExpired(now));
  }

  /// The revision of that id, which may have expired.
  public Optional<Logged<Put>> stored(String id) {
    return store.find(collection, id);
  }

  /// The text of a document, if it is stored.
  public Optional<String> text(String id) {
    return store.text(collection, id);
  }

  /// The next documents after an id.
  public List<Document> list(String after, int limit) {
    return page(after, limit, MetadataFilter.NONE).documents();
  }

  /// The next documents after an id that pass a filter; fewer than `limit` if too many do not pass.
  public DocumentPage page(String after, int limit, MetadataFilter filter) {
    Instant now = clock.instant();
    List<Document> listed = new ArrayList<>();
    String from = after;
    for (int examined = 0; examined < MAX_EXAMINED; ) {
      int chunk = filter.isEmpty() ? limit + 1 - listed.size() : EXAMINED_TOGETHER;
      List<Logged<Put>> some = store.list(collection, from, chunk);
      for (Logged<Put> put : some) {
        Document document = Document.of(put.event());
        if (!document.isExpired(now) && filter.accepts(document.metadata())) {
          if (listed.size() == limit) {
            return new DocumentPage(listed, listed.getLast().id());
          }
          listed.add(document);
        }
      }
      if (some.size() < chunk) {
        return new DocumentPage(listed, null);
      }
      from = some.getLast().event().id();
      examined += some.size();
    }
    return new DocumentPage(listed, from);
  }

  /// A random sample of the documents that lookups report and that pass a filter, in random order.
  /// The same seed selects the same documents as long as they are stored, also after a restart.
  /// O(documents); a filter reads all documents from disk.
  ///
  /// @param count the maximum number of documents; there may be a few less
  /// @param stop checked periodically
  public List<Document> sample(int count, long seed, MetadataFilter filter, StopSignal stop) {
    Instant now = clock.instant();
    BitSet passing = filter.isEmpty() ? null : passing(filter, stop);
    PriorityQueue<Sampled> lowest =
        new PriorityQueue<>(Comparator.comparingLong(Sampled::hash).reversed());
    int ordinals = directory.ordinals();
    for (int ordinal = 0; ordinal < ordinals; ordinal++) {
      if (ordinal % EXAMINED_TOGETHER == 0) {
        stop.check();
      }
      Entry entry = directory.get(ordinal);
      if (entry == null
          || entry.isExpired(now)
          || !entry.enabled()
          || entry.allowed()
          || passing != null && !passing.get(ordinal)) {
        continue;
      }
      long hash = Xxh3.hash(seed + " " + entry.id());
      if (lowest.size() < count || hash < lowest.element().hash) {
        lowest.add(new Sampled(entry.id(), hash));
        if (lowest.size() > count) {
          lowest.remove();
        }
      }
    }
    List<String> ids =
        lowest.stream().sorted(Comparator.comparingLong(Sampled::hash)).map(Sampled::id).toList();
    return store.findAll(collection, ids).stream()
        .flatMap(Optional::stream)
        .map(put -> Document.of(put.event()))
        .filter(document -> IndexedDocument.of(document.revision()) != null)
        .toList();
  }

  private record Sampled(String id, long hash) {}

  /// The plan of a lookup.
  public Plan plan(Lookup lookup) {
    return index().plan(lookup.maxDistance(), lookup.recall());
  }

  /// The documents within the distance of a fingerprint that pass the filter, about `limit` of
  /// them.
  ///
  /// @param leaveOut the id of a document to exclude
  /// @param stop checked periodically
  public Found search(
      Fingerprint query, Lookup lookup, @Nullable String leaveOut, StopSignal stop) {
    return search(index(), false, query, lookup, leaveOut, stop);
  }

  /// The allowed documents within whose distance a fingerprint is, not necessarily all.
  ///
  /// @param leaveOut the id of a document to exclude
  /// @param stop checked periodically
  public Found allowing(
      Fingerprint query, Lookup lookup, @Nullable String leaveOut, StopSignal stop) {
    FingerprintIndex allowed = indexes.allowed();
    Lookup ofAllowed = lookup.ofAllowed();
    return allowed == null
        ? new Found(List.of(), false, Plan.none(ofAllowed.maxDistance()), 0)
        : search(allowed, true, query, ofAllowed, leaveOut, stop);
  }

  /// @param allows whether to search the index of the allowed documents
  private Found search(
      FingerprintIndex index,
      boolean allows,
      Fingerprint query,
      Lookup lookup,
      @Nullable String leaveOut,
      StopSignal stop) {
    int requested = leaveOut == null ? lookup.limit() : lookup.limit() + 1;
    int limit = requested;
    while (true) {
      SearchResult result =
          lookup.nearest()
              ? index.nearest(query, limit, stop)
              : index.search(query, lookup.maxDistance(), lookup.recall(), limit, stop);
      if (!allows) {
        counts.count(result);
      }
      List<NearDocument> near = read(result.matches(), query, lookup, allows, stop);
      if (near.size() >= requested || !result.truncated() || limit >= MAX_READ) {
        near.removeIf(match -> match.document().id().equals(leaveOut));
        near.sort(NEAREST_FIRST); // some may have changed after they were found
        return new Found(near, result.truncated(), result.plan(), result.candidates());
      }
      limit = (int) Math.min(MAX_READ, 4L * limit);
    }
  }

  /// The current documents of matches, which may have been deleted or replaced after they were
  /// found.
  private List<NearDocument> read(
      List<Match> matches, Fingerprint query, Lookup lookup, boolean allows, StopSignal stop) {
    Instant now = clock.instant();
    List<String> ids = new ArrayList<>(matches.size());
    for (Match match : matches) {
      Entry entry = directory.get(match.document());
      if (entry != null && entry.id().equals(match.id()) && !entry.isExpired(now)) {
        ids.add(match.id());
      }
    }
    List<NearDocument> near = new ArrayList<>(ids.size());
    for (int from = 0; from < ids.size(); from += READ_TOGETHER) {
      if (from > 0) {
        stop.check();
      }
      List<String> some = ids.subList(from, Math.min(ids.size(), from + READ_TOGETHER));
      for (Optional<Logged<Put>> found : store.findAll(collection, some)) {
        found
            .map(put -> accepted(Document.of(put.event()), query, lookup, allows, now))
            .ifPresent(near::add);
      }
    }
    return near;
  }

  /// The document as a match; null if it does not match any more, or is excluded.
  private static @Nullable NearDocument accepted(
      Document document, Fingerprint query, Lookup lookup, boolean allows, Instant now) {
    int distance = document.fingerprint().distance(query);
    IndexedDocument indexed = IndexedDocument.of(document.revision());
    boolean matches =
        indexed != null
            && indexed.allows() == allows
            && distance <= lookup.maxDistance()
            && !document.isExpired(now)
            && lookup.filter().accepts(document.metadata());
    return matches ? new NearDocument(document, distance, false) : null;
  }

  /// The fingerprints of all reported documents that pass a filter, by ordinal, each once.
  /// Documents within the distance of an allowed one are excluded.
  ///
  /// @param allowedWithin the distance of allowed documents, in bits
  /// @param stop checked periodically
  public FingerprintSnapshot snapshot(
      MetadataFilter filter, int allowedWithin, ForkJoinPool pool, StopSignal stop) {
    Instant now = clock.instant();
    IntPredicate isAlive = ordinal -> directory.isAlive(ordinal, now);
    BitSet passing = filter.isEmpty() ? null : passing(filter, stop);
    return indexes.snapshot(
        passing == null ? directory.size() : passing.cardinality(),
        passing == null ? isAlive : isAlive.and(passing::get),
        allowedWithin,
        pool);
  }

  /// The ordinals of the documents that pass a filter; reads all documents from disk.
  private BitSet passing(MetadataFilter filter, StopSignal stop) {
    BitSet passing = new BitSet();
    String after = "";
    List<Logged<Put>> page;
    do {
      stop.check();
      page = store.list(collection, after, EXAMINED_TOGETHER);
      for (Logged<Put> put : page) {
        after = put.event().id();
        int ordinal =
            filter.accepts(put.event().revision().metadata()) ? directory.find(after) : -1;
        if (ordinal >= 0) {
          passing.set(ordinal);
        }
      }
    } while (page.size() == EXAMINED_TOGETHER);
    return passing;
  }

  /// The documents of some ordinals that still have that fingerprint.
  public List<Document> current(List<Integer> ordinals, Fingerprint fingerprint) {
    List<String> ids = new ArrayList<>(ordinals.size());
    for (int ordinal : ordinals) {
      String id = directory.id(ordinal);
      if (id != null) {
        ids.add(id);
      }
    }
    Instant now = clock.instant();
    IndexedDocument reported = new IndexedDocument(fingerprint, false);
    return store.findAll(collection, ids).stream()
        .flatMap(Optional::stream)
        .map(put -> Document.of(put.event()))
        .filter(document -> reported.equals(IndexedDocument.of(document.revision())))
        .filter(document -> !document.isExpired(now))
        .toList();
  }

  /// The result of a search.
  ///
  /// @param near nearest first, then by id
  /// @param truncated whether the index has more
  /// @param plan how the index was searched
  /// @param candidates the number of fingerprints compared
  public record Found(List<NearDocument> near, boolean truncated, Plan plan, long candidates) {}
}
