package io.neardup.cli;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/// Reports the progress of one step: a bar on a terminal, a line every few seconds elsewhere, and
/// nothing where it is quiet. JSON has lines on a terminal, too.
final class ProgressLine implements AutoCloseable {

  private static final int LINE_SECONDS = 5;
  private static final int BAR_MILLIS = 250;
  private static final int STEPS = 1_000;
  private static final int WIDTH = 80;

  private final Messages messages;
  private final Supplier<String> step;
  private final DoubleSupplier share;
  private final DoubleConsumer ended;
  private final long start = System.nanoTime();
  private final ScheduledExecutorService timer;
  private final AutoCloseable bar;

  /// @param step what is done, such as `reading`
  /// @param share of the work that is done, 0.0 to 1.0; below 0 if it is not known
  ProgressLine(Messages messages, String step, DoubleSupplier share) {
    this(messages, () -> step, share, _ -> {});
  }

  /// @param step what is done, and what it takes until now
  /// @param share of the work that is done, 0.0 to 1.0; below 0 if it is not known
  /// @param ended receives the seconds that it took
  ProgressLine(
      Messages messages, Supplier<String> step, DoubleSupplier share, DoubleConsumer ended) {
    this.ended = ended;
    this.messages = messages;
    this.step = step;
    this.share = share;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("progress").factory());
    if (messages.quiet()) {
      bar = () -> {};
    } else if (messages.console().terminal() && !messages.json()) {
      ProgressBar shown =
          new ProgressBarBuilder()
              .setTaskName(step.get())
              .setInitialMax(STEPS)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(BAR_MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(messages.console().err(), WIDTH))
              .build();
      Future<?> _ =
          timer.scheduleAtFixedRate(
              () -> {
                double done = share.getAsDouble();
                shown.stepTo(done < 0 ? shown.getCurrent() : Math.round(done * STEPS));
              },
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
    messages.progress(step.get(), share.getAsDouble(), seconds());
  }

  private double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    ended.accept(seconds());
    try {
      bar.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
