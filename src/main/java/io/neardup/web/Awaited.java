package io.neardup.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Waits for what a service is still doing.
final class Awaited {

  private Awaited() {}

  /// What came out.
  ///
  /// @throws RuntimeException what it failed with
  static <T> T of(CompletableFuture<T> later) {
    try {
      return later.join();
    } catch (CompletionException e) {
      throw cause(e);
    }
  }

  /// What an answer failed with, not that it came later.
  static RuntimeException cause(RuntimeException e) {
    return e instanceof CompletionException && e.getCause() instanceof RuntimeException cause
        ? cause
        : e;
  }
}
