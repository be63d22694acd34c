package io.neardup.cluster.ownership;

import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.DocumentWrites;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.service.write.WriteDecider;
import io.neardup.service.write.WriteResult;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The writes to a collection of a cluster, on which the owner of its partition decides while this
/// process is the owner. Else they are refused, and nothing is written.
public record OwnedWrites(
    HostedPartitions hosted, CollectionSettings settings, Profile profile, LiveDocuments documents)
    implements DocumentWrites {

  private WriteDecider owned() {
    return hosted.owner(settings).writes(settings, profile, documents);
  }

  @Override
  public PreparedDocument prepare(IncomingDocument incoming, StopSignal stop) {
    return owned().prepare(incoming, stop);
  }

  @Override
  public CompletableFuture<WriteResult> store(PreparedDocument prepared) {
    return owned().store(prepared);
  }

  @Override
  public CompletableFuture<Optional<Position>> remove(String id, Precondition condition) {
    return owned().remove(id, condition);
  }

  @Override
  public CompletableFuture<Boolean> removeIf(String id, MetadataFilter filter) {
    return owned().removeIf(id, filter);
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
  public CompletableFuture<Optional<Logged<Put>>> revise(
      String id, Precondition condition, DocumentChange change) {
    return owned().revise(id, condition, change);
  }

  @Override
  public CompletableFuture<Boolean> reviseIf(
      String id, MetadataFilter filter, DocumentChange change) {
    return owned().reviseIf(id, filter, change);
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
