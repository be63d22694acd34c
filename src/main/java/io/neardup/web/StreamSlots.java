package io.neardup.web;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import java.util.HashMap;
import java.util.Map;

/// How many streams are answered at once. Each has a thread and a buffer of answers for as long as
/// its client likes, so there is an end to them, and no caller can have all.
final class StreamSlots {

  private final int most;
  private final int mostOfOne;
  private final Map<String, Integer> ofCallers = new HashMap<>();
  private int taken;

  /// @param most of all callers; one of them may have three quarters
  StreamSlots(int most) {
    this.most = most;
    this.mostOfOne = Math.max(1, most * 3 / 4);
  }

  /// Lets a stream begin; it ends when the slot is closed.
  ///
  /// @throws RequestException if there are too many
  synchronized Slot take(String caller) {
    if (ofCallers.getOrDefault(caller, 0) >= mostOfOne) {
      throw new RequestException(
          Kind.TOO_MANY_REQUESTS,
          "caller",
          "may have "
              + mostOfOne
              + " streams at once (neardup.limits.streams); wait until one has ended");
    }
    if (taken >= most) {
      throw new RequestException(
          Kind.UNAVAILABLE,
          "stream",
          "must wait, as " + most + " others are answered (neardup.limits.streams); try again");
    }
    taken++;
    ofCallers.merge(caller, 1, Integer::sum);
    return () -> release(caller);
  }

  /// How many streams are answered now.
  synchronized int taken() {
    return taken;
  }

  /// How many may be.
  int most() {
    return most;
  }

  private synchronized void release(String caller) {
    taken--;
    ofCallers.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
  }

  /// A stream that is answered.
  interface Slot extends AutoCloseable {
    @Override
    void close();
  }
}
