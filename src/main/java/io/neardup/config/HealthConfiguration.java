package io.neardup.config;

import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadingProgress;
import io.neardup.store.StoreException;
import io.neardup.store.disk.DocumentStore;
import java.io.File;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Health of the service, in parts. Every client may read it, so parts reveal only their status.
@Configuration(proxyBeanMethods = false)
class HealthConfiguration {

  /// Lookups are answered, but writes fail or may fail soon, or some collections cannot be used.
  /// The service stays ready, since removing it from a load balancer would end all other requests.
  static final Status LIMITED = new Status("LIMITED");

  @Bean
  HealthIndicator documentsHealthIndicator(DocumentCollections collections) {
    return () -> {
      LoadingProgress progress = collections.progress();
      return collections.isReady()
          ? up(collections.quarantined().size())
          : Health.outOfService().withDetail("progress", progress.share()).build();
    };
  }

  /// A quarantined collection does not affect readiness: all others can be used.
  private static Health up(int quarantined) {
    return quarantined == 0
        ? Health.up().build()
        : Health.status(LIMITED).withDetail("quarantinedCollections", quarantined).build();
  }

  @Bean
  HealthIndicator diskHealthIndicator(NeardupProperties properties) {
    File data = properties.dataDir().toFile();
    long required = properties.lowDisk().toBytes();
    return () -> Health.status(data.getUsableSpace() < required ? LIMITED : Status.UP).build();
  }

  @Bean
  HealthIndicator storeHealthIndicator(DocumentStore store) {
    return () -> {
      try {
        return Health.status(store.acceptsWrites() ? Status.UP : LIMITED).build();
      } catch (StoreException e) {
        return Health.down().build();
      }
    };
  }
}
