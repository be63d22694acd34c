package io.neardup.web.limits;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/// Whether the service is to stop. It is set before the server stops accepting requests and waits
/// for those in progress, so that streams can end in time.
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
