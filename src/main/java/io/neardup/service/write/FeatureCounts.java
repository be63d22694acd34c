package io.neardup.service.write;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.profile.Profile;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Revision;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Counts the features of the documents of a collection as they are written. Called under the lock
/// of the decider, but for [#prepared] and [FeatureChange#apply].
/* All documents are counted first, in the order of their ids, a page at a time, while no write is pending.
Between pages writes go on: those of ids that were counted already change the counts, and the others are
found later, when their page is read. */
final class FeatureCounts {

  private static final int PAGE = 256;

  private final LiveDocuments stored;
  private final Profile profile;
  private final PendingWrites pendingWrites;
  private volatile @Nullable DocumentFrequencies counted;
  private @Nullable String upTo; // null if all documents are counted

  FeatureCounts(LiveDocuments stored, Profile profile, PendingWrites pendingWrites) {
    this.stored = stored;
    this.profile = profile;
    this.pendingWrites = pendingWrites;
  }

  /// Starts counting from no document.
  void start() {
    counted = new DocumentFrequencies();
    upTo = "";
  }

  /// Stops counting.
  void stop() {
    counted = null;
    stored.frequencies(null);
  }

  /// Counts the next documents. Called while no write is pending.
  ///
  /// @return whether all are counted, so that lookups have the counts
  boolean countPage() {
    DocumentFrequencies counts = counted;
    if (counts != null && upTo != null) {
      upTo = stored.count(upTo, PAGE, profile, counts);
      if (upTo == null) {
        stored.frequencies(counts);
      }
    }
    return upTo == null;
  }

  /// The features of a revision to be stored, computed before the lock is taken; null if they are
  /// not counted.
  @Nullable LazyVector prepared(Revision revision) {
    if (counted == null) {
      return null;
    }
    FeatureVector vector = StoredFeatures.of(revision, profile);
    return new LazyVector(() -> vector);
  }

  /// A change of the counts by a write.
  record FeatureChange(
      DocumentFrequencies counts, @Nullable FeatureVector before, @Nullable FeatureVector after) {

    /// Applies the change once the write is durable.
    void apply() {
      if (before != null) {
        counts.remove(before);
      }
      if (after != null) {
        counts.add(after);
      }
    }
  }

  /// How a decided write changes the counts once it is durable; null if it does not.
  ///
  /// @param earlier the writes of the same decision before it
  @Nullable FeatureChange change(PendingWrite write, List<PendingWrite> earlier) {
    DocumentFrequencies counts = counted;
    if (counts == null || upTo != null && DocumentPage.compare(write.id(), upTo) > 0) {
      return null;
    }
    boolean removedBefore = earlier.stream().anyMatch(other -> other.id().equals(write.id()));
    FeatureVector before = removedBefore ? null : present(write.id());
    FeatureVector after = features(write);
    return Objects.equals(before, after) ? null : new FeatureChange(counts, before, after);
  }

  private @Nullable FeatureVector features(PendingWrite write) {
    LazyVector vector = write.vector(profile);
    return vector == null ? null : vector.get();
  }

  /// The features of the present revision of an id, from memory or from disk.
  private @Nullable FeatureVector present(String id) {
    PendingWrite latest = pendingWrites.latest(id);
    if (latest != null && !latest.head().exists() && !latest.hasFailed()) {
      return null;
    }
    LazyVector pending = latest == null ? null : latest.vector(profile);
    return pending == null ? stored.vector(id, profile) : pending.get();
  }
}
