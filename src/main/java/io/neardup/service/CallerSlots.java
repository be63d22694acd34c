package io.neardup.service;

import java.util.HashMap;
import java.util.Map;

/// A limit of concurrent long work: a number of slots for all callers together, and fewer for each
/// of them. Thread-safe.
public final class CallerSlots {

  private final int most;
  private final int mostOfOne;
  private final Map<String, Integer> ofCallers = new HashMap<>();
  private int taken;

  /// The result of a request for a slot.
  public enum Outcome {
    /// The caller has a slot.
    TAKEN,

    /// The caller has reached its own limit.
    CALLER_HAS_MOST,

    /// All slots are taken.
    NONE_FREE
  }

  /// @param most slots of all callers, 1 or more
  /// @param mostOfOne slots of one caller, 1 to `most`
  public CallerSlots(int most, int mostOfOne) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /// Takes a slot if one is free, to be released by [#release(String)].
  public synchronized Outcome take(String caller) {
    if (ofCallers.getOrDefault(caller, 0) >= mostOfOne) {
      return Outcome.CALLER_HAS_MOST;
    }
    if (taken >= most) {
      return Outcome.NONE_FREE;
    }
    taken++;
    ofCallers.merge(caller, 1, Integer::sum);
    return Outcome.TAKEN;
  }

  /// Releases a slot.
  public synchronized void release(String caller) {
    taken--;
    ofCallers.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
  }

  /// The number of taken slots.
  public synchronized int taken() {
    return taken;
  }

  /// The number of slots.
  public int most() {
    return most;
  }

  /// The number of slots that one caller may take.
  public int mostOfOne() {
    return mostOfOne;
  }
}
