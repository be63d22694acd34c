package io.neardup.cli;

import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/// Reports the progress of one step: a bar on a terminal, a line every few seconds elsewhere, and
/// nothing where it is quiet.
final class ProgressLine implements AutoCloseable {

  private static final int LINE_SECONDS = 5;
  private static final int BAR_MILLIS = 250;
  private static final int STEPS = 1_000;
  private static final int WIDTH = 80;

  private final Console console;
  private final Supplier<String> step;
  private final DoubleSupplier share;
  private final long start = System.nanoTime();
  private final ScheduledExecutorService timer;
  private final AutoCloseable bar;

  /// @param step what is done, such as `reading`
  /// @param share of the work that is done, 0.0 to 1.0; below 0 if it is not known
  ProgressLine(Console console, boolean quiet, String step, DoubleSupplier share) {
    this(console, quiet, () -> step, share);
  }

  /// @param step what is done, and what it takes until now
  /// @param share of the work that is done, 0.0 to 1.0; below 0 if it is not known
  ProgressLine(Console console, boolean quiet, Supplier<String> step, DoubleSupplier share) {
    this.console = console;
    this.step = step;
    this.share = share;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("progress").factory());
    if (quiet) {
      bar = () -> {};
    } else if (console.terminal()) {
      ProgressBar shown =
          new ProgressBarBuilder()
              .setTaskName(step.get())
              .setInitialMax(STEPS)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(BAR_MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(console.err(), WIDTH))
              .build();
      Future<?> _ =
          timer.scheduleAtFixedRate(
              () -> shown.stepTo(Math.round(Math.max(0, share.getAsDouble()) * STEPS)),
              BAR_MILLIS,
              BAR_MILLIS,
              TimeUnit.MILLISECONDS);
      bar = shown;
    } else {
      Future<?> _ =
          timer.scheduleAtFixedRate(this::print, LINE_SECONDS, LINE_SECONDS, TimeUnit.SECONDS);
      bar = () -> {};
    }
  }

  private void print() {
    double done = share.getAsDouble();
    double seconds = (System.nanoTime() - start) / 1e9;
    console
        .err()
        .println(
            done < 0
                ? String.format(Locale.ROOT, "%s: %.0f s", step.get(), seconds)
                : String.format(
                    Locale.ROOT,
                    "%s: %.0f %%, %.0f s, about %.0f s left",
                    step.get(),
                    done * 100,
                    seconds,
                    done == 0 ? 0 : seconds / done - seconds));
  }

  @Override
  public void close() {
    timer.shutdownNow();
    try {
      bar.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
