package io.neardup.cluster.relay;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// Where a request is answered.
public sealed interface Route {

  /// At this instance.
  ///
  /// @param asks whether its thread waits for answers of other instances
  record Here(boolean asks) implements Route {

    public Here() {
      this(false);
    }
  }

  /// At no known instance. The request waits for one.
  ///
  /// @param why a clause such as `partition 7 has no owner`, for the problem
  record Nowhere(String why) implements Route {}

  /// At another instance.
  ///
  /// @param instance its address with a port, such as `http://neardup-2:8080`
  /// @param attributes to send to that instance, see [Hop#attributes]
  /// @param changes whether the request may change something
  /// @param patience how long to wait until it accepts the request; after that, a request that
  ///   changes nothing is sent elsewhere
  record Elsewhere(URI instance, Map<String, String> attributes, boolean changes, Duration patience)
      implements Route {

    public Elsewhere {
      attributes = Map.copyOf(attributes);
    }
  }
}
