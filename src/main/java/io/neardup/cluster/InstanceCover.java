package io.neardup.cluster;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Chooses few instances that have given partitions: greedy set cover. With one standby for each
/// partition, any two of three instances have all partitions.
///
/// An instance searches some of its partitions in about the same time as all of them, so that fewer
/// instances are less work for the cluster.
///
/// Greedy choice takes at most 1 + ln n times as many instances as necessary for n partitions:
/// Chvátal, A Greedy Heuristic for the Set-Covering Problem, Mathematics of Operations Research
/// 4(3), 1979.
final class InstanceCover {

  private InstanceCover() {}

  /// Some of the partitions that an instance has.
  record Part(String instance, BitSet partitions) {

    private int size() {
      return partitions.cardinality();
    }
  }

  /// Assigns each partition to an instance: first to `self`, which is asked without the network,
  /// then always to the one that has most of the rest. Those that did not answer lately are last.
  ///
  /// @param hosts the instances that may be asked about each partition
  /// @param suspect whether an instance did not answer lately
  /// @param turn selects one of several instances with equally many partitions, any number
  /// @return parts that are not empty and have no partition in common
  static List<Part> choose(
      Map<Integer, List<String>> hosts, String self, Predicate<String> suspect, int turn) {
    Map<String, BitSet> byInstance = new TreeMap<>();
    hosts.forEach((partition, instances) ->
        instances.forEach(
            each -> byInstance.computeIfAbsent(each, any -> new BitSet()).set(partition)));
    List<Part> open = new ArrayList<>();
    byInstance.forEach((instance, partitions) -> open.add(new Part(instance, partitions)));
    Collections.rotate(open, turn);
    Comparator<Part> order =
        Comparator.comparing((Part part) -> part.instance.equals(self))
            .thenComparing(part -> !suspect.test(part.instance))
            .thenComparingInt(Part::size);
    List<Part> chosen = new ArrayList<>();
    while (!open.isEmpty()) {
      Part next = Collections.max(open, order);
      chosen.add(next);
      open.remove(next);
      open.forEach(part -> part.partitions.andNot(next.partitions));
      open.removeIf(part -> part.partitions.isEmpty());
    }
    return chosen;
  }
}
