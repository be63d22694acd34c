package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.ClusterProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The objects of the manifest of a cluster select its pods and name its properties, and the pods
/// differ from those of the single service only where a cluster requires it.
class KubernetesClusterTests {

  private static final String PROBES = "startupProbe,livenessProbe,readinessProbe";

  /// The disruption budget, both rules of placement, and all others select the pods.
  @Test
  void detectsEachSelectorThatSelectsOtherPods() throws IOException {
    String selector = "{app.kubernetes.io/name: neardup-cluster}";
    String file = file();
    int found = 0;
    for (String before : List.of("selector: ", "matchLabels: ")) {
      for (int at = file.indexOf(before + selector);
          at >= 0;
          at = file.indexOf(before + selector, at + 1)) {
        String other =
            file.substring(0, at)
                + before
                + "{app.kubernetes.io/name: other}"
                + file.substring(at + before.length() + selector.length());
        boolean egress = file.substring(0, at).endsWith("- podSelector:\n            ");
        assertThat(Manifest.read(other).faults()).as(other).hasSize(egress ? 0 : 1);
        found++;
      }
    }
    assertThat(found).isEqualTo(8);
  }

  @Test
  void instancesFindEachOtherByTheNamesOfTheirPods() throws IOException {
    Manifest manifest = cluster();
    String service = manifest.set().at("/spec/serviceName").asString();
    JsonNode container = manifest.pod().at("/containers/0");
    int port = container.at("/ports/0/containerPort").asInt();
    assertThat(variable(container, "POD_NAME").at("/valueFrom/fieldRef/fieldPath").asString())
        .isEqualTo("metadata.name");
    assertThat(variable(container, "NEARDUP_CLUSTER_INSTANCE_URL").get("value").asString())
        .isEqualTo("http://$(POD_NAME)." + service + ":" + port);
    assertThat(
            manifest
                .ofKind("Service")
                .filter(each -> each.at("/metadata/name").asString().equals(service)))
        .singleElement()
        .satisfies(
            each -> assertThat(each.at("/spec/publishNotReadyAddresses").asBoolean()).isTrue());
  }

  /// The properties exist, and those that differ between installations are set.
  @Test
  void setsThePropertiesOfTheCluster() throws IOException {
    Manifest manifest = cluster();
    Map<String, Object> variables = new TreeMap<>();
    manifest.ofKind("ConfigMap").forEach(map -> collect(map.get("data"), variables));
    manifest.ofKind("Secret").forEach(map -> collect(map.get("stringData"), variables));
    manifest
        .pod()
        .at("/containers/0/env")
        .forEach(
            each -> variables.put(each.get("name").asString(), each.path("value").asString("")));
    assertThat(variables.keySet())
        .filteredOn(name -> name.startsWith("NEARDUP_CLUSTER_"))
        .contains(
            "NEARDUP_CLUSTER_BOOTSTRAP_SERVERS",
            "NEARDUP_CLUSTER_INSTANCE_KEY",
            "NEARDUP_CLUSTER_INSTANCE_URL")
        .isSubsetOf(
            Stream.of(ClusterProperties.class.getRecordComponents())
                .map(each -> "NEARDUP_CLUSTER_" + upperSnake(each.getName()))
                .toList());
    assertThat(variables)
        .containsEntry("NEARDUP_CLUSTER_PARTITIONS", "24")
        .containsEntry("NEARDUP_CLUSTER_STANDBYS", "1");
    // A published secret would be none.
    assertThat(
            manifest
                .ofKind("Secret")
                .map(map -> map.at("/stringData/NEARDUP_CLUSTER_INSTANCE_KEY").asString()))
        .containsExactly("");
  }

  @Test
  void onePodIsReplacedAtATime() throws IOException {
    Manifest manifest = cluster();
    JsonNode set = manifest.set().get("spec");
    assertThat(set.get("replicas").asInt()).isEqualTo(3);
    assertThat(set.at("/updateStrategy/type").asString()).isEqualTo("RollingUpdate");
    assertThat(set.get("minReadySeconds").asInt()).isPositive();
    assertThat(manifest.ofKind("PodDisruptionBudget"))
        .singleElement()
        .satisfies(budget -> assertThat(budget.at("/spec/maxUnavailable").asInt()).isEqualTo(1));
    String placement = "/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0";
    assertThat(manifest.pod().at(placement + "/topologyKey").asString())
        .isEqualTo("kubernetes.io/hostname");
    int pause = manifest.pod().at("/containers/0/lifecycle/preStop/exec/command/1").asInt();
    assertThat(manifest.pod().get("terminationGracePeriodSeconds").asInt())
        .isGreaterThan(30 + pause);
  }

  /// Restrictions, user, ports and probes.
  @Test
  void podsAreAsRestrictedAsThatOfTheSingleService() throws IOException {
    JsonNode pod = cluster().pod();
    JsonNode single = Manifest.read(Files.readString(Path.of("deploy/kubernetes.yaml"))).pod();
    for (String same :
        List.of("securityContext", "automountServiceAccountToken", "enableServiceLinks")) {
      assertThat(pod.get(same)).isEqualTo(single.get(same));
    }
    Stream.of((PROBES + ",securityContext,ports,image").split(","))
        .forEach(same ->
            assertThat(pod.at("/containers/0").get(same))
                .as(same)
                .isEqualTo(single.at("/containers/0").get(same)));
    JsonNode resources = pod.at("/containers/0/resources");
    assertThat(resources.at("/limits/memory").asString())
        .isNotEmpty()
        .isEqualTo(resources.at("/requests/memory").asString());
  }

  private static void collect(JsonNode object, Map<String, Object> variables) {
    object.properties().forEach(each -> variables.put(each.getKey(), each.getValue().asString()));
  }

  private static String upperSnake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }

  private static JsonNode variable(JsonNode container, String name) {
    return container
        .get("env")
        .valueStream()
        .filter(each -> each.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Manifest cluster() throws IOException {
    return Manifest.read(file());
  }

  private static String file() throws IOException {
    return Files.readString(Path.of("deploy/kubernetes-cluster.yaml"));
  }
}
