package io.neardup.web.limits;

import java.util.HashMap;
import java.util.Map;

/// How many threads may wait for bytes of bodies at once, so that others are left for requests that
/// are there. No caller can have all. Safe for concurrent use.
public final class BodyWaits {

  private final int most;
  private final int mostOfOne;
  private final Map<String, Integer> ofCallers = new HashMap<>();
  private int waiting;

  /// @param most of all callers; one of them may have three quarters
  public BodyWaits(int most) {
    this.most = most;
    this.mostOfOne = Math.max(1, most * 3 / 4);
  }

  /// Whether one more may wait.
  public enum Entry {
    /// It may, until it leaves.
    IN,

    /// Too many of this caller do already.
    TOO_MANY_OF_CALLER,

    /// Too many do already.
    TOO_MANY
  }

  /// Begins to wait if that is allowed.
  public synchronized Entry tryEnter(String caller) {
    if (waiting >= most) {
      return Entry.TOO_MANY;
    }
    if (ofCallers.getOrDefault(caller, 0) >= mostOfOne) {
      return Entry.TOO_MANY_OF_CALLER;
    }
    waiting++;
    ofCallers.merge(caller, 1, Integer::sum);
    return Entry.IN;
  }

  /// Ends a wait.
  public synchronized void leave(String caller) {
    waiting--;
    ofCallers.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
  }

  /// How many wait now.
  public synchronized int waiting() {
    return waiting;
  }

  /// How many of one caller may.
  int mostOfOne() {
    return mostOfOne;
  }
}
