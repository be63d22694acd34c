package io.neardup.cluster.routing;

import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.ownership.HostedPartitions.Hosted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Which instances to ask about which partitions.
public final class Members {

  private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SUSPECT = TimeUnit.SECONDS.toNanos(1);

  private final HostedPartitions hosted;
  private final Map<String, Long> suspects = new ConcurrentHashMap<>();
  private volatile Routes routes;

  public Members(HostedPartitions hosted) {
    this.hosted = hosted;
    this.routes = read();
  }

  /// @param byPartition the instances that host each partition, owner first
  /// @param owners by partition, where known
  private record Routes(List<List<String>> byPartition, Map<Integer, String> owners, long readAt) {}

  private Routes read() {
    List<List<String>> byPartition = new ArrayList<>();
    Map<Integer, String> owners = new HashMap<>();
    for (int partition = 0; partition < hosted.count(); partition++) {
      byPartition.add(new ArrayList<>());
    }
    List<Hosted> hosts = hosted.hosts();
    for (Hosted host : hosts) {
      for (int partition : host.owned()) {
        byPartition.get(partition).addFirst(host.instance());
        owners.put(partition, host.instance());
      }
      for (int partition : host.standby()) {
        byPartition.get(partition).addLast(host.instance());
      }
    }
    return new Routes(byPartition, owners, System.nanoTime());
  }

  private Routes routes() {
    Routes now = routes;
    if (System.nanoTime() - now.readAt > FRESH) {
      now = read();
      routes = now;
    }
    return now;
  }

  /// The owner of a partition, null if it currently has none.
  public @Nullable String owner(int partition) {
    return hosted.ownerOf(partition) != null ? hosted.instance() : routes().owners.get(partition);
  }

  /// The instances that host a partition: this one first, suspected ones last. Modifiable.
  public List<String> hosts(int partition) {
    List<String> hosts = new ArrayList<>(routes().byPartition.get(partition));
    hosts.remove(hosted.instance());
    if (hosted.hosts(partition)) {
      hosts.addFirst(hosted.instance());
    }
    hosts.sort((a, b) -> Boolean.compare(isSuspect(a), isSuspect(b)));
    return hosts;
  }

  public boolean isSelf(String instance) {
    return instance.equals(hosted.instance());
  }

  /// Suspects an instance for a second after it did not answer, or not as a partition's owner: it
  /// is not asked first, or not as the owner.
  ///
  /// @param who the instance, with the partition if need be
  public void suspect(String who) {
    suspects.put(who, System.nanoTime());
  }

  /// Whether an instance is suspected.
  ///
  /// @param who as for [#suspect]
  public boolean isSuspect(String who) {
    Long since = suspects.get(who);
    return since != null && System.nanoTime() - since < SUSPECT;
  }
}
