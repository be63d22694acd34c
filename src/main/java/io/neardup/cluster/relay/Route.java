package io.neardup.cluster.relay;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// Where a request is answered.
public sealed interface Route {

  /// At this instance.
  ///
  /// @param asks whether it asks other instances, for which its thread waits
  record Here(boolean asks) implements Route {

    public Here() {
      this(false);
    }
  }

  /// No instance is known at present. The request waits for one.
  ///
  /// @param why a clause such as `partition 7 has no owner`, for the problem
  record Nowhere(String why) implements Route {}

  /// At another instance.
  ///
  /// @param instance its address, such as `http://neardup-2:8080`
  /// @param attributes what that instance is told, see [Hop#attributes]
  /// @param changes whether the request may change something
  /// @param patience how long its acceptance of the request is awaited. A request that changes
  ///   nothing is sent elsewhere then.
  record Elsewhere(URI instance, Map<String, String> attributes, boolean changes, Duration patience)
      implements Route {

    public Elsewhere {
      attributes = Map.copyOf(attributes);
    }
  }
}
