package io.neardup.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.security.AccessPolicy.AcceptedTokens;
import io.neardup.security.AccessPolicy.Listening;
import io.neardup.security.AccessProperties.Mode;
import io.neardup.service.InvalidConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/// The configurations with which the service starts, and those with which it does not.
@ExtendWith(OutputCaptureExtension.class)
class AccessPolicyTests {

  private static final String KEY =
      "api-keys[0].name=a, api-keys[0].key=secret, api-keys[0].roles=read";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // configuration | tokens | address | mode, or a part of the error message
        "- | NONE | 127.0.0.1 | LOOPBACK",
        "- | NONE | 127.0.0.2 | LOOPBACK",
        "- | NONE | ::1 | LOOPBACK",
        "- | NONE | 0.0.0.0 | would listen on 0.0.0.0 (server.address)",
        "- | NONE | 192.0.2.1 | would listen on 192.0.2.1",
        "- | NONE | :: | would listen on 0:0:0:0:0:0:0:0",
        "- | NONE | - | would listen on every address",
        "mode=loopback | NONE | 0.0.0.0 | would listen on 0.0.0.0",
        "mode=open | NONE | 0.0.0.0 | OPEN",
        "mode=open | NONE | 127.0.0.1 | OPEN",
        "mode=keys | NONE | 127.0.0.1 | nobody could call",
        "- | FOR_THIS_SERVICE | 0.0.0.0 | KEYS",
        "mode=keys | FOR_THIS_SERVICE | 0.0.0.0 | KEYS",
        "mode=open | FOR_THIS_SERVICE | 127.0.0.1 | would not be required",
        "mode=loopback | FOR_THIS_SERVICE | 127.0.0.1 | would not be required",
        KEY + " | NONE | 0.0.0.0 | KEYS",
        KEY + ", mode=keys | FOR_THIS_SERVICE | - | KEYS",
        KEY + ", mode=open | NONE | 0.0.0.0 | would not be required",
        KEY + ", mode=loopback | NONE | 127.0.0.1 | would not be required",
        "cors.allowed-origins=* | NONE | 127.0.0.1 | allowed-origins must list origins, was '*'",
        "cors.allowed-origins=*, mode=open | NONE | 127.0.0.1 | allowed-origins must list origins,"
            + " was '*'",
        "cors.allowed-origins=example.org | NONE | 127.0.0.1 | allowed-origins must list origins,"
            + " was 'example.org'",
        "cors.allowed-origins=https://a.org/ | NONE | 127.0.0.1 | allowed-origins must list"
            + " origins, was 'https://a.org/'",
        "cors.allowed-origins=https://a.org | NONE | 127.0.0.1 | LOOPBACK",
        KEY + ", cors.allowed-origins=* | NONE | 0.0.0.0 | KEYS",
        "- | FOR_ANY_SERVICE | 127.0.0.1 | resourceserver.jwt.audiences is missing",
        "mode=keys | FOR_ANY_SERVICE | 127.0.0.1 | resourceserver.jwt.audiences is missing",
        KEY + " | FOR_ANY_SERVICE | 127.0.0.1 | resourceserver.jwt.audiences is missing",
        "jwt.any-audience=true | FOR_ANY_SERVICE | 0.0.0.0 | KEYS",
      })
  void modeFollowsFromTheConfiguration(
      @Nullable String configuration,
      AcceptedTokens tokens,
      @Nullable String address,
      String outcome)
      throws Exception {
    AccessProperties properties = properties(configuration == null ? "" : configuration);
    Listening listening =
        new Listening("server.address", address == null ? null : InetAddress.getByName(address));
    if (outcome.equals(outcome.toUpperCase(Locale.ROOT))) {
      AccessPolicy policy = new AccessPolicy(properties, tokens, listening);
      assertThat(policy.mode()).isEqualTo(Mode.valueOf(outcome));
      assertThat(policy.summary()).contains("neardup.security.mode=");
    } else {
      assertThatThrownBy(() -> new AccessPolicy(properties, tokens, listening))
          .isInstanceOf(InvalidConfigurationException.class)
          .hasMessageContaining(outcome);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "api-keys[0].roles=read | api-keys[0].name must have 1 to 64",
        "api-keys[0].name=a b | api-keys[0].name must have 1 to 64",
        "api-keys[0].name=a, api-keys[0].key=s | api-keys[0].roles must name one of read, write",
        "api-keys[0].name=a, api-keys[0].roles=read | api-keys[0] must have key-sha256",
        "api-keys[0].name=a, api-keys[0].roles=read, api-keys[0].key= | must have key-sha256",
        "api-keys[0].name=a, api-keys[0].roles=read, api-keys[0].key-sha256=secret | be 64 hex"
            + " digits",
        KEY + ", api-keys[0].collections= | api-keys[0].collections must name at least one",
        KEY + ", api-keys[0].requests-per-second=-1 | requests-per-second must be 0 or more",
        KEY + ", api-keys[0].key-sha256=00 | key-sha256 or key, not both",
        KEY
            + ", api-keys[1].name=a, api-keys[1].key=b, api-keys[1].roles=read | api-keys[1].name"
            + " is the name of another",
        KEY + ", api-keys[1].name=b, api-keys[1].key=secret, api-keys[1].roles=read | is the same",
      })
  void invalidKeysAreNamed(String configuration, String says) {
    assertThatThrownBy(() -> new AccessPolicy(properties(configuration), AcceptedTokens.NONE))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageContaining("neardup.security.api-keys[")
        .hasMessageContaining(says)
        .message()
        .doesNotContain("secret");
  }

  @Test
  void propertiesDoNotRevealKeys() {
    assertThat(properties(KEY).toString()).contains("name=a").doesNotContain("secret");
  }

  @Test
  void aKeyInTheConfigurationItselfIsWarnedAbout() {
    assertThat(new AccessPolicy(properties(KEY), AcceptedTokens.NONE).warning()).isPresent();
    assertThat(new AccessPolicy(properties(""), AcceptedTokens.NONE).warning()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--server.address=0.0.0.0",
        "--server.address=",
        "--management.server.port=0 --management.server.address=0.0.0.0",
      })
  void unsafeConfigurationsPreventTheStart(String arguments, CapturedOutput output) {
    assertThatThrownBy(() -> FreshService.start(arguments.split(" ")))
        .hasRootCauseInstanceOf(InvalidConfigurationException.class);
    assertThat(output)
        .contains("The service would listen on", "neardup.security.mode=open", "api-keys")
        .doesNotContain("\tat io.neardup");
  }

  @Test
  void summaryNamesTheModeOfAccess(CapturedOutput output) {
    FreshService.start().close();
    assertThat(output)
        .contains("Only clients on this machine may call")
        .doesNotContain("generated security password");
  }

  @AutoClose private static FreshService named;

  @BeforeAll
  static void start() {
    named =
        FreshService.start(
            "--neardup.security.mode=open", "--neardup.security.allowed-hosts=neardup,A.example");
  }

  @Test
  void openModeAcceptsAnyHostUnlessHostsAreListed() {
    try (FreshService open =
        FreshService.start("--neardup.security.mode=open", "--server.address=0.0.0.0")) {
      assertThat(callUnder(open, "neardup.example.org:8080")).isEqualTo(200);
    }
    assertThat(callUnder(named, "neardup:8080")).isEqualTo(200);
    assertThat(callUnder(named, "a.example")).isEqualTo(200);
    assertThat(callUnder(named, "localhost")).isEqualTo(200);
    assertThat(callUnder(named, "b.example")).isEqualTo(403);
    assertThat(callUnder(named, "10.1.2.3:8080")).isEqualTo(403);
  }

  /// A kubelet and Prometheus call a pod by its address, so their endpoints accept addresses as
  /// hosts.
  @ParameterizedTest
  @CsvSource({
    // address, host, whether accepted
    "/actuator/health, 10.1.2.3:8080, true",
    "/actuator/health/liveness, 10.1.2.3:8080, true",
    "/actuator/health/readiness, 10.1.2.3, true",
    "/actuator/health/readiness, [fd00::7]:8080, true",
    "/actuator/health/readiness, neardup-0.pods.example:8080, true",
    "/actuator/prometheus, 10.1.2.3:8080, true",
    "/actuator/prometheus, [fd00::7]:8080, true",
    "/actuator/prometheus, evil.example:8080, false",
    "/actuator/prometheus, 10.1.2.3.evil.example:8080, false",
    "/actuator/metrics, 10.1.2.3:8080, false",
    "/documents, 10.1.2.3:8080, false",
    "/actuator/healthy, 10.1.2.3:8080, false",
    "/actuator/health/../../documents, evil.example, false",
    "/actuator/health/..;/..;/documents, evil.example, false",
    "/documents;/actuator/health, evil.example, false",
    "/actuator/health/%2e%2e/%2e%2e/documents, evil.example, false",
  })
  void healthAndMetricsAreAnsweredUnderAddresses(String address, String host, boolean may) {
    int status = get(named, address, host).status();
    if (may) {
      assertThat(status).isEqualTo(200);
    } else {
      assertThat(status).isIn(400, 403, 404);
    }
  }

  /// No kubelet calls a service on the loopback address, so its check of hosts has no exceptions.
  @Test
  void loopbackModeChecksHostsOfHealthChecks() {
    try (FreshService loopback = FreshService.start("--neardup.security.allowed-hosts=neardup")) {
      get(loopback, "/actuator/health", "neardup").require(200);
      get(loopback, "/actuator/health", "10.1.2.3:8080").require(403);
    }
  }

  @Test
  void managementPortRequiresKeys() {
    try (FreshService service =
        FreshService.start(
            "--management.server.port=0",
            "--management.server.address=127.0.0.1",
            "--neardup.security.api-keys[0].name=a",
            "--neardup.security.api-keys[0].key=secret",
            "--neardup.security.api-keys[0].roles=admin")) {
      RunningService management =
          new RunningService(
              service
                  .context()
                  .getEnvironment()
                  .getRequiredProperty("local.management.port", Integer.class));
      management.get("/actuator/health/readiness").require(200);
      RunningService.Answer refused = management.get("/actuator/metrics");
      refused.require(401);
      assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
      management.send("GET", "/actuator/metrics", Map.of("X-API-Key", "secret"), "").require(200);
    }
  }

  private static int callUnder(FreshService service, String host) {
    return get(service, "/actuator/info", host).status();
  }

  private static RunningService.Answer get(FreshService service, String target, String host) {
    return service
        .http()
        .sendRaw(
            ("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
  }

  private static AccessProperties properties(String configuration) {
    Map<String, String> values = new TreeMap<>();
    for (String each : List.of(configuration.split(", "))) {
      String[] parts = each.split("=", 2);
      values.put("neardup.security." + parts[0], parts.length > 1 ? parts[1] : "");
    }
    values.remove("neardup.security.");
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("neardup.security", Bindable.of(AccessProperties.class));
  }

  @Test
  void theExamplesInTheDocumentationWork() throws IOException {
    Matcher yaml =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("docs/access.md")));
    List<AccessProperties> examples = new ArrayList<>();
    while (yaml.find()) {
      PropertySource<?> source =
          new YamlPropertySourceLoader()
              .load("docs", new ByteArrayResource(yaml.group(1).getBytes(StandardCharsets.UTF_8)))
              .getFirst();
      new Binder(ConfigurationPropertySources.from(source))
          .bind(
              ConfigurationPropertyName.of("neardup.security"),
              Bindable.of(AccessProperties.class),
              new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
          .ifBound(examples::add); // the other examples have no such property
    }
    assertThat(examples).hasSize(2);
    ApiKeys keys = new AccessPolicy(examples.get(0), AcceptedTokens.NONE).keys();
    assertThat(keys.isEmpty()).isFalse();
    assertThat(examples.get(0).apiKeys().get(1).collections()).containsExactly("news");
    assertThat(examples.get(1).jwt())
        .isEqualTo(
            new AccessProperties.Jwt("realm_access.roles", "neardup-", "collections", false));
  }
}
