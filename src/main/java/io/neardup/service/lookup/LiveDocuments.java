package io.neardup.service.lookup;

import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.profile.Profile;
import io.neardup.service.Fingerprinted;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentRow;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore;
import io.neardup.store.ids.OrdinalDirectory;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A collection's documents on disk, and their index: everything that lookups see.
///
/// Any thread may read without locks; [#apply] is called by the committing thread.
public final class LiveDocuments {

  /// Documents read from disk in one batch: each may have 64 K characters of metadata.
  private static final int READ_TOGETHER = 128;

  /// Documents read in one batch with their texts, each of up to 5 million characters.
  private static final int TEXTS_TOGETHER = 4;

  private final Incarnation collection;
  private final PartitionStore store;
  private final OrdinalDirectory directory = new OrdinalDirectory();
  private final DocumentIndexes indexes;
  private final Clock clock;
  private final FeatureCounter counter = new FeatureCounter(this);
  private volatile @Nullable PassageCatalog passages;
  private volatile Consumer<SearchResult> lookupCounter = result -> {};

  public LiveDocuments(
      Incarnation collection,
      int bits,
      Function<DocumentIds, FingerprintIndex> maker,
      PartitionStore store,
      Clock clock) {
    this.collection = collection;
    this.store = store;
    this.indexes = new DocumentIndexes(bits, () -> maker.apply(directory::id));
    this.clock = clock;
  }

  public FingerprintIndex index() {
    return indexes.reported();
  }

  /// The approximate memory of ids and times in bytes, without the indexes.
  public long directoryBytes() {
    return directory.bytes();
  }

  public long indexBytes() {
    DocumentFrequencies counted = counter.frequencies();
    PassageCatalog catalog = passages;
    return indexes.bytes()
        + (counted == null ? 0 : counted.bytes())
        + (catalog == null ? 0 : catalog.bytes());
  }

  public @Nullable PassageCatalog passages() {
    return passages;
  }

  /// Indexes the passages of all documents and of every later write. Reads all texts.
  public void indexPassages(Profile profile) {
    PassageCatalog catalog = new PassageCatalog(this, profile);
    passages = catalog;
    boolean filled = false;
    try {
      catalog.fill();
      filled = true;
    } finally {
      if (!filled) {
        passages = null;
      }
    }
  }

  /// Whether the document with an ordinal has not expired yet.
  public IntPredicate unexpired() {
    Instant now = clock.instant();
    return ordinal -> directory.isAlive(ordinal, now);
  }

  /// Whether the document with an ordinal has not expired yet, is enabled, and is not allowed.
  public IntPredicate reported() {
    Instant now = clock.instant();
    return ordinal -> directory.isReported(ordinal, now);
  }

  public void dropPassages() {
    passages = null;
  }

  /// The ids of the next documents after an id, including expired ones.
  List<String> listIds(String after, int most) {
    return store.listIds(collection, after, most);
  }

  /// The documents with these ordinals that lookups find and that pass a filter, with their texts.
  /// Read one by one as the stream is consumed; the stream must be closed.
  ///
  /// @param stop checked between documents, when no text is in memory; counts the memory of each
  ///   text until the next one is read
  public Stream<Document> texts(IntStream ordinals, MetadataFilter filter, StopSignal stop) {
    Instant now = clock.instant();
    List<String> ids =
        ordinals.mapToObj(directory::id).filter(Objects::nonNull).map(String::valueOf).toList();
    return read(ids, true, 1, stop)
        .filter(document -> !document.isExpired(now))
        .filter(document -> IndexedDocument.of(document.revision()) != null)
        .filter(document -> filter.accepts(document.metadata()));
  }

  public FeatureCounter counter() {
    return counter;
  }

  public @Nullable DocumentFrequencies frequencies() {
    return counter.frequencies();
  }

  /// Counts the features of the next documents after an id.
  ///
  /// @param most the maximum number of documents
  /// @return the id of the last one, null if there are no more
  @Nullable String count(String after, int most, Profile profile, DocumentFrequencies counted) {
    List<String> ids = listIds(after, most);
    ids.parallelStream()
        .map(id -> vector(id, profile))
        .filter(Objects::nonNull)
        .forEach(counted::add);
    return ids.size() < most ? null : ids.getLast();
  }

  public Incarnation incarnation() {
    return collection;
  }

  /// Passes the result of each later index lookup to a counter.
  public void countLookups(Consumer<SearchResult> counter) {
    lookupCounter = counter;
  }

