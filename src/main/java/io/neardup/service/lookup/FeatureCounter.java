package io.neardup.service.lookup;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The document frequency of each feature in a collection, for lookups with the collection's own
/// weights.
/* All documents are counted first, in id order, one page at a time, while no write is applied or pending. Between
pages writes go on: writes to ids already counted change the counts, other documents are found later, when their
page is read. */
public final class FeatureCounter {

  private static final int PAGE = 256;

  /// Pause between pages, because the locks that counting needs are not fair.
  private static final long PAUSE_NANOS = 200_000;

  private final LiveDocuments documents;
  private volatile @Nullable DocumentFrequencies counted;
  private volatile @Nullable String upTo; // null if all documents are counted

  FeatureCounter(LiveDocuments documents) {
    this.documents = documents;
  }

  public @Nullable DocumentFrequencies frequencies() {
    return upTo == null ? counted : null;
  }

  public boolean isCounting() {
    return counted != null;
  }

  /// Counts all documents, or stops counting.
  ///
  /// @param page runs a step while no write is applied or pending, and returns its result
  public void count(boolean counts, Profile profile, Predicate<BooleanSupplier> page) {
    var _ = page.test(() -> begin(counts));
    boolean all = !counts;
    boolean interrupted = false;
    try {
      while (!all) {
        all = page.test(() -> countPage(profile));
        LockSupport.parkNanos(PAUSE_NANOS);
        interrupted |= Thread.interrupted(); // or else it would end every further pause at once
      }
    } finally {
      if (!all) {
        var _ = page.test(() -> begin(false));
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Starts with no document counted, or turns counting off.
  private boolean begin(boolean counts) {
    upTo = ""; // until documents are counted, there are no counts
    counted = counts ? new DocumentFrequencies() : null;
    upTo = counts ? "" : null;
    return true;
  }

  /// Called after all documents were removed, while no write is applied or pending.
  void clear() {
    if (counted != null) {
      counted = new DocumentFrequencies();
    }
  }

  private boolean countPage(Profile profile) {
    DocumentFrequencies counts = counted;
    String after = upTo;
    if (counts != null && after != null) {
      upTo = documents.count(after, PAGE, profile, counts);
    }
    return upTo == null;
  }

  /// Whether a write to that id changes the counts.
  public boolean covers(String id) {
    String last = upTo;
    return counted != null && (last == null || DocumentPage.compare(id, last) <= 0);
  }

  /// How a write changes the counts, to run once it is durable.
  ///
  /// @param before the features of the document before it, null if there are none
  /// @param after the features of the document after it, null if there are none
  public Runnable change(@Nullable FeatureVector before, @Nullable FeatureVector after) {
    DocumentFrequencies counts = counted;
    if (counts == null || Objects.equals(before, after)) {
      return () -> {};
    }
    return () -> {
      if (before != null) {
        counts.remove(before);
      }
      if (after != null) {
        counts.add(after);
      }
    };
  }
}
