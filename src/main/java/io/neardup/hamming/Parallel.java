package io.neardup.hamming;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.function.IntConsumer;

/// Runs a loop on the threads of the pool that the calling thread belongs to.
public final class Parallel {

  private Parallel() {}

  /// Calls `body` with every number from 0 to `count - 1`, in no order, and waits for all of them.
  public static void each(int count, IntConsumer body) {
    List<ForkJoinTask<?>> tasks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int index = i;
      tasks.add(ForkJoinTask.adapt(() -> body.accept(index)));
    }
    ForkJoinTask.invokeAll(tasks);
  }
}
