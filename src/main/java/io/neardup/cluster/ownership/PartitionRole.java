package io.neardup.cluster.ownership;

import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/// The current role of this process for a partition: none, standby or owner.
final class PartitionRole {

  private final PartitionReplica replica;
  private final DocumentStore store;
  private final Function<PartitionReplica, PartitionOwner> owners;
  private final Runnable left;
  private volatile @Nullable PartitionOwner owner;
  private volatile int hosts; // open stores: two while a standby becomes the owner
  private long releasedAt = System.nanoTime(); // guarded by this

  PartitionRole(
      PartitionReplica replica,
      DocumentStore store,
      Function<PartitionReplica, PartitionOwner> owners,
      Runnable left) {
    this.left = left;
    this.replica = replica;
    this.store = store;
    this.owners = owners;
  }

  PartitionReplica replica() {
    return replica;
  }

  boolean isHosted() {
    return hosts > 0;
  }

  @Nullable PartitionOwner owner() {
    return owner;
  }

  /// The epoch in which this process can decide on writes as the owner, 0 if it cannot.
  long epoch() {
    PartitionOwner now = owner;
    return now == null ? 0 : now.epoch();
  }

  void forget(DocumentCollection collection) {
    PartitionOwner now = owner;
    if (now != null) {
      now.forget(collection);
    }
  }

  /// The partition is hosted from now on.
  synchronized void host() {
    hosts++;
  }

  /// This process is the owner from now on.
  synchronized void own() {
    disown();
    PartitionOwner next = owners.apply(replica);
    replica.observe(next);
    owner = next;
    next.claim();
  }

  /// This process is no longer the owner.
  synchronized void disown() {
    PartitionOwner past = owner;
    if (past != null) {
      owner = null;
      replica.observe(null);
      past.end();
      left.run();
    }
  }

  /// Syncs applied events to disk.
  void sync() {
    store.documents().sync();
  }

  /// The partition is no longer hosted.
  synchronized void release() {
    hosts--;
    releasedAt = System.nanoTime();
  }

  /// Removes the partition's documents if it has not been hosted for some time.
  ///
  /// @param directory of Kafka Streams, whose position must be removed as well
  /// @return whether there were any
  synchronized boolean clearIfUnhosted(
      Duration since, Collection<DocumentCollection> all, Path directory) {
    if (isHosted() || replica.applied() == 0 || System.nanoTime() - releasedAt < since.toNanos()) {
      return false;
    }
    try (Stream<Path> tasks = Files.walk(directory, 2)) {
      String task = "0_" + replica.partition();
      for (Path path : tasks.filter(each -> each.endsWith(task)).toList()) {
        FileSystemUtils.deleteRecursively(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete positions in " + directory, e);
    }
    replica.clear(all);
    return true;
  }
}
