package io.neardup.cluster.relay;

import org.jspecify.annotations.Nullable;

/// Knows which instance answers which request. Safe for concurrent use.
public interface Routing {

  /// Where a client's request is answered. Called again for the same request if an instance was not
  /// reached or refused it, until [RelaySettings#deadline].
  ///
  /// @param waits called before this waits, for example for the catalog; its exception is passed on
  /// @throws io.neardup.service.RequestException if it cannot be answered; its problem is the
  ///   answer
  Route of(Call call, Runnable waits);

  /// Whether this instance answers a request forwarded by another one. If not, its body is not
  /// read, and the other instance looks for the owner again. May wait, for example for the catalog.
  ///
  /// @throws io.neardup.service.RequestException if it cannot be answered; its problem is the
  ///   answer
  boolean owns(Call call, Hop hop);

  /// Before the paths at which only instances ask.
  String PEERS = "/peers/";

  /// The path for asking an owner for its position. Answered before all other requests, because
  /// every lookup at a replica asks it.
  String POSITION = PEERS + "position";

  /// The answer to [#POSITION].
  ///
  /// @return null if this instance cannot prove that it is the owner
  default @Nullable Long position(Hop hop) {
    return null;
  }

  /// Whether a route is still valid. Asked while nothing arrives from its instance; if not, the
  /// answer is abandoned.
  default boolean isValid(Call call, Route.Elsewhere route) {
    return true;
  }

  /// Called when an instance did not accept a request.
  ///
  /// @param refused whether it refused; otherwise it was not reached or was silent
  default void unaccepted(Route.Elsewhere route, boolean refused) {}
}
