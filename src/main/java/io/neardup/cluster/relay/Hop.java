package io.neardup.cluster.relay;

import io.neardup.service.Peers;
import jakarta.servlet.ServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the forwarding instance states about a request.
///
/// @param caller the address of the client
/// @param scheme that the client used: http or https
/// @param port that the client called
/// @param attributes of the route, such as collection, creation and partition
public record Hop(String caller, String scheme, int port, Map<String, String> attributes) {

  private static final String ATTRIBUTE = Hop.class.getName();

  public Hop {
    attributes = Map.copyOf(attributes);
  }

  /// The hop of a request, null if it came from a client.
  public static @Nullable Hop of(ServletRequest request) {
    return (Hop) request.getAttribute(ATTRIBUTE);
  }

  /// Makes a request appear as its client sent it, so that the caller is counted, logged and
  /// answered as if it had called this instance.
  void applyTo(org.apache.catalina.connector.Request request) {
    request.setAttribute(ATTRIBUTE, this);
    if (attributes.containsKey(Peers.INTERNAL)) {
      request.setAttribute(Peers.INTERNAL, true);
    }
    request.setRemoteAddr(caller);
    request.setRemoteHost(caller);
    request.setSecure(scheme.equals("https"));
    request.getCoyoteRequest().scheme().setString(scheme);
    request.setServerPort(port);
  }
}
