package io.neardup.cluster.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The values that a value may have had, by the times of its writes: a regular register (Lamport,
/// *On Interprocess Communication*, 1986). An observation sees a write that is concurrent to it, or
/// one that was not followed by an acknowledged write which ended before the observation began. A
/// write without an answer may take effect at any time after it began, so it never ends.
///
/// This is weaker than linearisability: it admits that one of two observations during a write sees
/// the new value and a later one the old. In return each observation is checked by itself, in a
/// time quadratic in the writes of the value.
///
/// @param <V> the values
final class Register<V extends Comparable<V>> {

  private record Write<V>(V value, long begun, long ended) {}

  private final List<Write<V>> writes = new ArrayList<>();

  /// A register with the value before the first write.
  Register(V initial) {
    writes.add(new Write<>(initial, Long.MIN_VALUE, Long.MIN_VALUE));
  }

  /// Records a write.
  void write(V value, Call call) {
    long ended = call.result() == Call.Result.UNKNOWN ? Long.MAX_VALUE : call.answered();
    writes.add(new Write<>(value, call.begun(), ended));
  }

  /// The values that a call may have observed.
  Set<V> seen(Call call) {
    Set<V> values = new TreeSet<>();
    for (Write<V> write : writes) {
      if (write.begun < call.answered() && !overwritten(write, call.begun())) {
        values.add(write.value);
      }
    }
    return values;
  }

  private boolean overwritten(Write<V> write, long before) {
    return writes.stream().anyMatch(other -> write.ended < other.begun && other.ended < before);
  }
}
