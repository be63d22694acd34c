package io.neardup.examples;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.neardup.Json;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/// The objects of a Kubernetes manifest around one StatefulSet, and checks that go beyond their
/// schema: names without a target, quantities and values that Kubernetes refuses.
///
/// @param objects in the order of the file
record Manifest(List<JsonNode> objects) {

  private static final Gson GSON = new Gson();
  private static final Pattern PROCESSORS = Pattern.compile("[1-9][0-9]*m?|[0-9]+\\.[0-9]{1,3}");
  private static final Pattern BYTES = Pattern.compile("[1-9][0-9]*([kMGTPE]|[KMGTPE]i)");

  /// The allowed values of fields with these names.
  private static final Map<String, Set<String>> WORDS =
      Map.ofEntries(
          Map.entry(
              "accessModes",
              Set.of("ReadWriteOnce", "ReadWriteOncePod", "ReadOnlyMany", "ReadWriteMany")),
          Map.entry("clusterIP", Set.of("None")),
          Map.entry("drop", Set.of("ALL")),
          Map.entry("fsGroupChangePolicy", Set.of("Always", "OnRootMismatch")),
          Map.entry("imagePullPolicy", Set.of("Always", "IfNotPresent", "Never")),
          Map.entry("podManagementPolicy", Set.of("OrderedReady", "Parallel")),
          Map.entry("policyTypes", Set.of("Ingress", "Egress")),
          Map.entry("protocol", Set.of("TCP", "UDP", "SCTP")),
          Map.entry("restartPolicy", Set.of("Always")),
          Map.entry("scheme", Set.of("HTTP", "HTTPS")),
          Map.entry("type", Set.of("Opaque", "RollingUpdate", "RuntimeDefault", "ClusterIP")),
          Map.entry("volumeMode", Set.of("Filesystem", "Block")),
          Map.entry("whenUnsatisfiable", Set.of("DoNotSchedule", "ScheduleAnyway")));

  /// Reads the objects of a file.
  static Manifest read(String yaml) {
    List<JsonNode> objects = new ArrayList<>();
    new Yaml().loadAll(yaml).forEach(object -> objects.add(Json.read(GSON.toJson(object))));
    return new Manifest(objects);
  }

  /// Validates an object against the API description of Kubernetes. The classes are loaded by name,
  /// because otherwise the compiler would need the annotations of all of them.
  static void validate(JsonNode object) throws ReflectiveOperationException {
    String kind = object.get("kind").asString();
    try {
      Class.forName("io.kubernetes.client.openapi.models.V1" + kind)
          .getMethod("validateJsonElement", JsonElement.class)
          .invoke(null, JsonParser.parseString(object.toString()));
    } catch (InvocationTargetException e) {
      throw new AssertionError(kind + ": " + e.getCause().getMessage(), e);
    }
  }

  /// The StatefulSet.
  JsonNode set() {
    return ofKind("StatefulSet").findFirst().orElseThrow();
  }

  /// The specification of its pods.
  JsonNode pod() {
    return set().at("/spec/template/spec");
  }

