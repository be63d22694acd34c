package io.neardup.config;

import static io.neardup.service.InvalidConfigurationException.configured;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.cluster.Cluster;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.relay.RelaySettings;
import io.neardup.cluster.relay.RelayValve;
import io.neardup.service.InvalidConfigurationException;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.Housekeeping;
import io.neardup.store.Position;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.limits.RequestQuotas;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.apache.catalina.Valve;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.annotation.Order;

/// Creates the beans of a cluster instance.
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(ClusterProperties.SWITCH)
class ClusterConfiguration {

  /// How long a partition's documents stay after it was assigned to other instances: it may return.
  private static final Duration UNHOSTED = Duration.ofMinutes(10);

  private static final Duration HOUSEKEEPING = Duration.ofSeconds(15);

  private static final Duration LEAST_KEEP_ALIVE = Duration.ofSeconds(60);

  /// The directory of partition replicas, separate from the documents of a single process.
  static Path replicas(NeardupProperties properties) {
    return properties.dataDir().resolve("cluster");
  }

  @Bean(destroyMethod = "close")
  Cluster cluster(
      ClusterProperties properties,
      NeardupProperties neardup,
      DocumentStore store,
      ObjectProvider<SslBundles> bundles,
      @Value("${server.port:8080}") int port,
      @Value("${server.ssl.bundle:}") String bundle,
      @Value("${server.tomcat.threads.max:200}") int threads,
      @Value("${server.tomcat.keep-alive-timeout:75s}") Duration keepAlive,
      Clock clock) {
    require(properties);
    if (!keepAlive.isNegative() && keepAlive.compareTo(LEAST_KEEP_ALIVE) < 0) {
      throw new InvalidConfigurationException(
          "server.tomcat.keep-alive-timeout: must be 60s or more in a cluster, because instances"
              + " keep their connections to each other for 30s, was "
              + DurationStyle.SIMPLE.print(keepAlive, ChronoUnit.SECONDS));
    }
    URI url =
        properties.instanceUrl() == null
            ? ownUrl(bundle.isEmpty() ? "http" : "https", port)
            : properties.instanceUrl();
    return new Cluster(
        properties,
        url,
        store,
        neardup.dataDir().resolve("streams"),
        RelaySettings.of(
            threads,
            properties.writeTimeout(),
            bundle.isEmpty() ? null : bundles.getObject().getBundle(bundle).createSslContext()),
        clock);
  }

  /// Leaves the cluster after client requests are answered, but before the server closes the
  /// connections of other instances, so that their requests are answered as well.
  @Bean
  SmartLifecycle clusterLeaving(Cluster cluster) {
    return new SmartLifecycle() {
      private volatile boolean running;

      @Override
      public void start() {
        running = true;
      }

      @Override
      public void stop() {
        cluster.close();
        running = false;
      }

      @Override
      public boolean isRunning() {
        return running;
      }

      @Override
      public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE + 1;
      }

      // The same process cannot rejoin a cluster that it has left.
      @Override
      public boolean isPauseable() {
        return false;
      }
    };
  }

  private static void require(ClusterProperties properties) {
    configured("neardup.cluster.instance-key", properties::secret);
    URI url = properties.instanceUrl();
    boolean isHttp =
        url == null
            || url.getHost() != null
                && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
    require(isHttp, "instance-url", "must be http:// or https://, a name and a port, was " + url);
    int partitions = properties.partitions();
    require(
        partitions >= 1 && partitions <= Position.MAX_PARTITIONS,
        "partitions",
        "must be 1 to " + Position.MAX_PARTITIONS + ", was " + partitions);
    require(
        properties.replicationFactor() >= 1,
        "replication-factor",
        "must be 1 or more, was " + properties.replicationFactor());
    require(
        properties.standbys() >= 0, "standbys", "must be 0 or more, was " + properties.standbys());
  }

  private static void require(boolean isValid, String key, String fault) {
    if (!isValid) {
      throw new InvalidConfigurationException("neardup.cluster." + key + ": " + fault);
    }
  }

  private static URI ownUrl(String scheme, int port) {
    try {
      return URI.create(scheme + "://" + InetAddress.getLocalHost().getHostName() + ":" + port);
    } catch (UnknownHostException e) {
      throw new InvalidConfigurationException(
          "neardup.cluster.instance-url: must be the address of this instance, because its host"
              + " name is unknown ("
              + e.getMessage()
              + ")");
    }
  }

  /// Forwards requests before Spring sees them.
  @Bean
  Valve relayValve(Cluster cluster, RequestQuotas quotas) {
    return new RelayValve(cluster.relay(), cluster.routing(), quotas.uploads());
  }

  /// Allows only HTTP/1.1, see [RelayValve].
  @Bean
  WebServerFactoryCustomizer<ConfigurableWebServerFactory> onlyHttp1() {
    return factory -> factory.setHttp2(new Http2());
  }

  @Bean
  @Primary
  ChangeStream clusterChanges(Cluster cluster) {
    return cluster.changes();
  }

  /// Reports whether changes to collections can be followed.
  @Bean
  HealthIndicator catalogHealthIndicator(Cluster cluster) {
    return () ->
        Health.status(cluster.catalogFault() == null ? Status.UP : HealthConfiguration.LIMITED)
            .build();
  }

  @Bean
  MeterBinder clusterMeters(Cluster cluster) {
    return registry -> {
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
    };
  }

  @Bean
  @Order(-2)
  ApplicationRunner clusterCatalog(Cluster cluster, DocumentCollections collections) {
    return arguments -> cluster.requireDefault(collections.fresh());
  }

  @Bean
  @Order(1)
  ApplicationRunner clusterStart(
      Cluster cluster, DocumentCollections collections, Housekeeping housekeeping) {
    return arguments -> {
      cluster.start(collections);
      housekeeping.every(HOUSEKEEPING, () -> cluster.removeUnhosted(UNHOSTED));
    };
  }
}
