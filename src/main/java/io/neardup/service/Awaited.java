package io.neardup.service;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Waits for futures and threads.
public final class Awaited {

  private Awaited() {}

  /// The result of a future.
  ///
  /// @throws RuntimeException the cause of its failure
  public static <T> T of(CompletableFuture<T> later) {
    try {
      return later.join();
    } catch (CompletionException e) {
      throw cause(e) instanceof RuntimeException cause ? cause : e;
    }
  }

  /// Waits until a thread has ended, even if the calling thread is interrupted.
  public static void end(Thread thread) {
    end(thread, Duration.ofDays(1), () -> {});
  }

  /// Waits until a thread has ended, and runs `meanwhile` after each `pause`.
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

  /// The cause of a failure, without the exception of the future around it.
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
    return cause == null ? failure : cause;
  }
}
