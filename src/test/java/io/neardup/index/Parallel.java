package io.neardup.index;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Runs tasks concurrently.
public final class Parallel {

  private Parallel() {}

  /// Runs all tasks until they end or one of them fails, which interrupts the others.
  public static void run(Task... tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.length);
    try {
      CompletionService<Void> running = new ExecutorCompletionService<>(threads);
      for (Task task : tasks) {
        running.submit(() -> {
          task.run();
          return null;
        });
      }
      for (int i = 0; i < tasks.length; i++) {
        running.take().get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /// The task of one thread.
  @FunctionalInterface
  public interface Task {
    void run() throws Exception;
  }
}
