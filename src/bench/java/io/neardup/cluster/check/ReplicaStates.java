package io.neardup.cluster.check;

import io.neardup.Json;
import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Result;
import io.neardup.store.Position;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What each instance that hosts a collection has of it: its documents with all that is stored of
/// them, judgements, marked passages, and the answers of its index to lookups of its documents. The
/// question comes as that of another instance whose owner does not answer, so that the instance
/// that is asked answers by itself.
final class ReplicaStates implements AutoCloseable {

  /// How long enough instances may take to host a collection.
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long PAUSE_NANOS = Duration.ofMillis(300).toNanos();

  /// Lookups of each collection.
  private static final int LOOKUPS = 40;

  private final AskedInstance asked = new AskedInstance();

  /// Compares the collections at all instances, once enough of them host each.
  ///
  /// @param hosts how many instances host each collection
  List<Violation> compare(ApiClient api, History history, List<URI> instances, int hosts) {
    Map<String, Integer> partitions = new TreeMap<>();
    history.calls().stream()
        .filter(call -> call.position() != null)
        .filter(call -> Workload.COLLECTIONS.contains(Call.collection(call.id())))
        .forEach(call ->
            partitions.put(
                Call.collection(call.id()), Position.parse(call.position()).partition()));
    List<Violation> violations = new ArrayList<>();
    partitions.forEach((name, partition) -> {
      List<String> ids =
          history.calls().stream()
              .filter(call -> call.kind() == Kind.STORE && call.result() == Result.DONE)
              .filter(call -> Call.collection(call.id()).equals(name))
              .map(call -> Call.local(call.id()))
              .distinct()
              .limit(LOOKUPS)
              .toList();
      Map<URI, List<String>> states =
          states(instances, partition, api.collection(name), ids, hosts);
      String difference = difference(states, hosts);
      if (difference != null) {
        violations.add(
            new Violation(
                Violation.Kind.UNEQUAL, history.calls().getLast(), name + " " + difference));
      }
    });
    return violations;
  }

  private Map<URI, List<String>> states(
      List<URI> instances, int partition, String collection, List<String> ids, int hosts) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Map<URI, List<String>> states = new TreeMap<>();
      for (URI instance : instances) {
        List<String> state = state(instance, partition, collection, ids);
        if (state != null) {
          states.put(instance, state);
        }
      }
      if (states.size() >= hosts || System.nanoTime() > end) {
        return states;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /// What differs, null if nothing does.
  private static @Nullable String difference(Map<URI, List<String>> states, int hosts) {
    if (states.size() < hosts) {
      return "is answered by " + states.keySet() + " only";
    }
    URI first = states.keySet().iterator().next();
    List<String> expected = states.get(first);
    for (Map.Entry<URI, List<String>> each : states.entrySet()) {
      List<String> more = new ArrayList<>(each.getValue());
      more.removeAll(expected);
      List<String> less = new ArrayList<>(expected);
      less.removeAll(each.getValue());
      if (!more.isEmpty() || !less.isEmpty()) {
        return "differs: "
            + each.getKey()
            + " has "
            + shown(more)
            + " where "
            + first
            + " has "
            + shown(less);
      }
    }
    return null;
  }

  private static String shown(List<String> lines) {
    return lines.size()
        + " lines, such as "
        + lines.stream()
            .limit(2)
            .map(each -> each.length() > 300 ? each.substring(0, 300) : each)
            .toList();
  }

  /// The lines of all answers of an instance, sorted; null if it does not host the partition.
  private @Nullable List<String> state(
      URI instance, int partition, String collection, List<String> ids) {
    List<String> lines = new ArrayList<>();
    try {
      lines.addAll(
          ask(instance, partition, "/documents?collection=" + collection, "application/x-ndjson")
              .lines()
              .toList());
      for (String records : List.of("judgements?limit=1000", "boilerplate")) {
        lines.add(
            ask(
                instance,
                partition,
                "/collections/" + collection + "/" + records,
                "application/json"));
      }
      for (String id : ids) {
        String found =
            ask(
                instance,
                partition,
                "/duplicates?limit=100&collection="
                    + collection
                    + "&id="
                    + URLEncoder.encode(id, StandardCharsets.UTF_8),
                "application/json");
        lines.add(
            id
                + " "
                + Json.read(found)
                    .path("matches")
                    .valueStream()
                    .map(Object::toString)
                    .sorted()
                    .collect(Collectors.joining()));
      }
    } catch (IOException e) {
      return null;
    }
    lines.sort(null);
    return lines;
  }

  private String ask(URI instance, int partition, String target, String accept) throws IOException {
    return asked.get(instance, partition, true, target, accept);
  }

  @Override
  public void close() {
    asked.close();
  }
}
