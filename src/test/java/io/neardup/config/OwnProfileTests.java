package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.profile.Content;
import io.neardup.profile.Explanation;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.profile.Projection;
import io.neardup.service.CollectionAccess;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import tools.jackson.databind.json.JsonMapper;

/// Custom profiles, defined by configuration.
class OwnProfileTests {

  private static final String OWN = "neardup.profiles.own-v1.";

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
  void profileWithoutOptionsEqualsTheDefaultProfile() {
    service
        .withPropertyValues(OWN + "bits=256")
        .run(context -> {
          Profiles profiles = context.getBean(Profiles.class);
          Content text = new Content.Text("The cat sat on the mat, and 文本 too.");
          assertThat(own(profiles).sketch(text)).isEqualTo(Profiles.SIMHASH_256_V1.sketch(text));
          assertThat(own(profiles).maxDistance()).isEqualTo(54);
          assertThat(own(profiles).projection()).isEqualTo(Projection.SPARSE);
          assertThat(own(profiles).description()).contains("sparse SimHash of 256 bits");
        });
  }

  /// Brackets are how other configuration servers write names with hyphens; an empty value is how a
  /// YAML file leaves a key to its default.
  @Test
  void namesMayBeInBracketsAndValuesEmpty() {
    service
        .withPropertyValues(
            "neardup.profiles[own-v1].bits=128",
            OWN + "max-distance=",
            OWN + "tokens=",
            OWN + "weights=${UNSET_WEIGHTS:}")
        .run(context -> {
          Profile own = own(context.getBean(Profiles.class));
          assertThat(own.bits()).isEqualTo(128);
          assertThat(own.maxDistance()).isEqualTo(Projection.SPARSE.usualDistance(128));
        });
  }

  @Test
  void denseProjectionOfSingleWordsEqualsPaperV1() {
    service
        .withPropertyValues(
            OWN + "projection=dense",
            OWN + "shingles=1",
            OWN + "tokens=words-and-pairs",
            OWN + "bits=64")
        .run(context -> {
          Profile own = own(context.getBean(Profiles.class));
          Content text = new Content.Text("The cat sat on the mat, and 文本 too.");
          assertThat(own.sketch(text)).isEqualTo(Profiles.PAPER_V1.sketch(text));
          assertThat(own.projection()).isEqualTo(Projection.DENSE);
          assertThat(own.maxDistance()).isEqualTo(15);
        });
  }

  @Test
  void everyOptionChangesTheFingerprint(@TempDir Path folder) throws IOException {
    Path idf = Files.writeString(folder.resolve("idf.tsv"), "cat\t9\nthe\t0.5\nmat\t3\n");
    String[] parts = {
      "keep-case=true",
      "fold=numbers,dates",
      "fold=lookalikes",
      "fold=traditional",
      "tokens=words-and-pairs",
      "tokens=characters",
      "stop-words=en",
      "shingles=1",
      "weights=set",
      "shingles=1, weights=idf, idf=" + idf,
      "shingles=1, weights=levels, idf=" + idf,
      "shingles=2",
      "projection=dense",
      "projection=dense, weights=set",
      "projection=dense, shingles=1, weights=idf, idf=" + idf,
      "bits=128"
    };
    Content text =
        new Content.Text(
            "The Cat sat on 15 mats. The Cat sat on the 相似度數 mat at 9:30. The Cat sat on it. The"
                + " Cat sat on 2026-01-02 as well; on the mat, on the mat, on the mat. And the"
                + " dog?");
    String plain = Profiles.SIMHASH_256_V1.sketch(text).fingerprint().toString();
    for (String part : parts) {
      service
          .withPropertyValues(
              Arrays.stream(part.split(", ")).map(OWN::concat).toArray(String[]::new))
          .run(context -> {
            Profile own = own(context.getBean(Profiles.class));
            assertThat(own.sketch(text).fingerprint().toString()).as(part).isNotEqualTo(plain);
            assertThat(own.explain(text).fingerprint())
                .as(part)
                .isEqualTo(own.sketch(text).fingerprint());
          });
    }
  }

  @Test
  void wordsOfAnIdfTableAreNormalizedLikeTexts(@TempDir Path folder) throws IOException {
    Path idf = Files.writeString(folder.resolve("idf.tsv"), "Cat\t9\ncat\t2\nmat\t3\n");
    service
        .withPropertyValues(
            OWN + "keep-case=true", OWN + "shingles=1", OWN + "weights=idf", OWN + "idf=" + idf)
        .run(context ->
            assertThat(
                    own(context.getBean(Profiles.class))
                        .explain(new Content.Text("Cat cat"))
                        .features())
                .extracting(Explanation.Feature::feature, Explanation.Feature::weight)
                .containsExactly(tuple("Cat", 9.0), tuple("cat", 2.0)));
  }

  @Test
  void stopWordsAreFolded() {
    service
        .withPropertyValues(OWN + "fold=lookalikes", OWN + "stop-words=en")
        .run(context -> {
          Profile own = own(context.getBean(Profiles.class));
          assertThat(own.sketch(new Content.Text("іn thе сity AT night"))) // Cyrillic letters
              .isEqualTo(own.sketch(new Content.Text("city night")));
        });
  }

