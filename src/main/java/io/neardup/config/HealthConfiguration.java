package io.neardup.config;

import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.DocumentStore;
import io.neardup.store.StoreException;
import java.io.File;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// How the service is, in parts. Everybody may ask, so the parts tell their status and nothing of
/// the machine.
@Configuration(proxyBeanMethods = false)
class HealthConfiguration {

  /// Lookups are answered, and writes will not be, or may not be soon. The service is still ready:
  /// taking it out of service would take the lookups away as well.
  private static final Status LIMITED = new Status("LIMITED");

  /// Whether the documents are read.
  @Bean
  HealthIndicator documentsHealthIndicator(DocumentCollections collections) {
    return () -> {
      DocumentCollections.Progress progress = collections.progress();
      return progress.done()
          ? Health.up().build()
          : Health.outOfService().withDetail("progress", progress.share()).build();
    };
  }

  /// Whether there is room for documents.
  @Bean
  HealthIndicator diskHealthIndicator(NeardupProperties properties) {
    File data = properties.dataDir().toFile();
    long wanted = properties.lowDisk().toBytes();
    return () -> Health.status(data.getUsableSpace() < wanted ? LIMITED : Status.UP).build();
  }

  /// Whether documents can be written.
  @Bean
  HealthIndicator storeHealthIndicator(DocumentStore store) {
    return () -> {
      try {
        return Health.status(store.figures().takesWrites() ? Status.UP : LIMITED).build();
      } catch (StoreException e) {
        return Health.down().build();
      }
    };
  }
}
