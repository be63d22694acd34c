package io.neardup.config;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.cluster.Cluster;
import io.neardup.cluster.ownership.HostedPartitions;

/// Metrics of an instance of a cluster.
record ClusterMeters(Cluster cluster) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    HostedPartitions hosted = cluster.hosted();
    Gauge.builder("neardup.cluster.partitions", hosted, each -> each.owned())
        .description("Partitions of this instance")
        .tag("role", "owner")
        .register(registry);
    Gauge.builder("neardup.cluster.partitions", hosted, each -> each.hosted() - each.owned())
        .description("Partitions of this instance")
        .tag("role", "standby")
        .register(registry);
    Gauge.builder("neardup.cluster.partitions.unowned", cluster, Cluster::unowned)
        .description("Partitions of the cluster without an owner, as this instance knows")
        .register(registry);
    Gauge.builder("neardup.cluster.lag", hosted, HostedPartitions::lag)
        .description("Records of the partitions of this instance that it has not applied yet")
        .register(registry);
  }
}
