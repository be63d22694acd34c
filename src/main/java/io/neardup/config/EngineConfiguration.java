package io.neardup.config;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.index.BlockLayout;
import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.MultiIndex;
import io.neardup.index.PermutationIndex;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.ComparisonService;
import io.neardup.service.DocumentCollection;
import io.neardup.service.DocumentCollections;
import io.neardup.service.FingerprintService;
import io.neardup.service.JoinService;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Makes the engine and the services beans.
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

  @Bean
  Profiles profiles(NeardupProperties properties) {
    List<Profile> own = new ArrayList<>();
    properties
        .profiles()
        .forEach((name, parts) ->
            own.add(configured("neardup.profiles." + name, () -> parts.spec(name).build())));
    return configured("neardup.profile", () -> new Profiles(own, properties.profile()));
  }

  private static <T> T configured(String key, Supplier<T> making) {
    try {
      return making.get();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new InvalidConfigurationException(key, e);
    }
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
        ids -> index(profile.bits(), properties.index(), ids),
        fingerprints,
        Clock.systemUTC());
  }

  private static FingerprintIndex index(
      int bits, NeardupProperties.Index properties, DocumentIds ids) {
    BlockLayout layout =
        configured("neardup.index", () -> properties.layout(Math.min(bits, Long.SIZE)));
    return bits <= Long.SIZE
        ? new PermutationIndex(layout, ids)
        : new MultiIndex(bits, properties.wideTables(), ids);
  }

  @Bean
  DocumentCollections collections(DocumentCollection defaultCollection, CollectionAccess access) {
    return new DocumentCollections(defaultCollection, access);
  }

  @Bean
  JoinService joinService(NeardupProperties properties) {
    return configured(
        "neardup.joins",
        () -> new JoinService(properties.joins().atOnce(), properties.joins().maxPairs()));
  }

  @Bean
  ComparisonService comparisonService(
      FingerprintService fingerprints, DocumentCollections collections) {
    return new ComparisonService(fingerprints, collections);
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
  InfoContributor engineInfo(
      Profiles profiles, DocumentCollection collection, CollectionAccess access) {
    return info ->
        info.withDetail(
                "profiles", profiles.all().stream().map(EngineConfiguration::facts).toList())
            .withDetail(
                "collections",
                Stream.of(collection)
                    .filter(each -> access.permits(each.name()))
                    .map(EngineConfiguration::facts)
                    .toList());
  }

  private static Map<String, Object> facts(Profile profile) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", profile.name());
    facts.put("bits", profile.bits());
    facts.put("maxDistance", profile.maxDistance());
    facts.put("recipe", profile.description());
    return facts;
  }

  private static Map<String, Object> facts(DocumentCollection collection) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", collection.name());
    facts.put("profile", collection.profile().name());
    facts.put("documents", collection.size());
    facts.put("index", collection.index().description());
    return facts;
  }
}
