package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.neardup.Json;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/// The manifest for Kubernetes is of Kubernetes' form, and as careful as the image.
class KubernetesTests {

  private static final Gson GSON = new Gson();

  @Test
  void everyObjectHasItsForm() throws Exception {
    List<JsonElement> objects = objects();
    assertThat(objects).hasSize(3);
    for (JsonElement object : objects) {
      validate(object);
    }
  }

  /// The check itself finds what is misspelt, missing or of another type.
  @Test
  void whatHasNotIsTold() throws Exception {
    JsonObject misspelt = set().getAsJsonObject();
    pod(misspelt).addProperty("terminationGracePeriodSecond", 1);
    assertThatThrownBy(() -> validate(misspelt)).hasMessageContaining("GracePeriodSecond");
    JsonObject nameless = set().getAsJsonObject();
    pod(nameless).getAsJsonArray("containers").get(0).getAsJsonObject().remove("name");
    assertThatThrownBy(() -> validate(nameless)).hasMessageContaining("name");
  }

  @Test
  void thePodMayDoNothingButServe() throws IOException {
    JsonNode pod = Json.read(pod(set().getAsJsonObject()).toString());
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
  }

  @Test
  void itIsTheUserAndThePortOfTheImage() throws IOException {
    String image = Files.readString(Path.of("Dockerfile"));
    JsonNode pod = Json.read(pod(set().getAsJsonObject()).toString());
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

  /// By name, as the compiler would want the annotations of all of those classes.
  private static void validate(JsonElement object) throws Exception {
    String kind = object.getAsJsonObject().get("kind").getAsString();
    try {
      Class.forName("io.kubernetes.client.openapi.models.V1" + kind)
          .getMethod("validateJsonElement", JsonElement.class)
          .invoke(null, object);
    } catch (InvocationTargetException e) {
      throw new AssertionError(kind + ": " + e.getCause().getMessage(), e);
    }
  }

  private static JsonObject pod(JsonObject set) {
    return set.getAsJsonObject("spec").getAsJsonObject("template").getAsJsonObject("spec");
  }

  private static JsonElement set() throws IOException {
    return objects().getLast();
  }

  private static List<JsonElement> objects() throws IOException {
    try (Reader file = Files.newBufferedReader(Path.of("deploy/kubernetes.yaml"))) {
      List<JsonElement> objects = new ArrayList<>();
      new Yaml().loadAll(file).forEach(object -> objects.add(GSON.toJsonTree(object)));
      return objects;
    }
  }
}
