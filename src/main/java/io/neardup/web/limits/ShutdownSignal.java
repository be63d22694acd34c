package io.neardup.web.limits;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/// Signals that the service is stopping. Set before the server stops accepting requests and waits
/// for running ones, so that streams can end in time.
public final class ShutdownSignal {

  private volatile boolean stopping;

  /// Whether the service is to stop.
  public boolean now() {
    return stopping;
  }

  /// Called before anything else is stopped.
  @EventListener(ContextClosedEvent.class)
  public void stop() {
    stopping = true;
  }
}
