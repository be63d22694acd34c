package io.neardup.service.collection;

import io.neardup.service.RequestException;
import io.neardup.service.collection.ChangeSource.Changes;
import io.neardup.service.lookup.DocumentPage;
import org.jspecify.annotations.Nullable;

/// The changes of the documents of all collections, in order, for clients that keep a copy.
public final class ChangeStream {

  public static final int MAX_LIMIT = 10_000;

  private static final int DEFAULT_LIMIT = 1_000;

  /// The maximum time that a request waits for a change.
  public static final int MAX_WAIT_SECONDS = 60;

  private final ChangeSource source;

  public ChangeStream(ChangeSource source) {
    this.source = source;
  }

  /// The next changes, without waiting for them; of several changes of one document only the latest
  /// is included.
  ///
  /// @param after the cursor of the page before, `end` for later changes only, null for all present
  ///   documents and later changes
  /// @param limit approximate maximum number of changes, null for the default
  /// @param withTexts whether to include stored texts
  /// @throws RequestException if the cursor is invalid or the limit is out of range
  public Changes read(@Nullable String after, @Nullable Integer limit, boolean withTexts) {
    int requested = limit == null ? DEFAULT_LIMIT : limit;
    int most = RequestException.inRange("limit", 1, MAX_LIMIT, "", requested);
    Changes page = page(after, most, withTexts);
    while (page.changes().isEmpty() && page.more()) {
      page = page(page.next(), most, withTexts);
    }
    return page;
  }

  /// Waits until there are changes, or for that time.
  ///
  /// @param after the cursor of an empty page
  public void await(String after, long millis) throws InterruptedException {
    source.await(after, millis);
  }

  /// The most characters that a page may have, one text apart.
  ///
  /// @param limit as for [#read]
  public static long mostChars(@Nullable Integer limit) {
    return DocumentPage.mostChars(limit == null ? DEFAULT_LIMIT : limit);
  }

  private Changes page(@Nullable String after, int most, boolean withTexts) {
    try {
      return source.read(after, most, withTexts);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("after", String.valueOf(e.getMessage()));
    }
  }
}
