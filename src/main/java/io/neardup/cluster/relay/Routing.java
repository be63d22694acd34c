package io.neardup.cluster.relay;

import org.jspecify.annotations.Nullable;

/// Knows which instance answers which request. Safe for concurrent use.
public interface Routing {

  /// Where a request of a client is to be answered. Called again for the same request when an
  /// instance was not reached or has refused it, until [RelaySettings#deadline].
  ///
  /// @throws io.neardup.service.RequestException if it cannot be answered; its problem is the
  ///   answer
  Route of(Call call);

  /// Whether this instance answers a request that another one has forwarded. If not, nothing of its
  /// body is read, and the other instance looks for the owner again. May wait, for the catalog for
  /// instance.
  ///
  /// @throws io.neardup.service.RequestException if it cannot be answered; its problem is the
  ///   answer
  boolean owns(Call call, Hop hop);

  /// The path of a question of another instance that is answered before all others, as every lookup
  /// at a replica asks it: the position of the owner.
  String POSITION = "/peers/position";

  /// The answer to [#POSITION].
  ///
  /// @return null if this instance cannot show that it is the owner
  default @Nullable Long position(Hop hop) {
    return null;
  }

  /// Whether a route is still valid. Asked while nothing arrives from its instance; if it is not,
  /// the answer is given up.
  default boolean isValid(Call call, Route.Elsewhere route) {
    return true;
  }

  /// Called when an instance did not accept a request.
  ///
  /// @param refused whether it has said so; otherwise it was not reached, or was silent
  default void unaccepted(Route.Elsewhere route, boolean refused) {}
}
