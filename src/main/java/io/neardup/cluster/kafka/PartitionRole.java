package io.neardup.cluster.kafka;

import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.DocumentStore;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// What this process does for a partition at present: nothing, standby or owner.
final class PartitionRole implements ReplicaTopology.Role {

  private final PartitionReplica replica;
  private final DocumentStore store;
  private final Function<PartitionReplica, PartitionOwner> owners;
  private volatile @Nullable PartitionOwner owner;
  private volatile int hosts; // open stores: two while a standby becomes the owner

  PartitionRole(
      PartitionReplica replica,
      DocumentStore store,
      Function<PartitionReplica, PartitionOwner> owners) {
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

  void forget(DocumentCollection collection) {
    PartitionOwner now = owner;
    if (now != null) {
      now.forget(collection);
    }
  }

  @Override
  public synchronized void host() {
    hosts++;
  }

  @Override
  public synchronized void own() {
    disown();
    PartitionOwner next = owners.apply(replica);
    replica.observe(next);
    owner = next;
    next.begin();
  }

  @Override
  public synchronized void disown() {
    PartitionOwner past = owner;
    if (past != null) {
      owner = null;
      replica.observe(null);
      past.end();
    }
  }

  @Override
  public void apply(List<ConsumerRecord<byte[], byte[]>> records) {
    replica.apply(records);
  }

  @Override
  public void sync() {
    store.documents().sync();
  }

  @Override
  public synchronized void release() {
    hosts--;
  }
}
