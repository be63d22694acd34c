package io.neardup.service.write;

import io.neardup.profile.Profile;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.PassageCatalog;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What decided writes update besides the documents on disk: the index, the feature counts and the
/// passages. Called under the decider's lock, except [#features], [#anchors] and [#show].
record DerivedData(LiveDocuments stored, Profile profile, PendingWrites pendingWrites) {

  /// The features of a revision to store, computed before the lock is taken; null if features are
  /// not counted.
  @Nullable LazyVector features(Revision revision) {
    if (!stored.counter().isCounting()) {
      return null;
    }
    FeatureVector vector = StoredFeatures.of(revision, profile);
    return new LazyVector(() -> vector);
  }

  /// How a decided write changes the counts once it is durable.
  ///
  /// @param earlier the preceding writes of the same decision
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

  /// The features of an id's current revision, from memory or from disk.
  private @Nullable FeatureVector present(String id) {
    PendingWrite latest = pendingWrites.latest(id);
    if (latest != null && latest.head() == null && !latest.hasFailed()) {
      return null;
    }
    LazyVector pending = latest == null ? null : latest.vector(profile);
    return pending == null ? stored.vector(id, profile) : pending.get();
  }

  /// The anchors of a revision's text, null if it has no text or passages are not indexed.
  long @Nullable [] anchors(Revision revision) {
    PassageCatalog passages = stored.passages();
    String text = revision.text();
    return passages == null || text == null ? null : passages.anchors(text);
  }

  /// Makes a durable write visible to lookups. Called by the committing thread.
  void show(PendingWrite write, Position position) {
    Put put = write.put();
    int ordinal = stored.ordinal(write.id());
    stored.apply(
        write.id(),
        write.indexedBefore(),
        write.indexed(),
        put == null ? null : Document.of(put).at(position));
    write.count();
    indexPassages(write, put == null ? ordinal : stored.ordinal(write.id()));
  }

  private void indexPassages(PendingWrite write, int ordinal) {
    PassageCatalog passages = stored.passages();
    Put put = write.put();
    if (passages == null || ordinal < 0) {
      return;
    }
    if (put == null || write.indexed() == null) {
      passages.removed(ordinal);
    } else if (write.hasNewText() || write.indexedBefore() == null) {
      long[] prepared = write.anchors();
      // Missing if indexing of passages began after the write was prepared, or the write keeps the
      // text.
      long[] anchors = prepared == null ? anchors(put.revision()) : prepared;
      if (anchors == null) {
        passages.removed(ordinal);
      } else {
        passages.stored(ordinal, anchors);
      }
    }
  }
}
