package io.neardup.cluster.ownership;

import io.neardup.store.Position;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What an owner has appended to the log and not read back yet, in the order of its decisions.
/// Thread-safe.
final class PendingAppends {

  /// How long appends may be pending, without one that is settled, before the owner accepts no
  /// others.
  private static final long STALLED = TimeUnit.MILLISECONDS.toNanos(500);

  private final Executor completions;
  private final Function<@Nullable Throwable, RuntimeException> unknown;
  private final LongSupplier nanos;
  private final Deque<Append> pending = new ArrayDeque<>(); // guarded by this

  private long sequence; // guarded by this
  private long settledNanos; // when an append was last settled; guarded by this

  /// @param completions runs the dependent actions of writes, in order
  /// @param unknown the failure of an append whose outcome is not known
  /// @param nanos the time, as System.nanoTime
  PendingAppends(
      Executor completions,
      Function<@Nullable Throwable, RuntimeException> unknown,
      LongSupplier nanos) {
    this.completions = completions;
    this.unknown = unknown;
    this.nanos = nanos;
    this.settledNanos = nanos.getAsLong();
  }

  /// The events of one append.
  static final class Append {

    private final BooleanSupplier holds;
    private final long begun;
    private final Position[] positions;
    private final CompletableFuture<List<Position>> done = new CompletableFuture<>();
    private final long first;
    private int applied;
    private @Nullable RuntimeException failure;

    private Append(int count, BooleanSupplier holds, long begun, long first) {
      this.begun = begun;
      this.holds = holds;
      this.positions = new Position[count];
      this.first = first;
    }

    /// The positions of the events, once all of them have been read back and count.
    CompletableFuture<List<Position>> done() {
      return done;
    }

    /// The number of the first event; those of the others follow.
    long first() {
      return first;
    }

    private boolean isSettled() {
      return applied == positions.length || failure != null;
    }
  }

  /// Whether appends have waited for long without one that was settled. Those that only wait for
  /// many others have not.
  synchronized boolean isStalled() {
    Append first = pending.peek();
    long now = nanos.getAsLong();
    return first != null && Math.min(now - first.begun, now - settledNanos) >= STALLED;
  }

  /// Numbers events, which are appended next.
  ///
  /// @param holds whether what they are based on was not undone
  synchronized Append add(int count, BooleanSupplier holds) {
    Append append = new Append(count, holds, nanos.getAsLong(), sequence + 1);
    sequence += count;
    pending.add(append);
    return append;
  }

  /// An event was read back.
  ///
  /// @param refused why it does not count, null if it does
  synchronized void applied(long number, Position position, @Nullable RuntimeException refused) {
    for (Append append : pending) {
      if (number < append.first + append.positions.length) {
        if (number >= append.first) { // otherwise of an append that has failed
          append.positions[(int) (number - append.first)] = position;
          append.applied++;
          if (append.failure == null) {
            append.failure = refused;
          }
        }
        break;
      }
    }
    settle();
  }

  /// An append fails. It is completed by [#settle].
  ///
  /// @return whether it had not failed before
  synchronized boolean fail(Append append, RuntimeException failure) {
    boolean isFirst = append.failure == null;
    if (isFirst) {
      append.failure = failure;
    }
    return isFirst;
  }

  /// All appends fail, with an unknown outcome.
  synchronized void failAll() {
    pending.forEach(append -> fail(append, unknown.apply(null)));
    settle();
  }

  /// Completes what can be, in the order of the decisions.
  synchronized void settle() {
    while (!pending.isEmpty() && pending.getFirst().isSettled()) {
      Append first = pending.removeFirst();
      settledNanos = nanos.getAsLong();
      completions.execute(() -> complete(first));
    }
  }

  private void complete(Append append) {
    if (append.failure != null) {
      append.done.completeExceptionally(append.failure);
    } else if (!append.holds.getAsBoolean()) { // it was based on one that has failed
      append.done.completeExceptionally(unknown.apply(null));
    } else {
      append.done.complete(Arrays.asList(append.positions));
    }
  }
}
