package io.neardup.config;

import static io.neardup.service.InvalidConfigurationException.configured;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.engine.IndexLayout;
import io.neardup.profile.Profile;
import io.neardup.profile.ProfileFile;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.backup.BackupService;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.Housekeeping;
import io.neardup.service.compare.ComparisonService;
import io.neardup.service.join.JoinService;
import io.neardup.service.lookup.IndexMaker;
import io.neardup.service.peer.PeerCalls;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.json.JsonMapper;

/// Creates the beans of the engine and the services.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NeardupProperties.class, ClusterProperties.class})
class EngineConfiguration {

  private static final Logger log = LoggerFactory.getLogger(EngineConfiguration.class);

  @Bean
  Profiles profiles(NeardupProperties properties) {
    Path file = properties.profilesFile();
    List<Profile> own =
        file == null
            ? List.of()
            : configured("neardup.profiles-file=" + file, () -> ownProfiles(file));
    return configured("neardup.profile", () -> new Profiles(own, properties.profile()));
  }

  private static List<Profile> ownProfiles(Path file) {
    try {
      return ProfileFile.read(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no such file", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Bean
  FingerprintService fingerprintService(Profiles profiles) {
    return new FingerprintService(profiles);
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  DocumentStore durableStore(
      NeardupProperties properties, ClusterProperties cluster, MeterRegistry registry) {
    String restore = properties.restore();
    if (restore != null && !restore.isBlank()) {
      Restoration restoration = new Restoration(properties.backupDir(), properties.dataDir());
      configured("neardup.restore", () -> restoration.restore(restore));
    }
    StoreOptions options = StoreOptions.DEFAULTS.withMetrics(registry);
    return cluster.bootstrapServers() == null
        ? DocumentStore.open(properties.dataDir(), options)
        : DocumentStore.open(ClusterConfiguration.replicas(properties), options);
  }

  @Bean
  DocumentCollections collections(
      DocumentStore store,
      Profiles profiles,
      FingerprintService fingerprints,
      NeardupProperties properties,
      CollectionAccess access,
      ObjectProvider<CollectionBackend> backend,
      Clock clock) {
    return new DocumentCollections(
        store,
        profiles,
        fingerprints,
        indexMaker(properties.index()),
        access,
        clock,
        backend.getIfAvailable(() -> CollectionBackend.local(store, clock)),
        properties.collections().storeText());
  }

  private static IndexMaker indexMaker(NeardupProperties.Index properties) {
    IndexLayout layout = configured("neardup.index", properties::layout);
    return (bits, distance, ids) -> {
      long bytes = layout.bytes(bits, distance);
      if (layout.memory() != null && bytes > layout.memory()) {
        log.warn(
            "All tables of {} fingerprints of {} bits take about {} MB, more than"
                + " neardup.index.memory{}",
            layout.fingerprints(),
            bits,
            bytes >> 20,
            bits > Long.SIZE ? "; lookups are slower with fewer tables" : "");
      }
      return layout.create(bits, distance, ids);
    };
  }

  @Bean
  ChangeStream changes(DocumentStore store) {
    return ChangeStream.of(store.log());
  }

  @Bean
  BackupService backupService(DocumentStore store, NeardupProperties properties, Clock clock) {
    return new BackupService(store, properties.backupDir(), clock);
  }

  @Bean
  Housekeeping housekeeping(DocumentStore store, DocumentCollections collections, Clock clock) {
    return new Housekeeping(store, collections, clock);
  }

  /// Loads the documents. Meanwhile HTTP requests are answered with 503, and readiness is
  /// `OUT_OF_SERVICE`.
  @Bean
  @Order(0)
  ApplicationRunner loading(DocumentCollections collections, Housekeeping housekeeping) {
    return arguments -> {
      collections.load();
      housekeeping.start();
    };
  }

  @Bean
  JoinService joinService() {
    return new JoinService();
  }

  @Bean
  PeerCalls peerCalls(DocumentCollections collections, JsonMapper mapper) {
    return new PeerCalls(collections, mapper);
  }

  @Bean
  ComparisonService comparisonService(FingerprintService fingerprints, PeerCalls peers) {
    return new ComparisonService(fingerprints, peers);
  }

  @Bean
  MeterBinder collectionMeters(DocumentCollections collections) {
    return registry -> {
      collections.listen(new CollectionMeters(registry, collections.backend()));
      Gauge.builder("neardup.loaded", collections, each -> each.progress().share())
          .description("Share of the documents loaded since the start")
          .register(registry);
      Gauge.builder(
              "neardup.collections.quarantined", collections, each -> each.quarantined().size())
          .description("Collections that could not be loaded at the start")
          .register(registry);
    };
  }

  @Bean
  MeterBinder joinMeters(JoinService joins) {
    return registry -> {
      Gauge.builder("neardup.joins", joins, JoinService::running)
          .description("Joins of whole collections in progress")
          .register(registry);
      Gauge.builder("neardup.joins.limit", joins, JoinService::atOnce)
          .description("Maximum of concurrent joins of whole collections")
          .register(registry);
    };
  }

  @Bean
  MeterBinder buildMeter(ObjectProvider<BuildProperties> build) {
    return registry ->
        Gauge.builder("neardup.build.info", () -> 1)
            .description("The running version")
            .tag(
                "version",
                build.stream()
                    .map(b -> String.valueOf(b.getVersion()))
                    .findFirst()
                    .orElse("unknown"))
            .tag("java", Runtime.version().toString())
            .register(registry);
  }

  @Bean
  InfoContributor engineInfo(
      Profiles profiles, DocumentCollections collections, CollectionAccess access) {
    return info ->
        info.withDetail("profiles", profiles.all().stream().map(ProfileFacts::of).toList())
            .withDetail(
                "collections",
                collections.all().stream()
                    .filter(each -> access.permits(each.name()))
                    .map(CollectionFacts::of)
                    .toList());
  }

  record ProfileFacts(String name, int bits, int maxDistance, String recipe) {

    static ProfileFacts of(Profile profile) {
      return new ProfileFacts(
          profile.name(), profile.bits(), profile.maxDistance(), profile.description());
    }
  }

  record CollectionFacts(String name, String profile, long documents, String index) {

    static CollectionFacts of(DocumentCollection collection) {
      return new CollectionFacts(
          collection.name(),
          collection.profile().name(),
          collection.size(),
          collection.documents().index().description());
    }
  }
}