  void count(SearchResult result) {
    lookupCounter.accept(result);
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

  public void fill(ForkJoinPool pool) {
    indexes.fill(pool);
  }

  /// Makes a durable write visible to lookups.
  ///
  /// @param before how the document was indexed, null if it was not
  /// @param after how to index it now, null for not at all
  /// @param stored the document; null if it was deleted
  public void apply(
      String id,
      @Nullable IndexedDocument before,
      @Nullable IndexedDocument after,
      @Nullable Document stored) {
    int ordinal = stored == null ? directory.find(id) : directory.put(stored);
    if (ordinal >= 0) {
      indexes.apply(ordinal, before, after);
    }
    if (stored == null) {
      directory.remove(id);
    }
  }

  public long size() {
    return directory.size();
  }

  /// Makes all documents invisible and resets the counts. O(documents). Called while no write is
  /// applied.
  public void removeAll() {
    PassageCatalog catalog = passages;
    int ordinals = directory.ordinals();
    for (int ordinal = 0; ordinal < ordinals; ordinal++) {
      String id = directory.id(ordinal);
      if (id != null) {
        IndexedDocument before =
            stored(id).map(document -> IndexedDocument.of(document.revision())).orElse(null);
        apply(id, before, null, null);
        if (catalog != null) {
          catalog.removed(ordinal);
        }
      }
    }
    counter.clear();
  }

  /// The document with that id, without its text.
  public Optional<Document> find(String id) {
    Instant now = clock.instant();
    return stored(id).filter(document -> !document.isExpired(now));
  }

  /// The revision with that id, possibly expired, without its text.
  public Optional<Document> stored(String id) {
    return store.find(collection, id);
  }

  /// The revision with that id, possibly expired, with its text or features.
  public Optional<Document> whole(String id) {
    return store.findAll(collection, List.of(id), true).getFirst();
  }

  /// The length of a document's stored text or features, in bytes; 0 if it has neither.
  public long contentBytes(String id) {
    return store.contentBytes(collection, id);
  }

  public Optional<String> text(String id) {
    return store.text(collection, id);
  }

  /// The next documents after an id that pass a filter; fewer than `limit` if too many were
  /// rejected.
  public DocumentPage page(String after, int limit, DocumentFilter filter) {
    return DocumentPage.read(collection, store, after, limit, filter, clock.instant());
  }

  public DocumentSamples samples() {
    return new DocumentSamples(this, store, indexes);
  }

  /// The features of a document in the collection's profile; null if none are stored.
  public @Nullable FeatureVector vector(String id, Profile profile) {
    return whole(id).map(document -> StoredFeatures.of(document.revision(), profile)).orElse(null);
  }

  public Plan plan(Lookup lookup) {
    return index().plan(lookup.maxDistance(), lookup.recall());
  }

  /// The near-duplicates of a text, and the allowed documents within whose distance it is.
  ///
  /// @param stop checked periodically
  public NearbyDocuments near(Fingerprinted query, Lookup lookup, StopSignal stop) {
    NearSearch search = new NearSearch(this, clock);
    return new NearbyDocuments(
        search.reported(query, lookup, stop),
        search.allowing(indexes.allowed(), query, lookup.ofAllowed(), stop));
  }

  public @Nullable String id(int ordinal) {
    return directory.id(ordinal);
  }

  /// The ordinal of a document, -1 if the id is not stored.
  public int ordinal(String id) {
    return directory.find(id);
  }

  /// The documents with these ordinals that still have that fingerprint, read as the stream is
  /// consumed.
  public Stream<Document> current(List<Integer> ordinals, Fingerprint fingerprint) {
    List<String> ids = new ArrayList<>(ordinals.size());
    for (int ordinal : ordinals) {
      String id = directory.id(ordinal);
      if (id != null) {
        ids.add(id);
      }
    }
    Instant now = clock.instant();
    IndexedDocument reported = new IndexedDocument(fingerprint, false);
    return read(ids, false, StopSignal.NEVER)
        .filter(document -> reported.equals(IndexedDocument.of(document.revision())))
        .filter(document -> !document.isExpired(now));
  }

  /// The features of the document with an ordinal, if they are stored and it still has that
  /// fingerprint; otherwise null.
  ///
  /// @param stop counts the text's memory meanwhile
  public @Nullable FeatureVector vector(
      int ordinal, Fingerprint fingerprint, Profile profile, StopSignal stop) {
    String id = directory.id(ordinal);
    try (Stream<Document> stored = read(id == null ? List.of() : List.of(id), true, stop)) {
      return stored
          .filter(document -> document.fingerprint().equals(fingerprint))
          .findAny()
          .map(document -> StoredFeatures.of(document.revision(), profile))
          .orElse(null);
    }
  }

  /// The stored documents with these ids, read in small batches as the stream is consumed.
  ///
  /// @param withFeatures whether to read their texts as well; then the stream must be closed
  /// @param stop checked between documents; counts the memory of texts until the next batch is read
  Stream<Document> read(List<String> ids, boolean withFeatures, StopSignal stop) {
    return read(ids, withFeatures, withFeatures ? TEXTS_TOGETHER : READ_TOGETHER, stop);
  }

  private Stream<Document> read(
      List<String> ids, boolean withFeatures, int together, StopSignal stop) {
    BriefMemory memory = new BriefMemory(stop);
    return IntStream.iterate(0, from -> from < ids.size(), from -> from + together)
        .boxed()
        .flatMap(from -> {
          if (from > 0) { // a lookup that reads little is answered after its deadline
            stop.check();
          }
          List<String> next = ids.subList(from, Math.min(ids.size(), from + together));
          if (withFeatures) {
            memory.release();
            next.forEach(id -> memory.holdText(contentBytes(id)));
          }
          return store.findAll(collection, next, withFeatures).stream();
        })
        .flatMap(Optional::stream)
        .onClose(memory::release);
  }
}
