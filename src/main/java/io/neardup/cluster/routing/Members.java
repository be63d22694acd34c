package io.neardup.cluster.routing;

import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.ownership.HostedPartitions.Hosted;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which instances to ask about which partitions.
public final class Members {

  private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SUSPECT = TimeUnit.SECONDS.toNanos(1);

  private final HostedPartitions hosted;
  private final Map<String, Long> suspects = new ConcurrentHashMap<>();
  private volatile Known known;

  public Members(HostedPartitions hosted) {
    this.hosted = hosted;
    this.known = new Known(hosted.hosts(), System.nanoTime());
  }

  private record Known(List<Hosted> hosts, long readAt) {}

  private List<Hosted> known() {
    Known now = known;
    if (System.nanoTime() - now.readAt > FRESH) {
      now = new Known(hosted.hosts(), System.nanoTime());
      known = now;
    }
    return now.hosts;
  }

  /// The owner of a partition, null if it has none at present.
  public @Nullable String owner(int partition) {
    if (hosted.ownerOf(partition) != null) {
      return hosted.instance();
    }
    return known().stream()
        .filter(host -> host.owned().contains(partition))
        .map(Hosted::instance)
        .findFirst()
        .orElse(null);
  }

  /// The instances that host a partition: this one first, then the owner, and those that did not
  /// answer last.
  public List<String> hosts(int partition) {
    Stream<String> others =
        known().stream()
            .filter(host -> host.owned().contains(partition) || host.standby().contains(partition))
            .sorted(Comparator.comparing(host -> !host.owned().contains(partition)))
            .map(Hosted::instance)
            .filter(instance -> !isSelf(instance));
    return Stream.concat(
            hosted.hosts(partition) ? Stream.of(hosted.instance()) : Stream.empty(), others)
        .sorted(Comparator.comparing(this::isSuspect))
        .toList();
  }

  public boolean isSelf(String instance) {
    return instance.equals(hosted.instance());
  }

  /// Records that an instance did not answer: for a second, others are asked first.
  public void suspect(String instance) {
    suspects.put(instance, System.nanoTime());
  }

  /// Whether an instance did not answer lately.
  public boolean isSuspect(String instance) {
    Long since = suspects.get(instance);
    return since != null && System.nanoTime() - since < SUSPECT;
  }
}
