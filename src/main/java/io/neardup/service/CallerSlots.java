package io.neardup.service;

import java.util.HashMap;
import java.util.Map;

/// Places for work that takes long: so many for all callers together, fewer for one of them.
public final class CallerSlots {

  private final int most;
  private final int mostOfOne;
  private final Map<String, Integer> ofCallers = new HashMap<>();
  private int taken;

  /// What became of asking for a place.
  public enum Outcome {
    /// There is one.
    TAKEN,

    /// The caller has as many as one caller may have.
    CALLER_HAS_MOST,

    /// All are taken.
    NONE_FREE
  }

  /// @param most of all callers, 1 or more
  /// @param mostOfOne of one of them, 1 to `most`
  public CallerSlots(int most, int mostOfOne) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /// Takes a place if there is one, to be given back by [#release(String)].
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

  /// Gives a place back.
  public synchronized void release(String caller) {
    taken--;
    ofCallers.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
  }

  /// How many are taken now.
  public synchronized int taken() {
    return taken;
  }

  /// How many there are.
  public int most() {
    return most;
  }

  /// How many one caller may have.
  public int mostOfOne() {
    return mostOfOne;
  }
}
