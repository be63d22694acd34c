package io.neardup.container;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreePort;
import io.neardup.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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

  private static final int LAST = Integer.MAX_VALUE;
  private static final String KEY = "a-key-for-this-test-alone";

  private static ComposeProject project;
  private static RunningService service;

  @BeforeAll
  static void up() throws IOException {
    project = ComposeProject.of(Map.of("NEARDUP_PORT", Integer.toString(FreePort.find())));
    project.up();
    service = project.service("NEARDUP_PORT");
  }

  @AfterAll
  static void down() {
    project.down();
  }

  @Test
  void answersRequestsFromTheSameMachine() {
    new Journey(service).walk();
  }

  @Test
  void refusesRequestsFromOtherMachines() {
    assertThat(inspect("{{range .NetworkSettings.Ports}}{{range .}}{{.HostIp}} {{end}}{{end}}"))
        .isEqualTo("127.0.0.1");
  }

  @Test
  void refusesForeignHostNames() throws Exception {
    try (var http = service.connect()) {
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
  void storesBackupsOnASeparateVolume() {
    service.post("/admin/backups", "{\"keep\": 1}").require(200, 201);
    assertThat(project.run("exec", "neardup", "ls", "/backups")).isNotEmpty();
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

    project.run(withArguments(file, "up", "--no-build", "--detach", "--wait", "neardup"));

    service.get("/collections").require(401);
    Map<String, String> key = Map.of("Authorization", "Bearer " + KEY);
    service.send("GET", "/collections", key, "").require(200);
    service.send("GET", "/actuator/prometheus", key, "").require(200);
    assertThat(inspect("{{.HostConfig.Memory}}")).isEqualTo(Long.toString(1_500L << 20));
    assertThat(project.run(withArguments(file, "--profile", "observability", "config")))
        .contains("source: " + folder.resolve("key"), "target: /etc/prometheus/neardup-key");
  }

  @Test
  @Order(LAST)
  void removesContainersAndVolumes() {
    down();

    assertThat(left("container", "ls", "--all")).isEmpty();
    assertThat(left("network", "ls")).isEmpty();
    assertThat(left("volume", "ls")).isEmpty();
    assertThat(Docker.run("image", "ls", "--quiet", project.name() + "-neardup")).isEmpty();
  }

  private static String[] withArguments(String[] arguments, String... further) {
    return Stream.concat(Stream.of(arguments), Stream.of(further)).toArray(String[]::new);
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII)));
  }

  private static String inspect(String template) {
    return Docker.run("inspect", "--format", template, project.run("ps", "--quiet", "neardup"));
  }

  private static String left(String... list) {
    List<String> arguments = new ArrayList<>(List.of(list));
    arguments.addAll(
        List.of("--quiet", "--filter", "label=com.docker.compose.project=" + project.name()));
    return Docker.run(arguments.toArray(String[]::new));
  }
}
