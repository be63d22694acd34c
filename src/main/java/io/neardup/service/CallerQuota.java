package io.neardup.service;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// A quota of something that requests hold while they run: threads, streams, bytes. All callers
/// together hold at most `total` units, each caller at most `perCaller`, except with a single
/// request. Safe for concurrent use.
public final class CallerQuota {

  /// How often waiting requests run their check, in milliseconds.
  public static final long CHECK_MILLIS = 100;

  private final long total;
  private final long perCaller;
  private final BiFunction<CallerQuota, Bound, RuntimeException> refusals;
  private final Map<String, Long> ofCallers = new HashMap<>();
  private long taken;

  public enum Bound {
    /// This request alone exceeds the total: it can never be served.
    REQUEST,

    /// The caller exceeds its units: it has other requests under way.
    CALLER,

    /// All callers together exceed the total.
    TOTAL
  }

  /// @param total units of all callers, 1 or more
  /// @param perCaller units of one caller, 1 to `total`
  /// @param refusals the exception for a request that would exceed a bound
  public CallerQuota(
      long total, long perCaller, BiFunction<CallerQuota, Bound, RuntimeException> refusals) {
    this.total = total;
    this.perCaller = perCaller;
    this.refusals = refusals;
  }

  /// A quota that lets one caller hold three quarters, rounded down, but at least one unit.
  ///
  /// @param total units of all callers, 1 or more
  /// @param refusals the exception for a request that would exceed a bound
  public CallerQuota(long total, BiFunction<CallerQuota, Bound, RuntimeException> refusals) {
    this(total, Math.max(1, total - Math.ceilDiv(total, 4)), refusals);
  }

  /// A share for a caller's request, empty at first. Must be closed.
  public Share open(String caller) {
    return new Share(caller);
  }

  /// A share that holds one unit. Must be closed.
  ///
  /// @throws RuntimeException the refusal, if that would exceed a bound
  public Share takeOne(String caller) {
    Share share = open(caller);
    share.take(1);
    return share;
  }

  /// How many units are held now.
  public synchronized long taken() {
    return taken;
  }

  /// How many units all callers may hold.
  public long total() {
    return total;
  }

  /// How many units one caller may hold.
  public long perCaller() {
    return perCaller;
  }

  /// How many callers hold something now.
  synchronized int callers() {
    return ofCallers.size();
  }

  /// The units that one request holds. Several threads may use it.
  public final class Share implements AutoCloseable {

    private final String caller;
    private long held;
    private boolean closed;

    private Share(String caller) {
      this.caller = caller;
    }

    /// Takes more units.
    ///
    /// @throws RuntimeException the refusal, if that would exceed a bound
    public void take(long units) {
      Bound bound = takeOrExceed(units);
      if (bound != null) {
        throw refusals.apply(CallerQuota.this, bound);
      }
    }

    /// Takes more units, but leaves the share some of the total for later: accepted data may exceed
    /// the quota at times, and must still be usable when nothing else runs.
    ///
    /// @param part leaves one n-th of the total
    /// @return how many were taken
    /// @throws RuntimeException the refusal, if that would exceed a bound
    public long takeUpTo(long units, int part) {
      synchronized (CallerQuota.this) {
        long most = Math.clamp(total - total / part - held, 0, units);
        take(most);
        return most;
      }
    }

    /// Takes more units, or none if that would exceed a bound.
    public boolean tryTake(long units) {
      return takeOrExceed(units) == null;
    }

    /// Takes more units, after waiting until others have given back enough.
    ///
    /// @param check called while waiting; its exception ends the wait
    public void await(long units, Runnable check) {
      synchronized (CallerQuota.this) {
        try {
          while (!tryTake(units)) {
            check.run();
            CallerQuota.this.wait(CHECK_MILLIS);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new CancellationException("interrupted while it waited for memory");
        }
      }
    }

    private @Nullable Bound takeOrExceed(long units) {
      synchronized (CallerQuota.this) {
        long ofOtherRequests = ofCallers.getOrDefault(caller, 0L) - held;
        if (held + units > total) {
          return Bound.REQUEST;
        }
        if (ofOtherRequests > 0 && ofOtherRequests + held + units > perCaller) {
          return Bound.CALLER;
        }
        if (taken + units > total) {
          return Bound.TOTAL;
        }
        add(units);
        return null;
      }
    }

    /// Whether it holds nothing.
    public boolean isEmpty() {
      synchronized (CallerQuota.this) {
        return held == 0;
      }
    }

    public void giveBack(long units) {
      synchronized (CallerQuota.this) {
        add(-units);
      }
    }

    /// Gives all units back. Later calls on this share have no effect.
    @Override
    public void close() {
      synchronized (CallerQuota.this) {
        add(-held);
        closed = true;
      }
    }

    private void add(long units) {
      if (!closed && units != 0) { // a count of 0 would stay in the map
        held += units;
        taken += units;
        ofCallers.merge(caller, units, (one, other) -> one + other == 0 ? null : one + other);
        if (units < 0) {
          CallerQuota.this.notifyAll(); // wakes waiting requests
        }
      }
    }
  }
}
