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

/// The events that an owner has appended to the log and not read back yet, in decision order.
/// Thread-safe.
final class PendingAppends {

  /// How long appends may be pending without progress before the owner accepts no more.
  private static final long STALLED = TimeUnit.MILLISECONDS.toNanos(500);

  private final Executor completions;
  private final Function<@Nullable Throwable, RuntimeException> unknown;
  private final LongSupplier nanos;
  private final Deque<Append> pending = new ArrayDeque<>(); // guarded by this

  private long sequence; // guarded by this
  private long settledNanos; // when an append was last settled; guarded by this

  /// @param completions runs the dependent actions of writes, in order
  /// @param unknown the failure of an append whose outcome is unknown
  /// @param nanos the time, like System.nanoTime
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

    /// The positions of the events, once all have been read back as valid.
    CompletableFuture<List<Position>> done() {
      return done;
    }

    /// The number of the first event; the others follow consecutively.
    long first() {
      return first;
    }

    private boolean isSettled() {
      return applied == positions.length || failure != null;
    }
  }

  /// Whether no append has settled for long although some are pending. Appends that merely queue
  /// behind many others do not count.
  synchronized boolean isStalled() {
    Append first = pending.peek();
    long now = nanos.getAsLong();
    return first != null && Math.min(now - first.begun, now - settledNanos) >= STALLED;
  }

  /// Numbers events that are appended next.
  ///
  /// @param holds whether the writes they rely on still stand
  synchronized Append add(int count, BooleanSupplier holds) {
    Append append = new Append(count, holds, nanos.getAsLong(), sequence + 1);
    sequence += count;
    pending.add(append);
    return append;
  }

  /// An event was read back.
  ///
  /// @param refused why it is invalid, null if it is valid
  synchronized void applied(long number, Position position, @Nullable RuntimeException refused) {
    for (Append append : pending) {
      if (number < append.first + append.positions.length) {
        if (number >= append.first) { // else part of a failed append
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
  /// @return whether this is its first failure
  synchronized boolean fail(Append append, RuntimeException failure) {
    boolean isFirst = append.failure == null;
    if (isFirst) {
      append.failure = failure;
    }
    return isFirst;
  }

  /// Fails all appends with an unknown outcome.
  synchronized void failAll() {
    pending.forEach(append -> fail(append, unknown.apply(null)));
    settle();
  }

  /// Completes appends as far as possible, in decision order.
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
    } else if (!append.holds.getAsBoolean()) { // based on a failed append
      append.done.completeExceptionally(unknown.apply(null));
    } else {
      append.done.complete(Arrays.asList(append.positions));
    }
  }
}
