package io.neardup.service.collection;

import io.neardup.service.RequestException;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/// Changes or removes the documents of a collection that pass a filter, in the order of their ids.
///
/// Each document is written by itself, if it passes the filter at that moment. So writes of others
/// go on meanwhile, and what was written stays if the work ends early; doing it again does the
/// rest. A document stored meanwhile is among them if its id is still ahead. For one thread to use
/// once.
public final class BulkWrite {

  private static final int PAGE = 500;

  private final DocumentCollection collection;
  private final MetadataFilter filter;
  private final Function<String, CompletableFuture<Boolean>> write;

  private BulkWrite(
      DocumentCollection collection,
      MetadataFilter filter,
      Function<String, CompletableFuture<Boolean>> write) {
    if (filter.isEmpty()) {
      throw RequestException.invalid(
          "filter",
          "is missing; say which documents, such as lang:en. To remove all, remove the collection");
    }
    this.collection = collection;
    this.filter = filter;
    this.write = write;
  }

  /// Changes documents. Those that are so already stay as they are.
  ///
  /// @throws RequestException if there is no filter, or the change is none that a document can take
  public static BulkWrite change(
      DocumentCollection collection, MetadataFilter filter, DocumentChange change) {
    collection.requireExpiry(change);
    return new BulkWrite(collection, filter, id -> collection.reviseIf(id, filter, change));
  }

  /// Removes documents.
  ///
  /// @throws RequestException if there is no filter
  public static BulkWrite removal(DocumentCollection collection, MetadataFilter filter) {
    return new BulkWrite(collection, filter, id -> collection.removeIf(id, filter));
  }

  /// How far it is.
  ///
  /// @param matched how many documents passed the filter
  /// @param written how many of them were changed or removed, and are on disk so
  /// @param done whether that is all
  public record Progress(long matched, long written, boolean done) {}

  /// Goes through the collection.
  ///
  /// @param dryRun whether to count only
  /// @param goesOn hears how far it is, and says whether to go on
  public void run(boolean dryRun, Predicate<Progress> goesOn) {
    long matched = 0;
    long written = 0;
    String after = "";
    boolean more = true;
    while (more) {
      DocumentPage page = collection.page(after, PAGE, filter);
      matched += page.documents().size();
      if (!dryRun) {
        List<CompletableFuture<Boolean>> writes =
            page.documents().stream().map(document -> write.apply(document.id())).toList();
        written += writes.stream().filter(CompletableFuture::join).count();
      }
      more = page.next() != null;
      after = Objects.requireNonNullElse(page.next(), after);
      more &= goesOn.test(new Progress(matched, written, !more));
    }
  }
}
