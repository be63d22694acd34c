package io.neardup.cluster.check;

import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Match;
import io.neardup.cluster.check.Call.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Reads that take back what an earlier one has shown, by the zones of Gibbons and Korach, *Testing
/// Shared Memories*, SIAM Journal on Computing 26, 1997: all calls that write or show one value are
/// a zone, from the first of their ends to the last of their beginnings. There is no order of the
/// calls, as of a register that does one after the other, if two zones overlap, or if a value whose
/// calls are all concurrent has its time within the zone of another one.
///
/// It needs values that are written once: documents that are deleted, and those of which one of a
/// family is stored, are left to [Register].
final class Inversions {

  /// The calls of a value.
  private static final class Zone {
    private final int value;
    private long firstEnd = Long.MAX_VALUE;
    private long lastBegin = Long.MIN_VALUE;
    private Call call; // with the last beginning

    private Zone(int value, Call first) {
      this.value = value;
      this.call = first;
    }

    private void add(Call each) {
      firstEnd =
          Math.min(firstEnd, each.result() == Result.UNKNOWN ? Long.MAX_VALUE : each.answered());
      if (each.begun() > lastBegin) {
        lastBegin = each.begun();
        call = each;
      }
    }

    private boolean isForward() {
      return firstEnd < lastBegin;
    }

    private long from() {
      return Math.min(firstEnd, lastBegin);
    }

    private long to() {
      return Math.max(firstEnd, lastBegin);
    }
  }

  private final Map<String, Map<Integer, Zone>> zones = new TreeMap<>();

  private Inversions() {}

  /// Passes a call of each pair of values that contradict each other.
  static Inversions of(List<Call> calls) {
    Set<String> left = new HashSet<>();
    Map<String, Set<Integer>> written = new HashMap<>();
    for (Call call : calls) {
      if (call.kind() == Kind.DELETE || call.family() != null) {
        left.add(call.id());
      } else if (call.kind() == Kind.STORE && call.mayBeDone()) {
        written.computeIfAbsent(call.id(), any -> new HashSet<>()).add(call.revision());
      }
    }
    written.keySet().removeAll(left);
    Set<String> replaced = new HashSet<>();
    calls.stream()
        .filter(call -> call.kind() == Kind.DROP)
        .forEach(call -> replaced.add(call.id()));
    written.keySet().removeIf(id -> replaced.contains(Call.collection(id)));
    Inversions found = new Inversions();
    for (Call call : calls) {
      switch (call.kind()) {
        case STORE -> found.add(written, call.id(), call.revision(), call);
        case READ -> found.add(written, call.id(), call.revision(), call);
        case LOOKUP, PASSAGES, LIST -> {
          for (Match match : call.matches()) {
            found.add(written, match.id(), match.revision(), call);
          }
        }
        default -> {
          // Shows no text.
        }
      }
    }
    return found;
  }

  private void add(Map<String, Set<Integer>> written, String id, int revision, Call call) {
    if (call.mayBeDone() && written.getOrDefault(id, Set.of()).contains(revision)) {
      zones
          .computeIfAbsent(id, any -> new HashMap<>())
          .computeIfAbsent(revision, any -> new Zone(revision, call))
          .add(call);
    }
  }

  /// Passes a call of each contradiction, and what is wrong.
  void forEach(BiConsumer<Call, String> contradiction) {
    zones.forEach((id, values) -> {
      List<Zone> forward =
          new ArrayList<>(values.values().stream().filter(Zone::isForward).toList());
      forward.sort(Comparator.comparingLong(Zone::from));
      for (int i = 1; i < forward.size(); i++) {
        Zone one = forward.get(i - 1);
        Zone two = forward.get(i);
        if (two.from() < one.to()) {
          contradiction.accept(
              one.call,
              id
                  + " was revision "
                  + two.value
                  + " before revision "
                  + one.value
                  + " was shown again");
        }
      }
      for (Zone inner : values.values()) {
        if (!inner.isForward()) {
          forward.stream()
              .filter(outer -> outer.from() < inner.from() && inner.to() < outer.to())
              .findFirst()
              .ifPresent(outer ->
                  contradiction.accept(
                      outer.call,
                      id + " was revision " + inner.value + " within revision " + outer.value));
        }
      }
    });
  }
}
