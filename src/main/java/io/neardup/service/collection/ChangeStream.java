package io.neardup.service.collection;

import io.neardup.service.RequestException;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.store.ChangeCursor;
import io.neardup.store.ChangePage;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentLog;
import io.neardup.store.Logged;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The document changes of all collections, in order, for clients that keep a copy.
public interface ChangeStream {

  int MAX_LIMIT = 10_000;

  int DEFAULT_LIMIT = 1_000;

  /// The maximum time that a request waits for a change.
  int MAX_WAIT_SECONDS = 60;

  /// The next changes, without waiting. May be empty although there are more.
  ///
  /// @param after the cursor of the previous page, `end` for later changes only, null for all
  ///   current documents and later changes
  /// @param max approximate maximum number of changes
  /// @param withTexts whether to include stored texts
  /// @throws IllegalArgumentException if the cursor is invalid; the message is a clause about it
  Changes page(@Nullable String after, int max, boolean withTexts);

  /// Waits until there are changes, but no longer than `millis`.
  ///
  /// @param after the cursor of an empty page
  void await(String after, long millis) throws InterruptedException;

  /// A page of changes, see [ChangePage].
  ///
  /// @param next the cursor of the next page
  /// @param floor the offset of the last change when the client began, see
  ///   [io.neardup.store.ChangeCursor]
  record Changes(List<Logged<DocumentEvent>> changes, String next, long floor, boolean more) {}

  /// The next changes, without waiting. Of several changes to one document only the latest is
  /// included.
  ///
  /// @param after see [#page]
  /// @param limit approximate maximum number of changes, null for the default
  /// @param withTexts whether to include stored texts
  /// @throws RequestException if the cursor is invalid or the limit is out of range
  default Changes read(@Nullable String after, @Nullable Integer limit, boolean withTexts) {
    int requested = limit == null ? DEFAULT_LIMIT : limit;
    int most = RequestException.inRange("limit", 1, MAX_LIMIT, "", requested);
    try {
      Changes page = page(after, most, withTexts);
      while (page.changes().isEmpty() && page.more()) {
        page = page(page.next(), most, withTexts);
      }
      return page;
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("after", String.valueOf(e.getMessage()));
    }
  }

  /// Maximum characters in a page, not counting its last text.
  ///
  /// @param limit as for [#read]
  static long mostChars(@Nullable Integer limit) {
    return DocumentPage.mostChars(limit == null ? DEFAULT_LIMIT : limit);
  }

  static ChangeStream of(DocumentLog log) {
    Logger logger = LoggerFactory.getLogger(ChangeStream.class);
    return new ChangeStream() {
      @Override
      public Changes page(@Nullable String after, int max, boolean withTexts) {
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
