package io.neardup.cluster.check;

import io.neardup.cluster.relay.HopSeal;
import io.neardup.cluster.relay.Relay;
import io.neardup.cluster.relay.RelayClient;
import io.neardup.cluster.relay.RelaySettings;
import io.neardup.cluster.relay.Route;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/// Asks one instance as another one does, so that it answers by itself or not at all.
final class AskedInstance implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Relay relay =
      new Relay(
          new HopSeal(ClusterProcesses.KEY, Clock.systemUTC()),
          RelaySettings.of(8, Duration.ofSeconds(5), null));
  private final RelayClient client = new RelayClient(relay);

  /// The answer to a GET.
  ///
  /// @param asReplica whether an instance that hosts the partition answers as well, not its owner
  ///   alone
  /// @throws IOException if it has another status than 200 and 404, as of an instance that is not
  ///   asked for
  String get(URI instance, int partition, boolean asReplica, String target, String accept)
      throws IOException {
    Route.Elsewhere to =
        new Route.Elsewhere(
            instance,
            Map.of(
                "partitions", Integer.toString(partition), "replica", Boolean.toString(asReplica)),
            false,
            LIMIT);
    RelayClient.Answer answer =
        client.ask(
            to,
            new RelayClient.Question(io.neardup.cluster.relay.Call.of("GET", target), accept, null),
            LIMIT);
    if (answer.status() != 200 && answer.status() != 404) {
      throw new IOException(answer.status() + " for " + target);
    }
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  /// Whether an instance is the owner of the partition of a collection.
  boolean owns(URI instance, int partition, String collection) {
    try {
      var _ = get(instance, partition, false, "/collections/" + collection, "application/json");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    relay.close();
  }
}
