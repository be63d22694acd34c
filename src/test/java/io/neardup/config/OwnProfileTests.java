package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/// Custom profiles, defined by configuration.
class OwnProfileTests {

  private ApplicationContextRunner service = new ApplicationContextRunner();

  @BeforeEach
  void configure(@TempDir Path data) {
    service =
        service.withUserConfiguration(Service.class).withPropertyValues("neardup.data-dir=" + data);
  }

  @Configuration
  @EnableConfigurationProperties({NeardupProperties.class, ClusterProperties.class})
  @Import(EngineConfiguration.class)
  static class Service {

    @Bean
    MeterRegistry meterRegistry() {
      return new SimpleMeterRegistry();
    }

    @Bean
    CollectionAccess access() {
      return CollectionAccess.all();
    }

    @Bean
    JsonMapper mapper() {
      return new JsonMapper();
    }
  }

  @Test
  void theExampleInTheGuideWorks(@TempDir Path folder) throws IOException {
    String guide = Files.readString(Path.of("docs/profiles.md"));
    Matcher yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(guide);
    assertThat(yaml.find()).isTrue();
    Path file = Files.writeString(folder.resolve("profiles.yml"), yaml.group(1));
    service
        .withPropertyValues("neardup.profiles-file=" + file, "neardup.profile=messages-v1")
        .run(context -> {
          Profile profile = defaultCollection(context).profile();
          assertThat(profile.name()).isEqualTo("messages-v1");
          assertThat(profile.bits()).isEqualTo(128);
          assertThat(profile.maxDistance()).isEqualTo(27);
        });
  }

  private static DocumentCollection defaultCollection(ApplicationContext context) {
    DocumentCollections collections = context.getBean(DocumentCollections.class);
    collections.load();
    return collections.get(null);
  }

  @Test
  void wideFingerprintsHaveTheTablesThatFit() {
    service
        .withPropertyValues("neardup.profile=simhash-256-v1")
        .run(context -> assertThat(indexOf(context)).startsWith("16 tables"));
    service
        .withPropertyValues("neardup.profile=simhash-256-v1", "neardup.index.memory=1500MB")
        .run(context -> assertThat(indexOf(context)).startsWith("8 tables"));
    service
        .withPropertyValues("neardup.profile=simhash-256-v1", "neardup.index.memory=1MB")
        .run(context -> assertThat(indexOf(context)).startsWith("scan"));
  }

  @Test
  void narrowFingerprintsHaveTheTablesThatFit() {
    service
        .withPropertyValues(
            "neardup.profile=paper-v1",
            "neardup.index.expected-documents=100000000",
            "neardup.index.memory=20GB")
        .run(context ->
            assertThat(indexOf(context)).startsWith("10 tables over 5 blocks, up to distance 3"));
  }

  private static String indexOf(ApplicationContext context) {
    return defaultCollection(context).documents().index().description();
  }

  @Test
  void defaultCollectionAcceptsAnyProfile() {
    service
        .withPropertyValues("neardup.profile=simhash-512-v1")
        .run(context -> {
          DocumentCollection collection = defaultCollection(context);
          assertThat(collection.profile()).isSameAs(Profiles.SIMHASH_512_V1);
          assertThat(context.getBean(Profiles.class).defaultProfile())
              .isSameAs(Profiles.SIMHASH_512_V1);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "neardup.profile=nobody | neardup.profile: there is no profile 'nobody'",
        "neardup.profiles-file=none.yml | neardup.profiles-file=none.yml: there is no such file",
        "neardup.profiles-file=pom.xml | neardup.profiles-file=pom.xml: is not YAML",
        "neardup.index.expected-documents=0 | neardup.index: expected-documents must be 1 to",
      })
  void namesInvalidValuesAtStart(String property, String says) {
    service
        .withPropertyValues(property)
        .run(context -> {
          Throwable failure = context.getStartupFailure();
          assertThat(failure).isNotNull();
          FailureAnalysis analysis = new InvalidConfigurationAnalyzer().analyze(failure);
          assertThat(analysis).isNotNull();
          assertThat(analysis.getDescription()).contains(says);
        });
  }
}
