package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.service.collection.ChangeStream.Changes;
import io.neardup.service.collection.CopyTarget.Copied;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.Logged;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Copies the documents of a collection to another one, for example with another profile, from
/// their stored texts. Follows the changes until it has caught up, and can be continued later.
///
/// Single use, by one thread.
public final class CollectionCopy {

  private static final int PAGE = 500;

  private final ChangeStream changes;
  private final DocumentCollection from;
  private final CopyTarget to;
  private long stored;
  private long removed;
  private long withoutText;

  /// @param from the collection to copy
  /// @param to the target, with [CopyRule#TEXTS]
  public CollectionCopy(ChangeStream changes, DocumentCollection from, CopyTarget to) {
    this.changes = changes;
    this.from = from;
    this.to = to;
  }

  public CollectionCopy(ChangeStream changes, DocumentCollection from, DocumentCollection to) {
    this(changes, from, new LocalCopies(to, CopyRule.TEXTS, StopSignal.NEVER));
  }

  /// The progress of a copy.
  ///
  /// @param stored number of documents stored in the target
  /// @param removed number of documents deleted in the target, as they were deleted in the source
  /// @param withoutText number of documents that could not be copied, as their texts are not stored
  /// @param cursor from which to continue
  /// @param done whether it has caught up
  public record CopyProgress(
      long stored, long removed, long withoutText, String cursor, boolean done) {}

  /// Copies until it has caught up.
  ///
  /// @param after the cursor of an earlier copy, null to begin with all documents
  /// @param goesOn receives the progress, and returns whether to continue
  /// @throws io.neardup.service.RequestException if the cursor is invalid
  public void run(@Nullable String after, Predicate<CopyProgress> goesOn) {
    String cursor = after;
    boolean more = true;
    while (more) {
      Changes page = changes.read(cursor, PAGE, true);
      from.requirePresent(); // so changes of its name are its own
      // The clearing of an earlier collection of that name is left out: its documents are not
      // copied.
      to.apply(
              page.changes().stream()
                  .map(Logged::event)
                  .filter(event -> event.collection().equals(from.name()))
                  .filter(OfDocument.class::isInstance)
                  .map(OfDocument.class::cast))
          .forEach(this::count);
      cursor = page.next();
      more = page.more();
      more &= goesOn.test(new CopyProgress(stored, removed, withoutText, cursor, !more));
    }
  }

  private void count(Copied copied) {
    switch (copied.outcome()) {
      case ADDED, REPLACED, SKIPPED -> stored++;
      case WITHOUT_TEXT -> withoutText++;
      case REMOVED -> removed++;
      case EXPIRED -> {
        // Nothing is left to be copied.
      }
    }
  }
}
