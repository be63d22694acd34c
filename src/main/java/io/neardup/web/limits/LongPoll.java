package io.neardup.web.limits;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.collection.ChangeStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Lets requests wait for a later event. Waits end within a second when the service stops. Each
/// wait occupies a request thread, even after its client has left; therefore a quota leaves enough
/// threads to others.
///
/// @param shutdown ends all waits
/// @param waitQuota limits concurrent waits
public record LongPoll(ShutdownSignal shutdown, CallerQuota waitQuota) {

  private static final long STEP_MILLIS = 1_000;

  /// Waits for a later state.
  @FunctionalInterface
  public interface Later<T> {

    /// Waits until the state differs from the current one, but no longer than `millis`.
    ///
    /// @return the state at the end
    T await(T present, long millis) throws InterruptedException;
  }

  /// Waits on a request thread until the state suffices.
  ///
  /// @param caller of the request
  /// @param seconds to wait at most, null to not wait
  /// @param present the initial state
  /// @return the last state
  /// @throws RequestException if the seconds are out of range, or too many requests wait
  public <T> T await(
      String caller, @Nullable Integer seconds, T present, Predicate<T> isEnough, Later<T> later) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(checked(seconds));
    T state = present;
    if (millisUntil(end) <= 0 || isEnough.test(present)) {
      return state;
    }
    try (Share _ = waitQuota.takeOne(caller)) {
      long millis = millisUntil(end);
      while (millis > 0 && !isEnough.test(state) && !shutdown.now()) {
        state = later.await(state, Math.min(STEP_MILLIS, millis));
        millis = millisUntil(end);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the service stops
    }
    return state;
  }

  /// The requested seconds.
  ///
  /// @throws RequestException if they are out of range
  public static int checked(@Nullable Integer seconds) {
    int wait = seconds == null ? 0 : seconds;
    return RequestException.inRange("wait", 0, ChangeStream.MAX_WAIT_SECONDS, " seconds", wait);
  }

  private static long millisUntil(long end) {
    return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
  }
}
