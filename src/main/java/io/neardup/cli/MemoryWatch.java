package io.neardup.cli;

import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Ends a process that is out of memory, with a message that says so.
///
/// A thread that gets an [OutOfMemoryError] may be one for which others wait. Garbage collectors
/// may also run nearly all the time without ever failing, and a signal is not handled while no
/// thread can be created for it. Therefore a thread that exists from the beginning ends the process
/// if either occurs.
final class MemoryWatch {

  /// The exit code of a process that is out of memory.
  static final int OUT_OF_MEMORY = 4;

  private static final int STEP_MILLIS = 1_000;
  private static final int STEPS = 20; // that are nearly without work, until it ends
  private static final double MAX_SHARE = 0.9; // of the time for garbage collection, of the heap
  private static final int EXIT_MILLIS = 10_000;

  private final PrintStream err;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Thread exit = new Thread(() -> System.exit(OUT_OF_MEMORY), "out-of-memory");

  private MemoryWatch(PrintStream err) {
    this.err = err;
  }

  /// Watches this process.
  static void start(PrintStream err) {
    MemoryWatch watch = new MemoryWatch(err);
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
      OutOfMemoryError error = causeOf(failure);
      if (error != null) {
        watch.end(error);
      } else if (before != null) {
        before.uncaughtException(thread, failure);
      } else {
        thread.getThreadGroup().uncaughtException(thread, failure);
      }
    });
    Thread.ofPlatform().daemon().name("memory").start(watch::watch);
  }

  /// The lack of memory that caused a failure, null if it has another cause.
  static @Nullable OutOfMemoryError causeOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError error) {
        return error;
      }
    }
    return null;
  }

  /// What to do about it.
  static String message(String reason) {
    long megabytes = Math.max(1, Runtime.getRuntime().maxMemory() >> 20);
    return "neardup: out of memory: "
        + reason
        + ". The heap has at most "
        + megabytes
        + " MB; raise that, as by java -Xmx"
        + 2 * megabytes
        + "m -jar neardup.jar";
  }

  private void watch() {
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    long before = 0;
    int steps = 0;
    while (true) {
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException _) {
        return;
      }
      long spent = 0;
      for (GarbageCollectorMXBean collector : collectors) {
        spent += collector.getCollectionTime();
      }
      Runtime heap = Runtime.getRuntime();
      boolean full = heap.totalMemory() - heap.freeMemory() > MAX_SHARE * heap.maxMemory();
      steps = full && spent - before > MAX_SHARE * STEP_MILLIS ? steps + 1 : 0;
      before = spent;
      if (steps == STEPS) {
        end(new OutOfMemoryError("nearly all time is spent on garbage collection"));
      }
    }
  }

  /// Exits, or halts if that does not succeed either.
  private void end(OutOfMemoryError error) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    try {
      err.println(message(String.valueOf(error.getMessage())));
      exit.start();
      exit.join(EXIT_MILLIS);
    } catch (InterruptedException | OutOfMemoryError _) {
      // halts
    }
    Runtime.getRuntime().halt(OUT_OF_MEMORY);
  }
}
