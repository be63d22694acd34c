package io.neardup.container;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Capability;
import io.neardup.RunningService;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import tools.jackson.databind.JsonNode;

/// The image built by the Dockerfile runs without capabilities, and can write only to `/tmp` and
/// its volumes.
@NeedsContainers
class ImageIT {

  private static final String IMAGE = "neardup-it:" + UUID.randomUUID();
  private static final int PORT = 8080;

  private static GenericContainer<?> service;

  // ImageFromDockerfile is not used: it builds without BuildKit, which the Dockerfile needs.
  @BeforeAll
  static void buildAndStart() {
    Docker.run(Map.of("DOCKER_BUILDKIT", "1"), "build", "--tag", IMAGE, ".");
    service = container().waitingFor(Wait.forHealthcheck()).withStartupTimeout(PATIENCE);
    service.start();
  }

  @AfterAll
  static void remove() {
    if (service != null) {
      service.stop();
    }
    Docker.run("image", "rm", "--force", IMAGE);
  }

  @Test
  void servesFromReadOnlyRootFileSystem() throws Exception {
    assertThat(service.getContainerInfo().getHostConfig().getReadonlyRootfs()).isTrue();
    assertThat(service.execInContainer("touch", "/app/written").getExitCode()).isNotZero();

    new Journey(new RunningService(service.getMappedPort(PORT))).walk();
  }

  @Test
  void reportsHealthy() {
    assertThat(service.isHealthy()).isTrue();
  }

  @Test
  void reportsUnhealthyWithoutAListener() throws Exception {
    String check =
        service.getCurrentContainerInfo().getConfig().getHealthcheck().getTest().getLast();
    String[] command = {"env", "SERVER_PORT=1", "bash", "-c", check};

    assertThat(service.execInContainer(command).getExitCode()).isNotZero();
  }

  @Test
  void refusesToStartWithoutAccessConfiguration() {
    try (var other =
        container()
            .withEnv("NEARDUP_SECURITY_MODE", "loopback")
            .waitingFor(Wait.forLogMessage(".*NEARDUP_SECURITY_MODE=open.*", 1))) {
      other.start();

      assertThat(other.getLogs())
          .contains("would listen on 0.0.0.0", "neardup.security.api-keys")
          .doesNotContain("Started NeardupApplication");
    }
  }

  @Test
  void billOfMaterialsListsTheLibraries() {
    RunningService http = new RunningService(service.getMappedPort(PORT));
    assertThat(http.get("/actuator/sbom").json().get("ids").valueStream().map(JsonNode::asString))
        .containsExactly("application");
    JsonNode bill = http.get("/actuator/sbom/application").require(200).json();
    assertThat(bill.get("bomFormat").asString()).isEqualTo("CycloneDX");
    assertThat(bill.at("/metadata/component/name").asString()).isEqualTo("neardup");
    assertThat(bill.get("components").valueStream().map(each -> each.get("name").asString()))
        .contains("rocksdbjni", "tomcat-embed-core", "jsoup")
        .doesNotContain("junit-jupiter", "jmh-core");
  }

  @Test
  void runsAsUnprivilegedUser() throws Exception {
    assertThat(service.execInContainer("id", "-u").getStdout().strip()).isEqualTo("10001");
    assertThat(service.execInContainer("id", "-g").getStdout().strip()).isEqualTo("10001");
    assertThat(service.execInContainer("cat", "/proc/1/status").getStdout())
        .containsPattern("CapEff:\\s+0+\n");
  }

  @Test
  void hasLabelsForNameLicenceAndVersion() {
    assertThat(service.getContainerInfo().getConfig().getLabels())
        .containsEntry("org.opencontainers.image.title", "neardup")
        .containsEntry("org.opencontainers.image.licenses", "Apache-2.0")
        .hasEntrySatisfying(
            "org.opencontainers.image.version", version -> assertThat(version).isNotBlank())
        .hasEntrySatisfying(
            "org.opencontainers.image.description", text -> assertThat(text).isNotBlank());
  }

  @Test
  void startsWithItsClassDataCache() throws Exception {
    String log = "-XX:AOTMode=on -Xlog:aot:file=/tmp/aot.log";
    try (var other = container().withEnv("JAVA_TOOL_OPTIONS", log)) {
      other.start();

      assertThat(other.execInContainer("cat", "/tmp/aot.log").getStdout())
          .contains("Opened AOT cache neardup.aot")
          .doesNotContain("[error]")
          .doesNotContain("[warning]")
          .doesNotContain("Disabling");
    }
  }

  @Test
  void startsWithoutWarningIfTheCacheDoesNotMatch() {
    try (var other = container().withEnv("JAVA_TOOL_OPTIONS", "-XX:-UseCompressedOops")) {
      other.start();

      assertThat(other.getLogs())
          .contains("Picked up JAVA_TOOL_OPTIONS", "Started NeardupApplication")
          .doesNotContain("[aot]");
    }
  }

  @Test
  void stopsOnSigterm() {
    try (var other = container().waitingFor(Wait.forHealthcheck()).withStartupTimeout(PATIENCE)) {
      other.start();

      Docker.run("stop", "--time", "60", other.getContainerId());

      assertThat(other.getCurrentContainerInfo().getState().getExitCodeLong())
          .as("143 after SIGTERM, 137 after SIGKILL")
          .isIn(0L, 143L);
      assertThat(other.getLogs()).contains("Graceful shutdown complete");
    }
  }

  private static GenericContainer<?> container() {
    return new GenericContainer<>(DockerImageName.parse(IMAGE))
        .withExposedPorts(PORT)
        .withEnv("NEARDUP_SECURITY_MODE", "open")
        .withTmpFs(Map.of("/tmp", "rw"))
        .withCreateContainerCmdModifier(command ->
            command
                .getHostConfig()
                .withReadonlyRootfs(true)
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges")))
        .waitingFor(Wait.forLogMessage(".*Started NeardupApplication.*", 1))
        .withStartupTimeout(PATIENCE);
  }
}
