package io.neardup.cluster.ownership;

import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.service.write.Present;
import io.neardup.service.write.WriteDecider;
import io.neardup.service.write.WriteResult;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.Logged;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The writes to a collection of a cluster. Decided here while this process owns the partition,
/// else refused before anything is written.
///
/// @param patience how long a write waits for the owner to decide
public record OwnedWrites(
    HostedPartitions hosted,
    CollectionSettings settings,
    Profile profile,
    LiveDocuments documents,
    Duration patience)
    implements DocumentWrites {

  private WriteDecider deciding() {
    return hosted.awaitOwner(settings, patience).writes(settings, profile, documents);
  }

  @Override
  public PreparedDocument prepare(IncomingDocument incoming, StopSignal stop) {
    return hosted.owner(settings).writes(settings, profile, documents).prepare(incoming, stop);
  }

  @Override
  public CompletableFuture<WriteResult> store(PreparedDocument prepared) {
    return deciding().store(prepared);
  }

  @Override
  public CompletableFuture<@Nullable Logged<OfDocument>> change(
      String id, Precondition condition, Function<Present, @Nullable OfDocument> change) {
    return deciding().change(id, condition, change);
  }

  /// The owner removes expired documents; other instances do nothing.
  @Override
  public CompletableFuture<Boolean> expire(String id, Instant expiresAt) {
    PartitionOwner owner = hosted.ownerOf(settings.partition());
    return owner == null || !owner.accepts()
        ? CompletableFuture.completedFuture(false)
        : owner
            .writes(settings, profile, documents)
            .expire(id, expiresAt)
            .exceptionally(failure -> false);
  }

  @Override
  public void countFeatures(boolean counts) {
    hosted.replica(settings.partition()).countFeatures(profile, documents, counts);
  }

  @Override
  public int underWay() {
    PartitionOwner owner = hosted.ownerOf(settings.partition());
    return owner == null ? 0 : owner.writes(settings, profile, documents).underWay();
  }
}
