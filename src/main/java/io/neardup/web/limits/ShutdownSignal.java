package io.neardup.web.limits;

import org.springframework.context.SmartLifecycle;

/// Whether the service is to stop. It is set before the server stops accepting requests and waits
/// for those in progress, so that streams can end in time.
public final class ShutdownSignal implements SmartLifecycle {

  private volatile boolean running;
  private volatile boolean stopping;

  /// Whether the service is to stop.
  public boolean now() {
    return stopping;
  }

  @Override
  public void start() {
    running = true;
    stopping = false;
  }

  @Override
  public void stop() {
    running = false;
    stopping = true;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// Stopped first.
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
