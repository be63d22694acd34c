package io.neardup.cluster.relay;

import io.neardup.web.problem.RequestIdValve;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/// What forwarded requests of an instance share: connections, the key, the clocks of others.
public final class Relay implements AutoCloseable {

  private final HopSeal seal;
  private final RelaySettings settings;
  private final Connections connections;
  private final Map<URI, Duration> clocks = new ConcurrentHashMap<>();

  /// @param seal with the key of the instances
  public Relay(HopSeal seal, RelaySettings settings) {
    this.seal = seal;
    this.settings = settings;
    this.connections = new Connections(settings);
  }

  HopSeal seal() {
    return seal;
  }

  RelaySettings settings() {
    return settings;
  }

  Connections connections() {
    return connections;
  }

  /// The value of [HopSeal#HEADER] for an instance.
  String seal(Hop hop, Call call, URI instance) {
    return seal.seal(hop, call, clocks.getOrDefault(instance, Duration.ZERO));
  }

  /// Adds the headers of a forwarded request, and the end of its head.
  static void end(StringBuilder head, String sealed) {
    String id = RequestIdValve.current();
    if (id != null) {
      header(head, RequestIdValve.HEADER, id);
    }
    header(head, HopSeal.HEADER, sealed);
    header(head, "Expect", "100-continue"); // an instance says at once that it accepts a request
    head.append("\r\n");
  }

  static void header(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /// Whether an answer says that the instance has not read the request.
  boolean isRefusal(ClassicHttpResponse head, String sealed, URI instance) {
    if (head.getCode() != HttpStatus.SC_MISDIRECTED_REQUEST) {
      return false;
    }
    Header refusal = head.getFirstHeader(HopSeal.REFUSAL);
    Duration ahead = refusal == null ? null : seal.refused(refusal.getValue(), sealed);
    if (ahead == null) {
      return false;
    }
    clocks.put(instance, ahead);
    return true;
  }

  /// Reads the final head of an answer.
  static ClassicHttpResponse finalHead(Connection connection) throws IOException {
    ClassicHttpResponse head = connection.readHead();
    while (head.getCode() < HttpStatus.SC_OK) {
      head = connection.readHead();
    }
    return head;
  }

  static String message(@Nullable Throwable e) {
    return e == null ? "" : Objects.toString(e.getMessage(), e.getClass().getSimpleName());
  }

  @Override
  public void close() {
    connections.close();
  }
}
