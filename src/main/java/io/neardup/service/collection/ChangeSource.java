package io.neardup.service.collection;

import io.neardup.store.ChangeCursor;
import io.neardup.store.ChangePage;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentLog;
import io.neardup.store.Logged;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The log of changes that clients follow.
public interface ChangeSource {

  /// The next changes, without waiting for them.
  ///
  /// @param after the cursor of the page before, `end` for later changes only, null for all present
  ///   documents and later changes
  /// @param max approximate maximum number of changes
  /// @param withTexts whether to include stored texts
  /// @throws IllegalArgumentException if the cursor is invalid; the message is a clause about it
  Changes read(@Nullable String after, int max, boolean withTexts);

  /// Waits for changes after a page, at most for that time.
  ///
  /// @param after the cursor of the page
  void await(String after, long millis) throws InterruptedException;

  /// A page of changes, see [ChangePage].
  ///
  /// @param next the cursor of the next page
  /// @param floor the offset up to which the client has received no changes before
  record Changes(List<Logged<DocumentEvent>> changes, String next, long floor, boolean more) {}

  static ChangeSource of(DocumentLog log) {
    Logger logger = LoggerFactory.getLogger(ChangeSource.class);
    return new ChangeSource() {
      @Override
      public Changes read(@Nullable String after, int max, boolean withTexts) {
        ChangeCursor cursor =
            after == null
                ? log.start()
                : after.equals("end") ? log.end() : ChangeCursor.parse(after);
        ChangePage page = log.read(cursor, max, withTexts);
        page.unreadable()
            .forEach(each -> logger.error("{} The changes are read without it", each.sentence()));
        return new Changes(
            page.changes(), page.next().toString(), page.next().floor(), page.more());
      }

      @Override
      public void await(String after, long millis) throws InterruptedException {
        log.await(ChangeCursor.parse(after), millis);
      }
    };
  }
}
