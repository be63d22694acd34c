package io.neardup.examples;

import static io.neardup.examples.Manifest.read;
import static io.neardup.examples.Manifest.validate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The manifests for Kubernetes are valid, their objects refer to each other correctly, and that of
/// the single service restricts the container as the image does.
class KubernetesTests {

  @ParameterizedTest
  @CsvSource({
    "kubernetes, Secret Service Service NetworkPolicy StatefulSet",
    "kubernetes-cluster, ConfigMap Secret Service Service NetworkPolicy PodDisruptionBudget"
        + " StatefulSet"
  })
  void everyManifestIsValidAndAgreesWithTheOthers(String name, String kinds) throws Exception {
    Manifest manifest = read(file(name));
    assertThat(manifest.objects())
        .extracting(object -> object.get("kind").asString())
        .containsExactly(kinds.split(" "));
    for (JsonNode object : manifest.objects()) {
      validate(object);
    }
    assertThat(manifest.faults()).isEmpty();
  }

  /// Validation detects misspelt and missing fields, and values of wrong types.
  @Test
  void detectsInvalidManifests() throws Exception {
    Manifest misspelt = read(file());
    ((ObjectNode) misspelt.pod()).put("terminationGracePeriodSecond", 1);
    assertThatThrownBy(() -> validate(misspelt.set())).hasMessageContaining("GracePeriodSecond");
    Manifest nameless = read(file());
    ((ObjectNode) nameless.pod().at("/containers/0")).remove("name");
    assertThatThrownBy(() -> validate(nameless.set())).hasMessageContaining("name");
  }

  /// The check of references detects what Kubernetes would refuse, or accept without ever working.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory: 2Gi | memory: 2Gx | memory is no quantity: 2Gx",
        "cpu: \"1\" | cpu: one | cpu is no quantity: one",
        "sizeLimit: 256Mi | sizeLimit: 256MB | sizeLimit is no quantity: 256MB",
        "storage: 20Gi | storage: -20Gi | storage is no quantity: -20Gi",
        "liveness, port: http | liveness, port: htpp | no container has the port \"htpp\"",
        "targetPort: http | targetPort: 8081 | no container has the port 8081",
        "- port: http | - port: htpp | no container has the port \"htpp\"",
        "{name: tmp, mount | {name: temp, mount | mounted are [backups, data, temp]",
        "- name: tmp | - name: temp | volumes are [backups, data, temp]",
        "[ReadWriteOnce] | [Nonsense] | accessModes is Nonsense",
        "OnRootMismatch | Whatever | fsGroupChangePolicy is Whatever",
        "type: RuntimeDefault | type: Runtime | type is Runtime",
        "scheme: HTTP | scheme: HTPS | scheme is HTPS",
        "protocol: TCP | protocol: HTTP | protocol is HTTP",
        "[Ingress, Egress] | [Ingress, Outgress] | policyTypes is Outgress",
        "drop: [ALL] | drop: [SOME] | drop is SOME",
        "serviceName: neardup-pods | serviceName: neardup | not headless",
        "serviceName: neardup-pods | serviceName: pods | names no Service",
        "selector: {app.kubernetes.io/name: neardup} | selector: {app: neardup} | neardup selects",
        "matchLabels: {app.kubernetes.io/name: neardup} | matchLabels: {app: x} | that they do not have",
        "secretRef: {name: neardup-keys} | secretRef: {name: keys} | there is no Secret",
        "value: /backups | value: /backup | nothing is mounted",
        "configMapRef: {name: neardup-cluster} | configMapRef: {name: other} | there is no ConfigMap",
        "secretRef: {name: neardup-cluster-keys} | secretRef: {name: other} | there is no Secret",
        "serviceName: neardup-cluster-pods | serviceName: neardup-cluster | not headless",
        "ScheduleAnyway | Sometimes | whenUnsatisfiable is Sometimes",
        "RollingUpdate | Rolling | type is Rolling",
      })
  void detectsManifestsThatDisagree(String part, String instead, String told) throws IOException {
    String file = file().contains(part) ? file() : file("kubernetes-cluster");
    assertThat(file).contains(part);
    assertThat(read(file.replace(part, instead)).faults())
        .anySatisfy(fault -> assertThat(fault).contains(told));
  }

  @Test
  void podDropsAllPrivileges() throws IOException {
    JsonNode pod = read(file()).pod();
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/securityContext/seccompProfile/type").asString())
        .isEqualTo("RuntimeDefault");
    assertThat(pod.get("automountServiceAccountToken").asBoolean()).isFalse();
    JsonNode container = pod.at("/containers/0");
    JsonNode security = container.get("securityContext");
    assertThat(security.get("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(security.get("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(security.at("/capabilities/drop/0").asString()).isEqualTo("ALL");
    assertThat(container.at("/resources/limits/memory").asString())
        .isNotEmpty()
        .isEqualTo(container.at("/resources/requests/memory").asString());
    assertThat(container.at("/resources/limits").has("ephemeral-storage")).isTrue();
  }

  @Test
  void userAndPortEqualThoseOfTheImage() throws IOException {
    String image = Files.readString(Path.of("Dockerfile"));
    JsonNode pod = read(file()).pod();
    assertThat(image)
        .contains("USER " + pod.at("/securityContext/runAsUser").asInt() + ":")
        .contains("EXPOSE " + pod.at("/containers/0/ports/0/containerPort").asInt())
        .contains("VOLUME " + pod.at("/containers/0/volumeMounts/0/mountPath").asString());
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(pod.at("/containers/0/" + probe + "/httpGet/path").asString())
          .matches("/actuator/health/(liveness|readiness)");
    }
    assertThat(pod.get("terminationGracePeriodSeconds").asInt()).isGreaterThan(30);
  }

  private static String file() throws IOException {
    return file("kubernetes");
  }

  private static String file(String name) throws IOException {
    return Files.readString(Path.of("deploy", name + ".yaml"));
  }
}
