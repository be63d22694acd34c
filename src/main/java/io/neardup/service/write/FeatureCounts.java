package io.neardup.service.write;

import io.neardup.profile.Profile;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Revision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How decided writes change the counts of features. Called under the lock of the decider, but for
/// [#prepared].
record FeatureCounts(LiveDocuments stored, Profile profile, PendingWrites pendingWrites) {

  /// The features of a revision to be stored, computed before the lock is taken; null if they are
  /// not counted.
  @Nullable LazyVector prepared(Revision revision) {
    if (!stored.counter().isCounting()) {
      return null;
    }
    FeatureVector vector = StoredFeatures.of(revision, profile);
    return new LazyVector(() -> vector);
  }

  /// How a decided write changes the counts once it is durable.
  ///
  /// @param earlier the writes of the same decision before it
  Runnable change(PendingWrite write, List<PendingWrite> earlier) {
    if (!stored.counter().covers(write.id())) {
      return () -> {};
    }
    boolean removedBefore = earlier.stream().anyMatch(other -> other.id().equals(write.id()));
    FeatureVector before = removedBefore ? null : present(write.id());
    return stored.counter().change(before, features(write));
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
