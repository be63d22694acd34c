package io.neardup.memory;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Ends a process that is out of memory, with a line on standard error.
///
/// A thread that gets an [OutOfMemoryError] may be one that all others wait for, such as a server's
/// poller, and its changes may be incomplete: nothing that the process does afterwards can be
/// trusted.
/* The JVM does the same with -XX:+ExitOnOutOfMemoryError, but that can be set neither in a jar's manifest nor in a
running process. Threads of servers and libraries either propagate the error or log it; so the process ends when
the error ends a thread, and wherever [#check] sees a failure. */
public final class MemoryWatch {

  /// The exit code of a service, the same as with -XX:+ExitOnOutOfMemoryError.
  public static final int EXIT_OF_SERVICE = 3;

  /// The exit code of a command; 3 already means that records were skipped.
  public static final int EXIT_OF_COMMAND = 4;

  private static final int STEP_MILLIS = 1_000;
  private static final int STEPS = 20; // almost without work, until it ends
  private static final double MAX_SHARE = 0.9; // of the time for garbage collection, of the heap
  private static final int EXIT_MILLIS = 10_000;

  private static volatile @Nullable MemoryWatch started;

  private final int exitCode;
  private final byte[] spareLine = line("no memory remains");
  private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
  private final AtomicBoolean ended = new AtomicBoolean();

  private final @Nullable Thread exit; // runs shutdown hooks, which delete unfinished files

  private MemoryWatch(int exitCode, boolean orderly) {
    this.exitCode = exitCode;
    this.exit = orderly ? new Thread(() -> System.exit(exitCode), "out-of-memory") : null;
  }

  /// Watches this process as a service. It ends without shutdown hooks: requests would only wait
  /// for them.
  public static void start() {
    start(new MemoryWatch(EXIT_OF_SERVICE, false));
  }

  /// Watches this process as a command. It also ends if garbage collectors run nearly all the time
  /// without ever failing. A thread that exists from the beginning does this, because signals are
  /// not handled while no thread can be created for them.
  public static void startForCommand() {
    MemoryWatch watch = new MemoryWatch(EXIT_OF_COMMAND, true);
    start(watch);
    Thread.ofPlatform().daemon().name("memory").start(watch::watchCollectors);
  }

  private static void start(MemoryWatch watch) {
    started = watch;
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
      watch.endIfOutOfMemory(failure);
      if (before != null) {
        before.uncaughtException(thread, failure);
      } else {
        thread.getThreadGroup().uncaughtException(thread, failure);
      }
    });
  }

  /// Ends this process if it is watched and a failure was caused by lack of memory.
  public static void check(Throwable failure) {
    MemoryWatch watch = started;
    if (watch != null) {
      watch.endIfOutOfMemory(failure);
    }
  }

  public static @Nullable OutOfMemoryError causeOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError error) {
        return error;
      }
    }
    return null;
  }

  public static String message(String reason) {
    long megabytes = Math.max(1, Runtime.getRuntime().maxMemory() >> 20);
    return "neardup: out of memory: "
        + reason
        + ". The heap has at most "
        + megabytes
        + " MB; raise it, for example with java -Xmx"
        + 2 * megabytes
        + "m -jar neardup.jar";
  }

  private static byte[] line(String reason) {
    return (message(reason) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private void endIfOutOfMemory(Throwable failure) {
    OutOfMemoryError error = causeOf(failure);
    if (error != null) {
      end(error);
    }
  }

  private void end(OutOfMemoryError error) {
    boolean first = ended.compareAndSet(false, true);
    try {
      if (!first) { // the first thread ends the process
        Thread.sleep(EXIT_MILLIS);
        return;
      }
      write(error);
      if (exit != null) {
        exit.start();
        exit.join(EXIT_MILLIS);
      }
    } catch (InterruptedException | OutOfMemoryError _) {
      // The first thread halts.
    } finally {
      if (first) {
        Runtime.getRuntime().halt(exitCode);
      }
    }
  }

  private void watchCollectors() {
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

  private void write(OutOfMemoryError error) {
    byte[] line = spareLine;
    try {
      line = line(String.valueOf(error.getMessage()));
    } catch (OutOfMemoryError _) {
      // Writes the spare line instead.
    }
    try {
      err.write(line);
    } catch (IOException | OutOfMemoryError _) {
      // Nobody can read it.
    }
  }
}
