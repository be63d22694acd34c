package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.store.Document;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

/// Changes or deletes the documents of a collection that pass a filter, in id order.
///
/// Each document is written separately, if it passes the filter at that moment. Other writes
/// continue meanwhile. Completed writes remain if the work ends early; repeating it does the rest.
/// A document stored meanwhile is included if its id has not been reached yet. Confined to one
/// thread.
///
/// @param write changes or deletes the document with an id, if it still passes the filter
public record BulkWrite(
    DocumentCollection collection,
    MetadataFilter filter,
    Function<String, CompletableFuture<Boolean>> write) {

  private static final int PAGE = 500;

  /// Refuses to write all documents.
  ///
  /// @throws RequestException if the filter is empty
  public BulkWrite {
    if (filter.isEmpty()) {
      throw RequestException.invalid(
          "filter",
          "is missing; name the documents, such as lang:en. To delete all, delete the collection");
    }
  }

  /// Changes documents. Documents that need no change are not written.
  ///
  /// @throws RequestException if the filter is empty or the change invalid
  public static BulkWrite change(
      DocumentCollection collection, MetadataFilter filter, DocumentChange change) {
    collection.requireExpiry(change);
    return new BulkWrite(
        collection, filter, id -> collection.writes().reviseIf(id, filter, change));
  }

  /// Deletes documents.
  ///
  /// @throws RequestException if the filter is empty
  public static BulkWrite removal(DocumentCollection collection, MetadataFilter filter) {
    return new BulkWrite(collection, filter, id -> collection.writes().removeIf(id, filter));
  }

  /// The progress of a bulk write.
  ///
  /// @param matched number of documents that passed the filter
  /// @param written number of documents changed or deleted, durably
  /// @param done whether all documents were processed
  public record BulkProgress(long matched, long written, boolean done) {}

  /// Processes the collection.
  ///
  /// @param dryRun whether to count only
  /// @param memory counts the memory of texts read for the writes
  /// @param goesOn receives the progress, and returns whether to continue
  /// @throws RequestException STORAGE if the collection was assigned to another instance after some
  ///   of the writes
  public void run(boolean dryRun, StopSignal memory, Predicate<BulkProgress> goesOn) {
    AtomicLong written = new AtomicLong();
    try {
      run(dryRun, memory, goesOn, written);
    } catch (RequestException e) {
      if (e.kind() != Fault.MOVED || written.get() == 0) {
        throw e;
      }
      throw new RequestException(
          Fault.STORAGE,
          "collection",
          "'"
              + collection.name()
              + "' is being assigned to an instance of the cluster; "
              + written
              + " documents were written before, repeat the request for the others");
    }
  }

  private void run(
      boolean dryRun, StopSignal memory, Predicate<BulkProgress> goesOn, AtomicLong written) {
    long matched = 0;
    String after = "";
    boolean more = true;
    try (WriteBatch<String> batch =
        new WriteBatch<>(
            memory,
            () -> {},
            (ids, _) ->
                WriteBatch.writeAll(ids, write, (_, done) -> written.addAndGet(done ? 1 : 0)))) {
      while (more) {
        DocumentPage page = collection.documents().page(after, PAGE, DocumentFilter.of(filter));
        matched += page.documents().size();
        if (!dryRun) {
          for (Document document : page.documents()) {
            batch.add(collection.documents().contentBytes(document.id()), document::id);
          }
          batch.finish();
        }
        more = page.next() != null;
        after = Objects.requireNonNullElse(page.next(), after);
        more &= goesOn.test(new BulkProgress(matched, written.get(), !more));
      }
    }
  }
}