  @Test
  void tiesAreResolvedAsConfigured() {
    Content twoWords = new Content.Text("one two");
    service
        .withPropertyValues(OWN + "shingles=1", OWN + "projection=dense", OWN + "tie-is-one=true")
        .run(context -> {
          Profile own = own(context.getBean(Profiles.class));
          long ties =
              own.explain(twoWords).columns().stream().filter(column -> column.sum() == 0).count();
          long ones =
              own.explain(twoWords).columns().stream().filter(column -> column.sum() > 0).count();
          assertThat(ties).isPositive();
          String hex = own.sketch(twoWords).fingerprint().toString();
          assertThat(new BigInteger(hex, 16).bitCount()).isEqualTo((int) (ones + ties));
        });
  }

  @Test
  void theExampleInTheGuideWorks() throws IOException {
    String guide = Files.readString(Path.of("docs/profiles.md"));
    Matcher yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(guide);
    assertThat(yaml.find()).isTrue();
    List<PropertySource<?>> example =
        new YamlPropertySourceLoader()
            .load("guide", new ByteArrayResource(yaml.group(1).getBytes(StandardCharsets.UTF_8)));
    service
        .withInitializer(
            context -> example.forEach(context.getEnvironment().getPropertySources()::addFirst))
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
  void wideFingerprintsHaveTablesUnlessDisabled() {
    service
        .withPropertyValues("neardup.profile=simhash-256-v1")
        .run(context -> assertThat(indexOf(context)).startsWith("16 tables"));
    service
        .withPropertyValues("neardup.profile=simhash-256-v1", "neardup.index.memory=1500MB")
        .run(context -> assertThat(indexOf(context)).startsWith("8 tables"));
    service
        .withPropertyValues("neardup.profile=simhash-256-v1", "neardup.index.wide-tables=false")
        .run(context -> assertThat(indexOf(context)).startsWith("scan"));
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

  @Test
  void sourcesPrecedeEachOtherKeyByKey() {
    Map<String, Object> variables =
        Map.of(
            "NEARDUP_PROFILES_OWN_V1_BITS", "128",
            "NEARDUP_PROFILES_OWNV1_WEIGHTS", "tf",
            "MY_SHINGLES", "3");
    service
        .withInitializer(context ->
            context
                .getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("systemEnvironment", variables)))
        .withPropertyValues(
            OWN + "bits=64",
            OWN + "shingles[0]=${MY_SHINGLES}",
            OWN + "shingles[1]=2",
            OWN + "stopWords=en")
        .run(context ->
            assertThat(own(context.getBean(Profiles.class)).description())
                .startsWith("Custom: words in runs of 2 and 3, weight tf")
                .contains("of 128 bits"));
  }

  @Test
  void sparseProjectionsHaveNoTies() {
    service
        .withPropertyValues(OWN + "tie-is-one=true")
        .run(context ->
            assertThat(new InvalidConfigurationAnalyzer().analyze(context.getStartupFailure()))
                .extracting(FailureAnalysis::getDescription)
                .asString()
                .contains("tie-is-one goes with projection dense"));
  }

  @Test
  void lookalikeFoldingIgnoresCase() {
    service
        .withPropertyValues(OWN + "fold=lookalikes", OWN + "keep-case=true")
        .run(context ->
            assertThat(new InvalidConfigurationAnalyzer().analyze(context.getStartupFailure()))
                .extracting(FailureAnalysis::getDescription)
                .asString()
                .contains("fold lookalikes does not go with keep-case"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "neardup.profile=nobody | neardup.profile: there is no profile 'nobody'",
        "neardup.profiles.code-v1.bits=64 | neardup.profile: there is a built-in profile 'code-v1'",
        "neardup.profiles.Own.bits=64 | must be of lower-case letters",
        "neardup.profiles.own-v1.bits=8 | neardup.profiles.own-v1: bits must be 32 to 512, was 8",
        "neardup.profiles.own-v1.max-distance=257 | max-distance must be 0 to 256, was 257",
        "neardup.profiles.own-v1.shingles=0 | shingles must be 1 to 16, was 0",
        "neardup.profiles.own-v1.shingles= | shingles must name at least one size",
        "neardup.profiles.own-v1.weights=idf | an idf table goes with the weights idf",
        "neardup.profiles.own-v1.idf=none.tsv | an idf table goes with the weights idf",
        "neardup.profiles.own-v1.stop-words=xx | xx",
        "neardup.index.blocks=2 | neardup.index: blocks must be auto, or a number from 4 to 12",
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

  @Test
  void namesMissingIdfTables() {
    service
        .withPropertyValues(OWN + "weights=idf", OWN + "idf=/no/such/file.tsv")
        .run(context ->
            assertThat(new InvalidConfigurationAnalyzer().analyze(context.getStartupFailure()))
                .extracting(FailureAnalysis::getDescription)
                .asString()
                .contains("/no/such/file.tsv cannot be read: there is no such file"));
  }

  private static Profile own(Profiles profiles) {
    return profiles.find("own-v1").orElseThrow();
  }
}
