package io.neardup.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreePort;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.cluster.broker.TopicClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docker compose --profile cluster up` starts brokers and instances, and what is stored survives
/// when all of them are killed.
@NeedsContainers
class ClusterComposeIT {

  private static final String IMAGE = "neardup-kafka-it:" + UUID.randomUUID();
  private static final String BROKERS = "kafka-1:9092,kafka-2:9092,kafka-3:9092";
  private static final String KEY_FILE = "/data/neardup.cluster.instance-key";

  /// Processes that run for a minute start sooner without the C2 compiler.
  private static final String JVM = "-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private static final String TEXT =
      "Tell the crews on the southern line that the early train will leave an hour late tomorrow";

  /// Variables of the file that name ports of this machine.
  private static final List<String> PORTS =
      List.of("NEARDUP_PORT", "NEARDUP_1_PORT", "NEARDUP_2_PORT", "NEARDUP_3_PORT");

  private static ComposeProject project;

  @BeforeAll
  static void up(@TempDir Path folder) throws IOException {
    KafkaImage.build(IMAGE, folder);
    Map<String, String> variables = new TreeMap<>();
    variables.put("KAFKA_IMAGE", IMAGE);
    variables.put("KAFKA_HEAP_OPTS", JVM);
    for (String variable : PORTS) {
      variables.put(variable, Integer.toString(FreePort.find()));
    }
    project = ComposeProject.of(variables, "--profile", "cluster");
    project.up();
  }

  @AfterAll
  static void down() {
    project.down();
    Docker.run("image", "rm", "--force", IMAGE);
  }

  @Test
  void everyInstanceAnswersTheFirstStepsOfAUser() {
    PORTS.forEach(port -> new Journey(project.service(port)).walk());
  }

  @Test
  void keepsEverythingWhenAllAreKilled() {
    RunningService first = project.service("NEARDUP_1_PORT");
    RunningService third = project.service("NEARDUP_3_PORT");
    first.put("/documents/kept", "{\"text\": \"" + TEXT + "\"}").require(201);
    assertThat(client(TopicClient.class.getName(), BROKERS))
        .endsWith("3 brokers: [from a container]");

    project.run("kill");
    project.up();

    assertThat(client(TopicClient.class.getName(), BROKERS, "read"))
        .endsWith("3 brokers: [from a container]");
    Answer found = third.post("/duplicates", "{\"text\": \"" + TEXT + "\"}").require(200);
    assertThat(found.text("/matches/0/id")).isEqualTo("kept");
    third.delete("/documents/kept").require(204);
  }

  @Test
  void brokersArePublishedNowhere() {
    assertThat(
            Docker.run(
                "inspect",
                "--format",
                "{{range .NetworkSettings.Ports}}{{range .}}{{.HostPort}}{{end}}{{end}}",
                project.run("ps", "--quiet", "kafka-1")))
        .isEmpty();
  }

  @Test
  void secretOfTheInstancesIsCreatedOnce() {
    project.run("run", "--rm", "cluster-key");
    String secret = secret();
    project.run("run", "--rm", "cluster-key");

    assertThat(secret).matches("[0-9a-f]{64}");
    assertThat(secret()).isEqualTo(secret);
  }

  /// The three instances publish a port each on this machine alone, and the first one that of the
  /// single service, which does not start.
  @Test
  void profileHasThreeInstancesInsteadOfTheSingleService() {
    assertThat(project.run("config", "--services").lines())
        .containsExactlyInAnyOrder(
            "neardup-1", "neardup-2", "neardup-3", "kafka-1", "kafka-2", "kafka-3", "cluster-key");
    String all =
        Docker.run(Map.of("KAFKA_IMAGE", IMAGE), "compose", "--profile", "cluster", "config");
    assertThat(all.lines().map(String::strip).filter(line -> line.startsWith("published:")))
        .containsExactlyInAnyOrder(
            "published: \"8080\"",
            "published: \"8081\"",
            "published: \"8082\"",
            "published: \"8083\"");
    assertThat(all.lines().filter(line -> line.contains("host_ip: 127.0.0.1"))).hasSize(4);
    for (int i = 1; i <= 3; i++) {
      assertThat(all)
          .contains("NEARDUP_CLUSTER_INSTANCE_URL: http://neardup-" + i + ":8080")
          .contains("KAFKA_ADVERTISED_LISTENERS: PLAINTEXT://kafka-" + i + ":9092")
          .contains("source: data-" + i, "source: kafka-" + i);
    }
    assertThat(all.split("NEARDUP_CLUSTER_BOOTSTRAP_SERVERS: " + BROKERS, -1)).hasSize(4);
  }

  private static String secret() {
    // The progress of building the image may precede it.
    return project
        .run("run", "--rm", "--entrypoint", "cat", "cluster-key", KEY_FILE)
        .lines()
        .toList()
        .getLast();
  }

  /// Runs a class of the tests in a container of the same network.
  private static String client(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of("run", "--rm", "--network", project.name() + "_default", "--volume"));
    command.add(Path.of("target/test-classes").toAbsolutePath() + ":/classes:ro");
    command.addAll(List.of(IMAGE, "java"));
    command.addAll(List.of(JVM.split(" ")));
    command.addAll(List.of("-cp", "/etc/kafka/docker:/classes:/opt/kafka/libs/*"));
    command.addAll(List.of(arguments));
    return Docker.run(command.toArray(String[]::new));
  }
}
