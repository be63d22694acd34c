package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;

/// The memory of the quota of requests that jobs and joins take for what they read. A request that
/// would exceed the quota is refused; a job waits. Thread-safe.
/* A thread of a job counts from a 64th of the quota on: there are few of these threads. Only one of them
holds more at a time. It waits for requests alone, each of which ends at its deadline, and the others hold
nothing of the quota while they wait for their turn; so nothing waits for ever. */
public final class JobMemory {

  private static final int SMALL_PART = 64;
  private static final int LEFT_PART = 8; // for requests, if a job needs more than there is

  private final Share share;
  private final long small;
  private final long most;
  private final LongUnaryOperator ofText;
  private final ThreadLocal<Long> held = ThreadLocal.withInitial(() -> 0L);
  private final ReentrantLock turn = new ReentrantLock(); // of a thread that holds more
  private long taken; // guarded by turn

  /// @param quota in bytes
  /// @param ofText the memory to process a stored text of some bytes
  public JobMemory(CallerQuota quota, LongUnaryOperator ofText) {
    this.share = quota.open("");
    this.small = quota.total() / SMALL_PART;
    this.most = quota.total() - quota.total() / LEFT_PART;
    this.ofText = ofText;
  }

  /// Memory of which jobs may take any amount.
  public static JobMemory unlimited() {
    return new JobMemory(
        new CallerQuota(Long.MAX_VALUE, (quota, bound) -> new IllegalStateException()), bytes -> 0);
  }

  /// Counts memory for a stored text of some bytes.
  ///
  /// @param stop checked while it waits
  /// @return the memory, to be given back by [#hold]
  long holdText(long textBytes, StopSignal stop) {
    long bytes = ofText.applyAsLong(textBytes);
    hold(bytes, stop);
    return bytes;
  }

  /// Counts memory of the calling thread; below 0 what it takes no longer.
  ///
  /// @param stop checked while it waits
  void hold(long bytes, StopSignal stop) {
    if (bytes == 0) {
      return;
    }
    long sum = held.get() + bytes;
    held.set(sum);
    try {
      long needed = sum <= small ? 0 : Math.min(sum, most);
      if (needed > 0) {
        awaitTurn(stop);
      }
      if (turn.isHeldByCurrentThread()) {
        take(needed, stop);
      }
    } catch (RuntimeException e) {
      hold(-bytes, stop); // which gives back
      throw e;
    }
  }

  private void take(long needed, StopSignal stop) {
    if (needed > taken) {
      share.await(needed - taken, stop::check);
    } else {
      share.giveBack(taken - needed);
    }
    taken = needed;
    if (taken == 0) {
      turn.unlock();
    }
  }

  private void awaitTurn(StopSignal stop) {
    try {
      while (!turn.isHeldByCurrentThread()
          && !turn.tryLock(CallerQuota.CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
        stop.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while it waited for memory");
    }
  }
}
