package io.neardup.config;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.ComparisonService;
import io.neardup.service.DocumentCollection;
import io.neardup.service.DocumentCollections;
import io.neardup.service.FingerprintService;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Makes the engine and the services beans.
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

  @Bean
  Profiles profiles() {
    return new Profiles();
  }

  @Bean
  FingerprintService fingerprintService(Profiles profiles) {
    return new FingerprintService(profiles);
  }

  @Bean
  DocumentCollection defaultCollection(
      Profiles profiles, FingerprintService fingerprints, NeardupProperties properties) {
    var profile = profiles.defaultProfile();
    return new DocumentCollection(
        DocumentCollections.DEFAULT,
        profile,
        properties.index().layout(profile.bits()),
        fingerprints,
        Clock.systemUTC());
  }

  @Bean
  DocumentCollections collections(DocumentCollection defaultCollection) {
    return new DocumentCollections(defaultCollection);
  }

  @Bean
  ComparisonService comparisonService(
      FingerprintService fingerprints, DocumentCollection defaultCollection) {
    return new ComparisonService(fingerprints, defaultCollection);
  }

  @Bean
  MeterBinder indexMeters(DocumentCollection collection) {
    return registry -> {
      Gauge.builder("neardup.documents", collection, DocumentCollection::size)
          .description("Documents stored")
          .tag("collection", collection.name())
          .register(registry);
      Gauge.builder("neardup.index.fingerprints", collection, c -> c.index().fingerprints())
          .description("Distinct fingerprints in the index")
          .tag("collection", collection.name())
          .register(registry);
      Gauge.builder("neardup.index.bucket.largest", collection, c -> c.index().largestBucket())
          .description("Fingerprints in the longest bucket of any table")
          .tag("collection", collection.name())
          .register(registry);
    };
  }

  @Bean
  InfoContributor engineInfo(Profiles profiles, DocumentCollection collection) {
    return info ->
        info.withDetail(
                "profiles", profiles.all().stream().map(EngineConfiguration::facts).toList())
            .withDetail("collections", List.of(facts(collection)));
  }

  private static Map<String, Object> facts(Profile profile) {
    return Map.of(
        "name", profile.name(),
        "recipe", profile.description(),
        "bits", profile.bits(),
        "maxDistance", profile.maxDistance());
  }

  private static Map<String, Object> facts(DocumentCollection collection) {
    var layout = collection.index().layout();
    return Map.of(
        "name", collection.name(),
        "profile", collection.profile().name(),
        "documents", collection.size(),
        "blocks", layout.blocks(),
        "exactTo", layout.exactTo());
  }
}
