package io.neardup.web.limits;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Waits for what is still being done.
public final class Awaited {

  private Awaited() {}

  /// What came out.
  ///
  /// @throws RuntimeException what it failed with
  public static <T> T of(CompletableFuture<T> later) {
    try {
      return later.join();
    } catch (CompletionException e) {
      throw cause(e);
    }
  }

  /// Waits until a thread has ended, even if the own one is interrupted meanwhile.
  public static void end(Thread thread) {
    end(thread, Duration.ofDays(1), () -> {});
  }

  /// The same, and does something each time that so long has passed.
  public static void end(Thread thread, Duration pause, Runnable meanwhile) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        if (!thread.join(pause)) {
          meanwhile.run();
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// What an answer failed with, not that it came later.
  public static RuntimeException cause(RuntimeException e) {
    return e instanceof CompletionException && e.getCause() instanceof RuntimeException cause
        ? cause
        : e;
  }
}
