package io.neardup.cluster.check;

import io.neardup.cluster.RestartableProcess;
import io.neardup.cluster.check.ClusterProcesses.Instance;
import java.util.ArrayList;
import java.util.List;

/// What happens to a cluster under load. A fault begins, lasts for some seconds, and ends.
enum Fault {
  /// Nothing.
  NONE(false) {
    @Override
    void begin(ClusterProcesses cluster, int victim) {
      // The load alone.
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      // The load alone.
    }
  },

  /// An instance is killed with SIGKILL, and started again at the end.
  INSTANCE_KILLED(true) {
    @Override
    void begin(ClusterProcesses cluster, int victim) {
      instance(cluster, victim).kill();
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      instance(cluster, victim).start();
    }
  },

  /// An instance is suspended with SIGSTOP, and continues at the end.
  INSTANCE_SUSPENDED(true) {
    @Override
    void begin(ClusterProcesses cluster, int victim) {
      instance(cluster, victim).suspend();
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      instance(cluster, victim).resume();
    }
  },

  /// The network of the last instance is cut, and joined at the end.
  INSTANCE_CUT_OFF(true) {
    @Override
    int victim(ClusterProcesses cluster, int run) {
      return cluster.instances().size() - 1;
    }

    @Override
    void begin(ClusterProcesses cluster, int victim) {
      cluster.namespace().cut();
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      cluster.namespace().join();
    }
  },

  /// An instance is added; after the run it is removed.
  INSTANCE_ADDED(false) {
    @Override
    void begin(ClusterProcesses cluster, int victim) {
      cluster.add();
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      cluster.awaitReady();
    }

    @Override
    void cleanUp(ClusterProcesses cluster) {
      cluster.removeLast();
    }
  },

  /// A broker is killed with SIGKILL, and started again at the end.
  BROKER_KILLED(false) {
    @Override
    void begin(ClusterProcesses cluster, int victim) {
      broker(cluster, victim).kill();
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      broker(cluster, victim).start();
    }
  },

  /// A broker is suspended with SIGSTOP, and continues at the end.
  BROKER_SUSPENDED(false) {
    @Override
    void begin(ClusterProcesses cluster, int victim) {
      broker(cluster, victim).suspend();
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      broker(cluster, victim).resume();
    }
  },

  /// All brokers and instances are killed with SIGKILL, and started again at the end.
  ALL_KILLED(false) {
    @Override
    void begin(ClusterProcesses cluster, int victim) {
      all(cluster).forEach(RestartableProcess::kill);
    }

    @Override
    void end(ClusterProcesses cluster, int victim) {
      all(cluster).forEach(RestartableProcess::start);
    }

    private List<RestartableProcess> all(ClusterProcesses cluster) {
      List<RestartableProcess> all = new ArrayList<>();
      for (int i = 1; i <= cluster.brokers().count(); i++) {
        all.add(cluster.brokers().broker(i));
      }
      cluster.instances().stream().map(Instance::process).forEach(all::add);
      return all;
    }
  };

  private final boolean silencing;

  Fault(boolean silencing) {
    this.silencing = silencing;
  }

  /// Whether a single instance without brokers can have it.
  boolean fitsSingleInstance() {
    return this == NONE || this == INSTANCE_KILLED || this == INSTANCE_SUSPENDED;
  }

  /// Whether the instance that is the victim answers no calls by itself meanwhile.
  boolean silencesInstance() {
    return silencing;
  }

  /// The index of the affected instance or broker; a different one in each run.
  int victim(ClusterProcesses cluster, int run) {
    return run % cluster.instances().size();
  }

  abstract void begin(ClusterProcesses cluster, int victim);

  abstract void end(ClusterProcesses cluster, int victim);

  /// After the load has ended.
  void cleanUp(ClusterProcesses cluster) {
    // Nothing remains of most faults.
  }

  private static RestartableProcess instance(ClusterProcesses cluster, int victim) {
    return cluster.instances().get(victim).process();
  }

  private static RestartableProcess broker(ClusterProcesses cluster, int victim) {
    return cluster.brokers().broker(victim % cluster.brokers().count() + 1);
  }
}
