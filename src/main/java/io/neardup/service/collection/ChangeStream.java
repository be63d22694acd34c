package io.neardup.service.collection;

import io.neardup.service.RequestException;
import io.neardup.service.collection.ChangeSource.Changes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The changes of the documents of all collections, in order, for clients that keep a copy.
public final class ChangeStream {

  /// The maximum number of changes in a page.
  public static final int MAX_LIMIT = 10_000;

  private static final int DEFAULT_LIMIT = 1_000;

  /// The maximum time that a call waits for a change.
  public static final int MAX_WAIT_SECONDS = 60;

  private static final long PAUSE_MILLIS = 100;

  private final ChangeSource source;

  /// @param source that is read
  public ChangeStream(ChangeSource source) {
    this.source = source;
  }

  /// The next changes; of several changes of one document only the latest is included.
  ///
  /// @param after the cursor of the page before, `end` for later changes only, null for all present
  ///   documents and later changes
  /// @param limit approximate maximum number of changes, null for the default
  /// @param wait seconds to wait for the first change, null for none
  /// @param withTexts whether to include stored texts
  /// @throws RequestException if the cursor is invalid or a number is out of range
  public Changes read(
      @Nullable String after, @Nullable Integer limit, @Nullable Integer wait, boolean withTexts) {
    int most = limit == null ? DEFAULT_LIMIT : limit;
    if (most < 1 || most > MAX_LIMIT) {
      throw RequestException.invalid("limit", "must be 1 to " + MAX_LIMIT + ", was " + most);
    }
    int seconds = wait == null ? 0 : wait;
    if (seconds < 0 || seconds > MAX_WAIT_SECONDS) {
      throw RequestException.invalid(
          "wait", "must be 0 to " + MAX_WAIT_SECONDS + " seconds, was " + seconds);
    }
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    Changes page = page(after, most, withTexts);
    while (page.changes().isEmpty() && (page.more() || System.nanoTime() < end)) {
      if (!page.more()) {
        pause();
      }
      page = page(page.next(), most, withTexts);
    }
    return page;
  }

  private Changes page(@Nullable String after, int most, boolean withTexts) {
    try {
      return source.read(after, most, withTexts);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("after", String.valueOf(e.getMessage()));
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for changes", e);
    }
  }
}
