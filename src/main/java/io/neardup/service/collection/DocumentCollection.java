package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.Verification;
import io.neardup.passage.PassageIndex;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.Fingerprinted;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.lookup.IndexMaker;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.PassageCatalog;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.DocumentWrites;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.service.write.WriteResult;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Document;
import io.neardup.store.Incarnation;
import io.neardup.store.Position;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A collection: a named set of documents with one profile and one index.
///
/// Lookups take no lock and see what is on disk. Writes are decided one at a time, so that exactly
/// one of many near-identical documents posted at once with
/// [io.neardup.service.write.OnDuplicate#SKIP] is stored. They are answered once they are on disk.
public final class DocumentCollection {

  private final Profile profile;
  private final FingerprintService fingerprints;
  private final Clock clock;
  private final LiveDocuments documents;
  private final DocumentWrites writes;
  private final CollectionRecords records;
  private final CollectionBackend backend;
  private final MarkedBoilerplate boilerplate;
  private final Object deriving = new Object();
  private volatile CollectionSettings settings;

  DocumentCollection(
      Incarnation incarnation,
      CollectionSettings settings,
      Profile profile,
      DocumentStore store,
      IndexMaker maker,
      FingerprintService fingerprints,
      Clock clock,
      CollectionBackend backend) {
    this.settings = settings;
    this.profile = profile;
    this.fingerprints = fingerprints;
    this.clock = clock;
    this.documents =
        new LiveDocuments(
            incarnation,
            profile.bits(),
            ids -> maker.make(profile.bits(), maxDistance(), ids),
            store.documents(),
            clock);
    this.boilerplate = new MarkedBoilerplate(backend.records(), incarnation, profile);
    this.records = backend.records();
    this.backend = backend;
    this.writes = backend.writes(settings, profile, documents);
  }

  public String name() {
    return settings.name();
  }

  /// Distinguishes it from earlier and later collections of the same name.
  public Incarnation incarnation() {
    return documents.incarnation();
  }

  public WholeRead readWhole() {
    return new WholeRead(this, backend, backend.epoch(settings));
  }

  public CollectionSettings settings() {
    return settings;
  }

  /// The distance of lookups that name none.
  public int maxDistance() {
    return Objects.requireNonNullElse(settings.maxDistance(), profile.maxDistance());
  }

  /// The lookup of a request, with the defaults of the collection.
  ///
  /// @throws RequestException if a number is out of range
  public Lookup lookup(LookupRequest requested) {
    CollectionSettings now = settings;
    DocumentFrequencies counted =
        now.weights() == WeightSource.COLLECTION ? documents.frequencies() : null;
    return Lookup.of(requested, profile, now, counted);
  }

  /// How lookups that name no distance verify candidates; null if distances decide.
  public @Nullable Verification verification() {
    return lookup(LookupRequest.NOTHING.withLimit(1)).verification();
  }

  /// Starts or stops counting features and indexing passages, as the settings require. Reads all
  /// documents; until it returns, lookups use the profile's weights, and passage lookups are
  /// refused.
  void derive() {
    synchronized (deriving) {
      CollectionSettings now = settings;
      if (now.passages() != (documents.passages() != null)) {
        if (now.passages()) {
          documents.indexPassages(profile);
        } else {
          documents.dropPassages();
        }
      }
      boolean counts = now.weights() == WeightSource.COLLECTION;
      if (counts != documents.counter().isCounting()) {
        writes.countFeatures(counts);
      }
    }
  }

  /// Replaces the settings, keeping name and profile; they apply to later documents.
  void settings(CollectionSettings changed) {
    settings = changed;
  }

  public Profile profile() {
    return profile;
  }

  public CollectionRecords records() {
    return records;
  }

  public MarkedBoilerplate boilerplate() {
    return boilerplate;
  }

  public int size() {
    return documents.directory().size();
  }

  public LiveDocuments documents() {
    return documents;
  }

  /// The writes, without a check of ids and values.
  public DocumentWrites writes() {
    return writes;
  }

  public Optional<Document> find(String id) {
    return Document.faultOf(id) == null ? documents.find(id) : Optional.empty();
  }

  /// The document with that id.
  ///
  /// @throws RequestException if it does not exist
  public Document get(String id) {
    return find(id).orElseThrow(() -> missing());
  }

