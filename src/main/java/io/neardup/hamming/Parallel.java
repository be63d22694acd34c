package io.neardup.hamming;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.function.IntConsumer;

/// Runs loops on the calling thread's pool.
public final class Parallel {

  private Parallel() {}

  /// Calls `body` with every number from 0 to `count - 1`, in no particular order, and waits for
  /// all calls.
  public static void each(int count, IntConsumer body) {
    List<ForkJoinTask<?>> tasks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int index = i;
      tasks.add(ForkJoinTask.adapt(() -> body.accept(index)));
    }
    ForkJoinTask.invokeAll(tasks);
  }
}
