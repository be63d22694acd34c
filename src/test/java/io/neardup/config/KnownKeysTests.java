package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.service.InvalidConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// Unknown keys prevent the start.
@ExtendWith(OutputCaptureExtension.class)
class KnownKeysTests {

  /// A complete key, so that any suffix is invalid.
  private static final String KEY =
      "--neardup.security.api-keys[0].name=typo --neardup.security.api-keys[0].key=secret"
          + " --neardup.security.api-keys[0].roles=write ";

  @Test
  void unknownKeysAreNamedWithTheMostSimilarKey(CapturedOutput output) {
    Map<String, String> nearest =
        Map.of(
            "neardup.security.api-keys[0].collection", "neardup.security.api-keys[n].collections",
            "neardup.limits.max-bdy", "neardup.limits.max-body",
            "neardup.securty.mode", "neardup.security.mode",
            "neardup.data-directory", "neardup.data-dir",
            "neardup.profiles.own-v1.bits", "neardup.profiles-file",
            "neardup.profile.name", "neardup.profile",
            "neardup.qqqqqqqqqqq", "");
    Stream<String> unknown = nearest.keySet().stream().map(key -> "--" + key + "=1");
    assertThatThrownBy(() ->
            FreshService.start(
                Stream.concat(Stream.of(KEY.split(" ")), unknown).toArray(String[]::new)))
        .isInstanceOf(InvalidConfigurationException.class);
    nearest.forEach((key, similar) ->
        assertThat(output)
            .contains(
                key
                    + " (in \""
                    + key
                    + "\" from property source \"commandLineArgs\") is not a key of this service"
                    + (similar.isEmpty() ? "" : "; the nearest is " + similar)
                    + System.lineSeparator()));
    assertThat(output)
        .contains("docs/operations.md names the page of each key")
        .doesNotContain("\tat io.neardup", "secret");
  }

  @Test
  void unknownKeysAreNamedWithTheirFileAndLine(@TempDir Path folder, CapturedOutput output)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("own.yml"),
            """
            neardup:
              security:
                api-keys:
                  - name: typo
                    key-sha256: e0bf32165ae87a25947b5ae6bba19fd2f8440d9178f679429b457ddfed567e1f
                    roles: [write]
                    collection: [news]
              limits:
                max-bdy: 1MB
            """);
    assertThatThrownBy(
            () -> FreshService.start("--spring.config.additional-location=" + file.toUri()))
        .isInstanceOf(InvalidConfigurationException.class);
    assertThat(output)
        .containsPattern(
            "neardup\\.security\\.api-keys\\[0]\\.collection(\\[0])? \\(in .*own\\.yml.* -"
                + " 7:\\d+\\)")
        .containsPattern("neardup\\.limits\\.max-bdy \\(in .*own\\.yml.* - 9:14\\)")
        .doesNotContain("e0bf3216");
  }

  /// Spring Boot accepts relaxed spellings, and sections may be empty.
  @Test
  void otherSpellingsOfAKeyAreTheSameAndVariablesOfKubernetesAreIgnored(@TempDir Path folder)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("own.yml"),
            """
            neardup:
              limits:
                maxBody: 2MB
                max_text_chars: 1000
              security:
                api-keys: []
                allowedHosts: [a.example, b.example]
            """);
    Map<String, String> variables =
        Map.ofEntries(
            // set by Kubernetes for the Services neardup and neardup-metrics
            Map.entry("NEARDUP_PORT", "tcp://10.0.0.7:8080"),
            Map.entry("NEARDUP_SERVICE_HOST", "10.0.0.7"),
            Map.entry("NEARDUP_SERVICE_PORT", "8080"),
            Map.entry("NEARDUP_SERVICE_PORT_HTTP", "8080"),
            Map.entry("NEARDUP_PORT_8080_TCP", "tcp://10.0.0.7:8080"),
            Map.entry("NEARDUP_PORT_8080_TCP_ADDR", "10.0.0.7"),
            Map.entry("NEARDUP_PORT_8080_TCP_PORT", "8080"),
            Map.entry("NEARDUP_PORT_8080_TCP_PROTO", "tcp"),
            Map.entry("NEARDUP_METRICS_PORT", "tcp://10.0.0.8:9090"),
            Map.entry("NEARDUP_METRICS_SERVICE_HOST", "10.0.0.8"),
            // keys in both spellings
            Map.entry("NEARDUP_BACKUP_DIR", folder.resolve("backups").toString()),
            Map.entry("NEARDUP_LIMITS_MAXBODY", "1MB"),
            Map.entry("NEARDUP_SECURITY_MODE", "keys"),
            Map.entry("NEARDUP_SECURITY_ALLOWED_HOSTS", "neardup"),
            Map.entry("NEARDUP_SECURITY_APIKEYS_0_NAME", "a"),
            Map.entry("NEARDUP_SECURITY_APIKEYS_0_KEY", "secret"),
            Map.entry("NEARDUP_SECURITY_APIKEYS_0_ROLES", "read"),
            Map.entry("NEARDUP_SECURITY_APIKEYS_0_COLLECTIONS_0", "news"));
    try (FreshService service =
        FreshService.startWith(
            context -> set(context, variables),
            "--spring.config.additional-location=" + file.toUri())) {
      service
          .http()
          .send("GET", "/documents?collection=x", Map.of("X-API-Key", "secret"), "")
          .require(403);
    }
  }

  private static void set(GenericApplicationContext context, Map<String, String> variables) {
    String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
    context
        .getEnvironment()
        .getPropertySources()
        .replace(name, new SystemEnvironmentPropertySource(name, Map.copyOf(variables)));
  }

  @Test
  void unknownVariablesPreventTheStart() {
    Map<String, String> variables =
        Map.of(
            "NEARDUP_SECURITY_APIKEYS_0_COLLECTION", "42",
            "NEARDUP_SECURITY_APIKEYS_0_KEY_SHA256", "42", // neither way to spell dashes
            "NEARDUP_LIMITS_MAXBDY", "42",
            "NEARDUP_SERVICE", "42");
    assertThatThrownBy(() -> FreshService.startWith(context -> set(context, variables)))
        .isInstanceOf(InvalidConfigurationException.class)
        .message()
        .contains(
            variables.keySet().stream()
                .map(variable -> variable + " (in the environment) is not a key of this service")
                .toList())
        .doesNotContain("42)");
  }

  @Test
  void everyKeyIsKnownByItsOwnNames() {
    assertThat(KnownKeysCheck.keys("neardup", NeardupProperties.class))
        .isNotEmpty()
        .allSatisfy(key -> {
          String name = key.replace("[n]", "[3]");
          assertThat(KnownKeysCheck.covers(key, ConfigurationPropertyName.of(name))).isTrue();
          assertThat(KnownKeysCheck.covers(key, ConfigurationPropertyName.of(name + ".x")))
              .isFalse();
          Stream.of("", "_")
              .map(dash -> name.replaceAll("[.\\[\\]]+", "_").replace("-", dash))
              .map(variable -> variable.replaceAll("_$", ""))
              .forEach(variable ->
                  assertThat(KnownKeysCheck.covers(key, variable)).as(variable).isTrue());
        });
  }
}
