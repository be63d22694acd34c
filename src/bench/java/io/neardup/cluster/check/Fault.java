package io.neardup.cluster.check;

import io.neardup.cluster.RestartableProcess;
import io.neardup.cluster.check.ClusterProcesses.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What happens to a cluster. A fault begins, lasts for some seconds, and ends.
enum Fault {
  /// Nothing.
  NONE(Victim.NO_INSTANCE, nothing(), nothing()),

  /// The clocks of the processes are an hour apart, and two at most, from their start on.
  CLOCKS_APART(Victim.NO_INSTANCE, nothing(), nothing()),

  /// An instance is killed with SIGKILL, and started again at the end.
  INSTANCE_KILLED(
      Victim.ANY_INSTANCE, instance(RestartableProcess::kill), instance(RestartableProcess::start)),

  /// An instance is suspended with SIGSTOP, and continues at the end.
  INSTANCE_SUSPENDED(
      Victim.ANY_INSTANCE,
      instance(RestartableProcess::suspend),
      instance(RestartableProcess::resume)),

  /// The network of the last instance is cut, and joined at the end.
  INSTANCE_CUT_OFF(
      Victim.ISOLATED_INSTANCE,
      (cluster, victim) -> cluster.namespace().cut(),
      (cluster, victim) -> cluster.namespace().join()),

  /// The last instance is suspended, and a new one gets its address. At the end the suspended one
  /// continues for some seconds.
  INSTANCE_REPLACED(
      Victim.ISOLATED_INSTANCE,
      (cluster, victim) -> cluster.replaceLast(),
      (cluster, victim) -> cluster.endReplaced()),

  /// An instance is added, and leaves at the end.
  INSTANCE_ADDED(
      Victim.NO_INSTANCE,
      (cluster, victim) -> {
        cluster.add();
        cluster.awaitReady();
      },
      (cluster, victim) -> cluster.removeLast()),

  /// A broker is killed with SIGKILL, and started again at the end.
  BROKER_KILLED(
      Victim.NO_INSTANCE, broker(RestartableProcess::kill), broker(RestartableProcess::start)),

  /// A broker is suspended with SIGSTOP, and continues at the end.
  BROKER_SUSPENDED(
      Victim.NO_INSTANCE, broker(RestartableProcess::suspend), broker(RestartableProcess::resume)),

  /// All brokers and instances are killed with SIGKILL, and started again at the end.
  ALL_KILLED(
      Victim.NO_INSTANCE,
      (cluster, victim) -> all(cluster).forEach(RestartableProcess::kill),
      (cluster, victim) -> all(cluster).forEach(RestartableProcess::start)),

  /// All brokers and instances are stopped and started again, one after the other.
  ALL_RESTARTED(
      Victim.NO_INSTANCE,
      (cluster, victim) ->
          all(cluster)
              .forEach(process -> {
                process.stop();
                process.start();
                cluster.awaitReady();
              }),
      nothing());

  /// What a fault does at its beginning or end.
  private interface Step {
    void take(ClusterProcesses cluster, int victim);
  }

  /// Which instance answers no calls by itself meanwhile.
  private enum Victim {
    NO_INSTANCE,
    ANY_INSTANCE,
    /// The last one, which has a network of its own.
    ISOLATED_INSTANCE
  }

  private final Victim victim;
  private final Step begin;
  private final Step end;

  Fault(Victim victim, Step begin, Step end) {
    this.victim = victim;
    this.begin = begin;
    this.end = end;
  }

  /// Whether a single instance without brokers can have it.
  boolean fitsSingleInstance() {
    return this == NONE || this == INSTANCE_KILLED || this == INSTANCE_SUSPENDED;
  }

  /// Whether it needs a [NetworkNamespace].
  boolean needsNamespace() {
    return victim == Victim.ISOLATED_INSTANCE;
  }

  /// Whether the instance that is the victim answers no calls by itself meanwhile.
  boolean silencesInstance() {
    return victim != Victim.NO_INSTANCE;
  }

  void begin(ClusterProcesses cluster, int index) {
    begin.take(cluster, index);
  }

  void end(ClusterProcesses cluster, int index) {
    end.take(cluster, index);
  }

  private static Step nothing() {
    return (cluster, victim) -> {};
  }

  private static Step instance(Consumer<RestartableProcess> step) {
    return (cluster, victim) -> step.accept(cluster.instances().get(victim).process());
  }

  private static Step broker(Consumer<RestartableProcess> step) {
    return (cluster, victim) ->
        step.accept(cluster.brokers().broker(victim % cluster.brokers().count() + 1));
  }

  private static List<RestartableProcess> all(ClusterProcesses cluster) {
    List<RestartableProcess> all = new ArrayList<>();
    for (int i = 1; i <= cluster.brokers().count(); i++) {
      all.add(cluster.brokers().broker(i));
    }
    cluster.instances().stream().map(Instance::process).forEach(all::add);
    return all;
  }
}
