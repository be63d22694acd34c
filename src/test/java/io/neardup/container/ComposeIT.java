package io.neardup.container;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// `docker compose up` starts the service from the checkout, and `docker compose down` removes it.
@NeedsContainers
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ComposeIT {

  private static final String PROJECT = "neardup-it-" + UUID.randomUUID();
  private static final int LAST = Integer.MAX_VALUE;
  private static final String KEY = "a-key-for-this-test-alone";
  private static final String NO_KEY = "none";

  private static int port;

  @BeforeAll
  static void up() throws IOException {
    port = FreePort.find();
    try {
      compose("up", "--detach", "--wait", "--wait-timeout", "300");
    } catch (AssertionError failed) {
      throw new AssertionError("log of the service: " + compose("logs"), failed);
    }
  }

  @AfterAll
  static void down() {
    compose("down", "--volumes", "--rmi", "local");
  }

  @Test
  void answersRequestsFromTheSameMachine() throws Exception {
    new Journey("127.0.0.1", port).walk();
  }

  @Test
  void refusesRequestsFromOtherMachines() {
    assertThat(inspect("{{range .NetworkSettings.Ports}}{{range .}}{{.HostIp}} {{end}}{{end}}"))
        .isEqualTo("127.0.0.1");
  }

  @Test
  void refusesForeignHostNames() throws Exception {
    try (var http = new Socket(InetAddress.getLoopbackAddress(), port)) {
      http.getOutputStream()
          .write("GET /actuator/info HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(http.getInputStream().readNBytes(12), US_ASCII))
          .isEqualTo("HTTP/1.1 403");
    }
  }

  @Test
  void publishesPort8080ByDefault() {
    assertThat(Docker.run(Map.of("NEARDUP_PORT", ""), "compose", "config"))
        .contains("host_ip: 127.0.0.1")
        .contains("published: \"8080\"");
  }

  @Test
  void observabilityProfilePublishesOnlyOnLoopback() {
    assertThat(Docker.run("compose", "config", "--services")).isEqualTo("neardup");
    String[] config = {"compose", "--profile", "observability", "config"};
    assertThat(Docker.run(withArguments(config, "--services")).lines())
        .containsExactlyInAnyOrder("neardup", "prometheus", "grafana");
    String all = Docker.run(config);
    assertThat(all).contains("published: \"9090\"", "published: \"3000\"");
    assertThat(all.lines().filter(line -> line.contains("published:"))).hasSize(3);
    assertThat(all.lines().filter(line -> line.contains("host_ip: 127.0.0.1"))).hasSize(3);
    all.lines()
        .filter(line -> line.contains("source: /"))
        .forEach(line -> assertThat(Path.of(line.strip().split(": ", 2)[1])).exists());
  }

  @Test
  void dropsAllCapabilities() {
    assertThat(inspect("{{.HostConfig.ReadonlyRootfs}}")).isEqualTo("true");
    assertThat(inspect("{{.HostConfig.CapDrop}}")).isEqualTo("[ALL]");
    assertThat(inspect("{{.HostConfig.SecurityOpt}}")).contains("no-new-privileges");
    assertThat(inspect("{{.HostConfig.Privileged}}")).isEqualTo("false");
  }

  @Test
  void usesAtMostItsMemoryLimit() {
    assertThat(inspect("{{.HostConfig.Memory}} {{.HostConfig.MemorySwap}}"))
        .isEqualTo("2147483648 2147483648");
  }

  @Test
  void storesBackupsOnASeparateVolume() throws Exception {
    HttpResponse<String> made = send("POST", "/admin/backups", "{\"keep\": 1}", NO_KEY);
    assertThat(made.statusCode()).as(made.body()).isBetween(200, 201);
    assertThat(compose("exec", "neardup", "ls", "/backups")).isNotEmpty();
    assertThat(
            inspect("{{range .Mounts}}{{if eq .Destination \"/backups\"}}{{.Type}}{{end}}{{end}}"))
        .isEqualTo("volume");
  }

  /// As docs/deployment.md describes: keys are in a file `.env`, and the key of Prometheus is in a
  /// mounted file.
  @Test
  @Order(LAST - 1)
  void requiresTheKeysOfItsEnvironmentFile(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve(".env"),
        """
        NEARDUP_SECURITY_MODE=keys
        NEARDUP_SECURITY_APIKEYS_0_NAME=prometheus
        NEARDUP_SECURITY_APIKEYS_0_KEYSHA256=%s
        NEARDUP_SECURITY_APIKEYS_0_ROLES=read
        PROMETHEUS_KEY_FILE=%s
        CONTAINER_MEMORY=1500m
        """
            .formatted(sha256(KEY), folder.resolve("key")));
    String[] file = {"--project-directory", folder.toString(), "--file", "docker-compose.yml"};

    compose(withArguments(file, "up", "--no-build", "--detach", "--wait", "neardup"));

    assertThat(send("GET", "/collections", "", NO_KEY).statusCode()).isEqualTo(401);
    assertThat(send("GET", "/collections", "", KEY).statusCode()).isEqualTo(200);
    assertThat(send("GET", "/actuator/prometheus", "", KEY).statusCode()).isEqualTo(200);
    assertThat(inspect("{{.HostConfig.Memory}}")).isEqualTo(Long.toString(1_500L << 20));
    assertThat(compose(withArguments(file, "--profile", "observability", "config")))
        .contains("source: " + folder.resolve("key"), "target: /etc/prometheus/neardup-key");
  }

  @Test
  @Order(LAST)
  void removesContainersAndVolumes() {
    down();

    assertThat(left("container", "ls", "--all")).isEmpty();
    assertThat(left("network", "ls")).isEmpty();
    assertThat(left("volume", "ls")).isEmpty();
    assertThat(Docker.run("image", "ls", "--quiet", PROJECT + "-neardup")).isEmpty();
  }

  private static String[] withArguments(String[] arguments, String... further) {
    return Stream.concat(Stream.of(arguments), Stream.of(further)).toArray(String[]::new);
  }

  private static HttpResponse<String> send(String method, String path, String json, String key)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .header("Content-Type", "application/json")
              .header("Authorization", "Bearer " + key)
              .method(method, HttpRequest.BodyPublishers.ofString(json))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII)));
  }

  private static String inspect(String template) {
    return Docker.run("inspect", "--format", template, compose("ps", "--quiet", "neardup"));
  }

  private static String left(String... list) {
    List<String> arguments = new ArrayList<>(List.of(list));
    arguments.addAll(List.of("--quiet", "--filter", "label=com.docker.compose.project=" + PROJECT));
    return Docker.run(arguments.toArray(String[]::new));
  }

  private static String compose(String... arguments) {
    List<String> all = new ArrayList<>(List.of("compose", "--project-name", PROJECT));
    all.addAll(List.of(arguments));
    return Docker.run(Map.of("NEARDUP_PORT", Integer.toString(port)), all.toArray(String[]::new));
  }
}
