package io.neardup.web;

import org.springframework.context.SmartLifecycle;

/// Whether the service is asked to stop. It knows before the server stops taking requests and waits
/// for those that are under way, so that streams can end before that is over.
final class Stopping implements SmartLifecycle {

  private volatile boolean running;
  private volatile boolean stopping;

  /// Whether it is.
  boolean now() {
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
