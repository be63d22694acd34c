package io.neardup.cluster.relay;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a request is answered.
public sealed interface Route {

  /// At this instance.
  record Here() implements Route {}

  /// No instance is known at present. The request waits for one.
  ///
  /// @param why a clause such as `partition 7 has no owner`, for the problem
  record Nowhere(String why) implements Route {}

  /// At another instance.
  ///
  /// @param instance its address, such as `http://neardup-2:8080`
  /// @param attributes what that instance is told, see [Hop#attributes]
  /// @param changes whether the request may change something
  /// @param patience how long the beginning of its answer, or its acceptance of a body, is awaited
  /// @param standby the instance to ask if this one does not answer; null for requests that change
  ///   something, which are sent once
  record Elsewhere(
      URI instance,
      Map<String, String> attributes,
      boolean changes,
      Duration patience,
      @Nullable Elsewhere standby)
      implements Route {

    public Elsewhere {
      attributes = Map.copyOf(attributes);
      if (changes && standby != null) {
        throw new IllegalArgumentException("a request that changes something has no standby");
      }
    }
  }
}
