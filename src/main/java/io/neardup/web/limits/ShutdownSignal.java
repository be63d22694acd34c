package io.neardup.web.limits;

import org.springframework.context.SmartLifecycle;

/// Whether the service is asked to stop. It knows before the server stops taking requests and waits
/// for those that are under way, so that streams can end before that is over.
public final class ShutdownSignal implements SmartLifecycle {

  private volatile boolean running;
  private volatile boolean stopping;

  /// Whether it is.
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
