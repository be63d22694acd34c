package io.neardup.cli.stored;

import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.engine.IndexLayout;
import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import io.neardup.service.Awaited;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.service.write.WriteResult;
import io.neardup.store.DocumentEvent;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The default collection of a data directory, to which records without near-duplicates are added.
///
/// A record whose id is stored is kept as it is, without computing its fingerprint; so a run that
/// was interrupted can be repeated. Decisions follow the order of the records. In memory is the
/// index, and a bit for each document that earlier runs stored: no ids of records that are dropped.
public final class StoredIndex implements AutoCloseable {

  private static final Precondition NEW = new Precondition(null, List.of("*"));

  private final DocumentStore store;
  private final DocumentCollection collection;
  private final LookupRequest lookup;
  private final int stored; // documents before this run, which have the ordinals below this
  private final BitSet repeated; // of these, those that were read in this run

  private StoredIndex(DocumentStore store, DocumentCollection collection, LookupRequest lookup) {
    this.store = store;
    this.collection = collection;
    this.lookup = lookup;
    this.stored = collection.size();
    this.repeated = new BitSet(stored);
  }

  /// Opens a data directory, or creates one.
  ///
  /// @param profiles all that its collections may have, the default one for new directories
  /// @param maxDistance null for that of the collection
  /// @param minSimilarity of verified candidates, null for that of the profile
  /// @param verifies whether candidates are verified if the collection allows it. A new one does:
  ///   it stores texts then
  /// @throws FileFailure if it cannot be opened, or has fingerprints of another profile
  public static StoredIndex open(
      Path directory,
      Profiles profiles,
      @Nullable Integer maxDistance,
      @Nullable Double minSimilarity,
      double recall,
      boolean verifies) {
    Profile profile = profiles.defaultProfile();
    DocumentStore store;
    try {
      store = DocumentStore.open(directory, StoreOptions.DEFAULTS);
    } catch (StoreException e) {
      throw new FileFailure(String.valueOf(e.getMessage()), e);
    }
    try {
      DocumentCollections collections =
          new DocumentCollections(
              store,
              profiles,
              new FingerprintService(profiles),
              IndexLayout.DEFAULT::create,
              CollectionAccess.all(),
              Clock.systemUTC(),
              CollectionBackend.local(store, Clock.systemUTC()),
              verifies);
      collections.load();
      DocumentCollection collection = collections.get(DocumentCollections.DEFAULT);
      if (!collection.profile().equals(profile)) {
        throw new FileFailure(
            directory
                + ": has fingerprints of profile "
                + collection.profile().name()
                + "; name it by --profile, or use another directory");
      }
      LookupRequest requested =
          new LookupRequest(maxDistance, recall, 1, null, MetadataFilter.NONE, minSimilarity);
      Lookup usual = collection.lookup(requested);
      LookupRequest lookup =
          verifies || maxDistance != null
              ? requested
              : new LookupRequest(usual.allowedWithin(), recall, 1, null, MetadataFilter.NONE);
      return new StoredIndex(store, collection, lookup);
    } catch (StoreException e) {
      store.close();
      throw new FileFailure(String.valueOf(e.getMessage()), e);
    } catch (RequestException e) {
      store.close();
      throw new FileFailure(e.field() + " " + e.message(), e);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /// A record on its way to the index: a fault, or an id and, unless that is stored, its document.
  ///
  /// @param fault why it cannot be read
  public record PreparedRecord(
      @Nullable RecordFault fault, String id, @Nullable PreparedDocument document) {}

  /// Some records whose near-duplicates were searched.
  ///
  /// @param file of the records
  /// @param batch these records
  /// @param records one for each
  public record PreparedBatch(InputFile file, RecordBatch batch, List<PreparedRecord> records) {}

  /// What became of a record.
  ///
  /// @param result the decision
  /// @param id of the record, empty if it could not be read
  /// @param keptId the id of the record that is kept in its place, or its own
  /// @param distance from that
  /// @param fault why it could not be read, null if it could
  public record RecordDecision(
      RecordOutcome result, String id, String keptId, int distance, @Nullable RecordFault fault) {

    private static RecordDecision of(RecordOutcome result, String id) {
      return new RecordDecision(result, id, id, 0, null);
    }

    private static RecordDecision of(RecordFault fault) {
      return new RecordDecision(RecordOutcome.FAULTY, "", "", 0, fault);
    }
  }

  /// The kinds of decisions.
  public enum RecordOutcome {
    /// It was stored by an earlier run, and is kept.
    KNOWN,

    /// It has been added, and is kept.
    ADDED,

    /// A near-duplicate of it is kept, or an earlier record with its id.
    DROPPED,

    /// It cannot be read.
    FAULTY
  }

  /// Computes fingerprints and searches near-duplicates. Thread-safe.
  public PreparedBatch prepare(InputFile file, RecordBatch batch) {
    return new PreparedBatch(
        file, batch, IntStream.range(0, batch.size()).mapToObj(i -> prepare(batch, i)).toList());
  }

  private PreparedRecord prepare(RecordBatch batch, int index) {
    try {
      RecordFields fields = batch.read(index);
      String id = fields.id();
      if (id == null || id.isEmpty()) {
        throw new RecordFault(0, "has no id, which --index needs");
      }
      requireId(id);
      return new PreparedRecord(
          null, id, collection.find(id).isPresent() ? null : prepare(id, fields.text()));
    } catch (RecordFault fault) {
      return new PreparedRecord(fault, "", null);
    } catch (RequestException e) {
      return new PreparedRecord(new RecordFault(0, String.valueOf(e.getMessage())), "", null);
    }
  }

  private static void requireId(String id) throws RecordFault {
    try {
      DocumentEvent.requireId(id);
    } catch (IllegalArgumentException e) {
      throw new RecordFault(0, "its id " + e.getMessage() + ", to be stored by --index");
    }
  }

  private PreparedDocument prepare(String id, String text) {
    return collection.prepare(
        new NewDocument(
            id,
            new Source.OfContent(new Content.Text(text)),
            null,
            lookup,
            OnDuplicate.SKIP,
            null,
            null,
            NEW),
        StopSignal.NEVER);
  }

  /// Adds the records of a batch that have no near-duplicates, in order. Batches are added in order
  /// by one thread.
  ///
  /// @return a decision for each record, once they are on disk
  /// @throws FileFailure if the disk fails
  public List<RecordDecision> add(PreparedBatch batch) {
    List<CompletableFuture<RecordDecision>> decisions =
        batch.records.stream().map(this::add).toList();
    try {
      return decisions.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      throw new FileFailure(
          e.getCause() instanceof StoreException failure
              ? String.valueOf(failure.getMessage())
              : e.toString(),
          e);
    }
  }

  private CompletableFuture<RecordDecision> add(PreparedRecord record) {
    if (record.fault != null) {
      return done(RecordDecision.of(record.fault));
    }
    if (record.document == null) {
      return done(RecordDecision.of(again(record.id), record.id));
    }
    try {
      return collection
          .store(record.document)
          .handle((result, failure) ->
              failure == null ? decision(result) : refused(record.id, failure));
    } catch (RequestException e) {
      return done(refused(record.id, e));
    }
  }

  /// What becomes of a record whose id is stored: kept if an earlier run stored it, but once.
  private RecordOutcome again(String id) {
    int ordinal = collection.documents().directory().find(id);
    if (ordinal < 0) { // has expired meanwhile
      return RecordOutcome.KNOWN;
    }
    if (ordinal >= stored || repeated.get(ordinal)) {
      return RecordOutcome.DROPPED;
    }
    repeated.set(ordinal);
    return RecordOutcome.KNOWN;
  }

  private static RecordDecision refused(String id, Throwable failure) {
    Throwable cause = Awaited.cause(failure);
    if (!(cause instanceof RequestException refusal)) {
      throw new CompletionException(cause);
    }
    return refusal.kind() == Fault.PRECONDITION_FAILED
        ? RecordDecision.of(RecordOutcome.DROPPED, id) // an earlier record of this run has the id
        : RecordDecision.of(new RecordFault(0, String.valueOf(refusal.getMessage())));
  }

  private static CompletableFuture<RecordDecision> done(RecordDecision decision) {
    return CompletableFuture.completedFuture(decision);
  }

  private static RecordDecision decision(WriteResult result) {
    if (result.outcome() != WriteResult.Outcome.SKIPPED) {
      return RecordDecision.of(RecordOutcome.ADDED, result.id());
    }
    NearDocument nearest = result.duplicates().matches().getFirst();
    return new RecordDecision(
        RecordOutcome.DROPPED, result.id(), nearest.document().id(), nearest.distance(), null);
  }

  /// The number of documents in the collection.
  public int size() {
    return collection.size();
  }

  @Override
  public void close() {
    store.close();
  }
}
