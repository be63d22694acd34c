package io.neardup.cluster.check;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Faults that begin and end together, each with a victim of its own if there are enough.
record FaultSet(List<Fault> faults) {

  /// Reads names of faults with `+` between them.
  static FaultSet of(String names) {
    return new FaultSet(Arrays.stream(names.split("\\+")).map(Fault::valueOf).toList());
  }

  boolean needsNamespace() {
    return faults.stream().anyMatch(Fault::needsNamespace);
  }

  /// The indices of instances that answer no calls by themselves meanwhile.
  Set<Integer> silenced(int instances, int run) {
    return IntStream.range(0, faults.size())
        .filter(i -> faults.get(i).silencesInstance())
        .mapToObj(i -> victim(i, instances, run))
        .collect(Collectors.toSet());
  }

  /// The index of the instance or broker that a fault affects, another one in each run if possible.
  private int victim(int index, int instances, int run) {
    Fault fault = faults.get(index);
    if (fault.needsNamespace()) {
      return instances - 1;
    }
    boolean lastIsTaken = fault.silencesInstance() && needsNamespace();
    long before = faults.stream().limit(index).filter(each -> !each.needsNamespace()).count();
    return (run + (int) before) % Math.max(1, lastIsTaken ? instances - 1 : instances);
  }

  void begin(ClusterProcesses cluster, int run) {
    each(cluster, run, (fault, victim) -> fault.begin(cluster, victim));
  }

  void end(ClusterProcesses cluster, int run) {
    each(cluster, run, (fault, victim) -> fault.end(cluster, victim));
  }

  private void each(ClusterProcesses cluster, int run, ObjIntConsumer<Fault> step) {
    for (int i = 0; i < faults.size(); i++) {
      step.accept(faults.get(i), victim(i, cluster.size(), run));
    }
  }

  @Override
  public String toString() {
    return faults.stream().map(Fault::name).collect(Collectors.joining("+"));
  }
}
