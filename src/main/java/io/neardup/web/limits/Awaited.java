package io.neardup.web.limits;

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
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
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