  /// The fingerprint of a source in the profile `requested`.
  ///
  /// @throws RequestException if it is not available
  public Fingerprinted resolve(Source source, Profile requested) {
    return lookups().fingerprint(source, requested);
  }

  /// The documents within the distance of a source. A stored document is not its own
  /// near-duplicate.
  ///
  /// @param stop checked periodically
  /// @throws RequestException if the fingerprint of the source is not available or a number is out
  ///   of range
  public LookupResult duplicates(Source source, LookupRequest requested, StopSignal stop) {
    return lookups().duplicates(source, requested, stop);
  }

  /// Reserves the memory to process a stored document's text.
  ///
  /// @return the memory, 0 for other sources
  public long holdText(Source source, StopSignal stop) {
    return source instanceof Source.OfStored(String id) && Document.faultOf(id) == null
        ? stop.holdText(documents.contentBytes(id))
        : 0;
  }

  /// The near-duplicates of a text fingerprinted with this profile.
  ///
  /// @param stop checked periodically
  public LookupResult duplicates(Fingerprinted query, Lookup lookup, StopSignal stop) {
    return lookups().duplicates(query, lookup, () -> null, stop);
  }

  private CollectionLookup lookups() {
    return new CollectionLookup(this, fingerprints);
  }

  /// Fingerprints a document and searches for its near-duplicates: most of the work of storing it.
  /// Thread-safe; many documents may be prepared at once.
  ///
  /// @param stop checked periodically
  /// @throws RequestException if the fingerprint of the source is not available or a number is out
  ///   of range
  public PreparedDocument prepare(NewDocument incoming, StopSignal stop) {
    return new DocumentPreparation(this, fingerprints, clock).prepare(incoming, stop);
  }

  /// Why passage lookups cannot search it; null if they can.
  public @Nullable String passageObstacle() {
    return settings.passages() || documents.passages() != null ? null : withoutPassages();
  }

  private String withoutPassages() {
    return "does not index passages; PATCH /collections/"
        + name()
        + " with {\"passages\": true}, and try again";
  }

  /// Its passage index.
  ///
  /// @throws RequestException if there is none
  public PassageIndex passageIndex() {
    if (passageObstacle() != null) {
      throw new RequestException(Fault.CONFLICT, "collection", withoutPassages());
    }
    PassageCatalog catalog = documents.passages();
    PassageIndex index = catalog == null ? null : catalog.index();
    if (index == null) {
      throw new RequestException(
          Fault.UNAVAILABLE, "collection", "is still being indexed for passages; try again");
    }
    return index;
  }

  /// Stores a document or not, depending on its near-duplicates; search and decision are atomic.
  /// Returns after the decision; blocks while too many writes wait for the disk.
  ///
  /// @param prepared by this collection
  /// @return completes when everything that the answer depends on is on disk, or fails with a
  ///   StoreException
  /// @throws RequestException if the condition does not hold
  public CompletableFuture<WriteResult> store(PreparedDocument prepared) {
    return writes.store(prepared);
  }

  /// Changes the verdict, expiry or metadata of a document.
  ///
  /// @return completes when the change is on disk, with the document and its position in the log
  /// @throws RequestException if the document does not exist or the condition does not hold
  public CompletableFuture<Document> revise(
      String id, Precondition condition, DocumentChange change) {
    if (Document.faultOf(id) != null) {
      throw missing();
    }
    requireExpiry(change);
    return writes
        .revise(id, condition, change)
        .thenApply(document -> document.orElseThrow(() -> missing()));
  }

  /// Refuses an invalid expiry.
  ///
  /// @throws RequestException if it is refused
  public void requireExpiry(DocumentChange change) {
    if (change.expiry() != null) {
      change.expiry().require(clock.instant());
    }
  }

  /// Deletes a document.
  ///
  /// @return completes when the deletion is on disk, with its position in the log; empty if the
  ///   document did not exist
  /// @throws RequestException if the condition does not hold
  public CompletableFuture<Optional<Position>> remove(String id, Precondition condition) {
    return Document.faultOf(id) == null
        ? writes.remove(id, condition)
        : CompletableFuture.completedFuture(Optional.empty());
  }

  /// The refusal of an id that is not stored.
  public RequestException missing() {
    return new RequestException(
        Fault.NOT_FOUND, "id", "names no document of collection '" + name() + "'; store it first");
  }
}