  /// All faults; empty if there are none.
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (JsonNode object : objects) {
      values(null, object, faults);
    }
    selectors(faults);
    services(faults);
    for (JsonNode container : pod().get("containers")) {
      ports(container, faults);
      volumes(container, faults);
      environment(container, faults);
    }
    return faults;
  }

  /// Checks values and quantities, at any depth below a field.
  private static void values(@Nullable String field, JsonNode value, List<String> faults) {
    if (value.isContainer()) {
      value
          .properties()
          .forEach(each -> {
            if (each.getValue().isArray()) {
              each.getValue().forEach(one -> values(each.getKey(), one, faults));
            } else {
              values(each.getKey(), each.getValue(), faults);
            }
          });
      return;
    }
    String text = value.asString();
    Set<String> words = field == null ? null : WORDS.get(field);
    if (words != null && !words.contains(text)) {
      faults.add(field + " is " + text + ", not one of " + new TreeSet<>(words));
    }
    Pattern quantity = quantity(field == null ? "" : field);
    if (quantity != null && !quantity.matcher(text).matches()) {
      faults.add(field + " is no quantity: " + text);
    }
  }

  private static @Nullable Pattern quantity(String field) {
    return switch (field) {
      case "cpu" -> PROCESSORS;
      case "memory", "storage", "ephemeral-storage", "sizeLimit" -> BYTES;
      default -> null;
    };
  }

  /// Each Service selects the pods.
  private void selectors(List<String> faults) {
    JsonNode labels = set().at("/spec/template/metadata/labels");
    selects(set().at("/spec/selector/matchLabels"), labels, "StatefulSet", faults);
    ofKind("Service")
        .forEach(each -> selects(each.at("/spec/selector"), labels, name(each), faults));
    ofKind("NetworkPolicy")
        .forEach(
            each -> selects(each.at("/spec/podSelector/matchLabels"), labels, name(each), faults));
    ofKind("PodDisruptionBudget")
        .forEach(
            each -> selects(each.at("/spec/selector/matchLabels"), labels, name(each), faults));
    Stream.of(
            pod().at("/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution"),
            pod().path("topologySpreadConstraints"))
        .flatMap(JsonNode::valueStream)
        .map(each -> each.at("/labelSelector/matchLabels"))
        .forEach(labelled -> selects(labelled, labels, "the placement of pods", faults));
  }

  private static void selects(
      JsonNode selector, JsonNode labels, String whose, List<String> faults) {
    if (selector.isEmpty()) {
      faults.add(whose + " selects nothing by labels");
    }
    for (Map.Entry<String, JsonNode> label : selector.properties()) {
      if (!label.getValue().equals(labels.get(label.getKey()))) {
        faults.add(whose + " selects pods by a label that they do not have: " + label);
      }
    }
  }

  /// The headless Service has no address; the ports of all Services are those of the pods.
  private void services(List<String> faults) {
    String wanted = set().at("/spec/serviceName").asString();
    Optional<JsonNode> named =
        ofKind("Service").filter(each -> name(each).equals(wanted)).findFirst();
    if (named.isEmpty()) {
      faults.add("serviceName names no Service: " + wanted);
    } else if (!named.get().at("/spec/clusterIP").asString("").equals("None")) {
      faults.add("serviceName names a Service that is not headless: " + wanted);
    }
    Set<String> ports = new TreeSet<>();
    pod().get("containers").forEach(container -> ports.addAll(portsOf(container)));
    ofKind("Service")
        .flatMap(each -> each.at("/spec/ports").valueStream())
        .forEach(each -> isPort(each.get("targetPort"), ports, faults));
    ofKind("NetworkPolicy")
        .flatMap(each -> each.at("/spec/ingress").valueStream())
        .flatMap(each -> each.path("ports").valueStream())
        .forEach(each -> isPort(each.get("port"), ports, faults));
  }

  private static void ports(JsonNode container, List<String> faults) {
    Set<String> ports = portsOf(container);
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      isPort(container.at("/" + probe + "/httpGet/port"), ports, faults);
    }
  }

  private static void isPort(JsonNode port, Set<String> ports, List<String> faults) {
    if (!ports.contains(port.asString(""))) {
      faults.add("no container has the port " + port + ", they have " + ports);
    }
  }

  /// The names and numbers of ports.
  private static Set<String> portsOf(JsonNode container) {
    Set<String> ports = new TreeSet<>();
    for (JsonNode port : container.get("ports")) {
      ports.add(port.get("name").asString());
      ports.add(port.get("containerPort").asString());
    }
    return ports;
  }

  /// Each mount has a volume, and each volume a mount.
  private void volumes(JsonNode container, List<String> faults) {
    Set<String> volumes = new TreeSet<>();
    pod().get("volumes").forEach(volume -> volumes.add(volume.get("name").asString()));
    set()
        .at("/spec/volumeClaimTemplates")
        .forEach(claim -> volumes.add(claim.at("/metadata/name").asString()));
    Set<String> mounted = new TreeSet<>();
    container.get("volumeMounts").forEach(mount -> mounted.add(mount.get("name").asString()));
    if (!volumes.equals(mounted)) {
      faults.add("volumes are " + volumes + ", mounted are " + mounted);
    }
  }

  /// Referenced secrets and config maps exist, and data directories are mounted.
  private void environment(JsonNode container, List<String> faults) {
    for (JsonNode from : container.path("envFrom")) {
      is("Secret", from.path("secretRef"), faults);
      is("ConfigMap", from.path("configMapRef"), faults);
    }
    for (JsonNode variable : container.path("env")) {
      is("Secret", variable.at("/valueFrom/secretKeyRef"), faults);
      is("ConfigMap", variable.at("/valueFrom/configMapKeyRef"), faults);
      if (variable.get("name").asString().endsWith("_DIR")
          && container
              .get("volumeMounts")
              .valueStream()
              .noneMatch(mount -> mount.get("mountPath").equals(variable.get("value")))) {
        faults.add("nothing is mounted where " + variable + " says");
      }
    }
  }

  private void is(String kind, JsonNode reference, List<String> faults) {
    if (!reference.isMissingNode()
        && ofKind(kind).noneMatch(each -> name(each).equals(reference.get("name").asString()))) {
      faults.add("there is no " + kind + " " + reference);
    }
  }

  /// The objects of a kind.
  Stream<JsonNode> ofKind(String kind) {
    return objects.stream().filter(object -> object.get("kind").asString().equals(kind));
  }

  private static String name(JsonNode object) {
    return object.at("/metadata/name").asString();
  }
}
