package io.neardup.cluster.check;

import static io.neardup.Eventually.await;

import io.neardup.ChildProcess;
import io.neardup.FreePort;
import io.neardup.NeardupApplication;
import io.neardup.cluster.RestartableProcess;
import io.neardup.cluster.broker.BrokerProcesses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Brokers and instances in a process each; or a single instance without brokers.
final class ClusterProcesses implements AutoCloseable {

  /// What to start.
  ///
  /// @param folder for all data and logs; it exists
  /// @param jar the packaged service; null for the classes of this class path
  /// @param brokers 1 or 3, or 0 for a single instance without a cluster
  /// @param instances how many
  /// @param configuration further arguments of the command line of instances
  /// @param clocksApart whether the clocks of the processes are an hour apart
  /// @param quick whether brokers start quickly; otherwise their code gets as fast as in production
  record Setup(
      Path folder,
      @Nullable Path jar,
      int brokers,
      int instances,
      List<String> configuration,
      boolean clocksApart,
      boolean quick) {}

  /// One instance.
  record Instance(URI url, RestartableProcess process) {}

  /// The secret of the instances.
  static final String KEY = "a-key-of-the-instances-of-this-run";

  private static final String LOOPBACK = "127.0.0.1";
  private static final String READINESS = "/actuator/health/readiness";
  private static final String HEAP = "-Xmx512m";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /// How long an instance that was replaced runs beside the new one.
  private static final Duration BESIDE = Duration.ofSeconds(3);

  private final Setup setup;
  private final @Nullable NetworkNamespace namespace;
  private final @Nullable BrokerProcesses brokers;
  private final List<Instance> instances = new ArrayList<>();
  private int started; // instances so far
  private @Nullable Instance replaced;
  private boolean lastIsIsolated;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CALL_TIMEOUT).build();

  private ClusterProcesses(Setup setup, @Nullable NetworkNamespace namespace) {
    this.setup = setup;
    this.namespace = namespace;
    this.brokers =
        setup.brokers == 0
            ? null
            : BrokerProcesses.start(
                setup.folder.resolve("brokers"), host(), setup.brokers, this::brokerCommand);
  }

  /// Starts all and waits until they are ready.
  ///
  /// @param namespace the network of the last instance, or null if it shares that of the others
  static ClusterProcesses start(Setup setup, @Nullable NetworkNamespace namespace) {
    ClusterProcesses started = new ClusterProcesses(setup, namespace);
    try {
      for (int i = 1; i <= setup.instances; i++) {
        started.lastIsIsolated = namespace != null && i == setup.instances;
        started.add(
            started.address(started.lastIsIsolated), FreePort.find(), started.lastIsIsolated);
      }
      started.awaitReady();
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /// The addresses of all instances.
  List<URI> urls() {
    return instances.stream().map(Instance::url).toList();
  }

  /// The number of instances, without one that a fault adds.
  int size() {
    return setup.instances;
  }

  List<Instance> instances() {
    return List.copyOf(instances);
  }

  /// The brokers.
  ///
  /// @throws IllegalStateException without a cluster
  BrokerProcesses brokers() {
    if (brokers == null) {
      throw new IllegalStateException("a single instance has no brokers");
    }
    return brokers;
  }

  /// The network of the last instance.
  NetworkNamespace namespace() {
    if (namespace == null) {
      throw new IllegalStateException("all instances share the network");
    }
    return namespace;
  }

  /// Starts a further instance, and waits until it is ready.
  void add() {
    awaitReady(add(address(false), FreePort.find(), false));
  }

  /// Ends the instance that was added last.
  void removeLast() {
    Instance last = instances.removeLast();
    last.process.stop();
    last.process.close();
  }

  /// Suspends the last instance, starts another one at its address, without its data, and waits
  /// until that one is ready.
  void replaceLast() {
    Instance former = instances.removeLast();
    former.process.suspend();
    replaced = former;
    lastIsIsolated = !lastIsIsolated;
    namespace().move(lastIsIsolated);
    awaitReady(add(former.url.getHost(), former.url.getPort(), lastIsIsolated));
  }

  /// The replaced instance continues for some seconds, and is killed.
  void endReplaced() {
    Instance former = Objects.requireNonNull(replaced, "no instance was replaced");
    former.process.resume();
    LockSupport.parkNanos(BESIDE.toNanos());
    former.process.close();
    replaced = null;
  }

  /// Waits until all brokers and instances that run are ready.
  void awaitReady() {
    if (brokers != null) {
      brokers.awaitReady();
    }
    instances.forEach(this::awaitReady);
  }

  private void awaitReady(Instance instance) {
    await()
        .atMost(PATIENCE)
        .alias("an instance is not ready, its log is below " + setup.folder + ": " + instance.url)
        .until(() -> {
          if (!instance.process.isRunning()) {
            throw new IllegalStateException("ended:\n" + instance.process.logged());
          }
          return isReady(instance);
        });
  }

  @Override
  public void close() {
    instances.forEach(instance -> instance.process.close());
    if (replaced != null) {
      replaced.process.close();
    }
    if (brokers != null) {
      brokers.close();
    }
    http.close();
  }

  private boolean isReady(Instance instance) {

    try {
      HttpResponse<Void> response =
          http.send(
              HttpRequest.newBuilder(instance.url.resolve(READINESS)).timeout(CALL_TIMEOUT).build(),
              BodyHandlers.discarding());
      return response.statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String host() {
    return namespace == null ? LOOPBACK : namespace.hostAddress();
  }

  /// Of all instances, as a request that is passed on names the one that its client has called.
  private String hosts() {
    return namespace == null ? LOOPBACK : namespace.hostAddress() + "," + namespace.address();
  }

  private String address(boolean isolated) {
    return isolated ? namespace().address() : host();
  }

  private List<String> withClock(int number, List<String> command) {
    return setup.clocksApart ? ShiftedClock.command(number % 3 - 1, command) : command;
  }

  private List<String> brokerCommand(int number, List<String> command) {
    return withClock(number, setup.quick ? command : ChildProcess.optimized(command));
  }

  private Instance add(String address, int port, boolean isolated) {
    String name = "instance-" + ++started;
    URI url = URI.create("http://" + address + ":" + port);
    List<String> command =
        new ArrayList<>(
            setup.jar == null
                ? ChildProcess.builder(List.of(HEAP), NeardupApplication.class, List.of()).command()
                : List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    HEAP,
                    "-jar",
                    setup.jar.toAbsolutePath().toString()));
    command.addAll(
        List.of(
            "--server.address=" + address,
            "--server.port=" + port,
            "--spring.main.banner-mode=off",
            "--neardup.security.mode=open",
            "--neardup.security.allowed-hosts=" + hosts(),
            "--neardup.data-dir=" + setup.folder.resolve(name)));
    if (brokers != null) {
      command.addAll(
          List.of(
              "--neardup.cluster.bootstrap-servers=" + brokers.bootstrapServers(),
              "--neardup.cluster.instance-url=" + url,
              "--neardup.cluster.instance-key=" + KEY));
    }
    command.addAll(setup.configuration);
    List<String> clocked = withClock(started, command);
    RestartableProcess process =
        new RestartableProcess(
            isolated ? namespace().command(clocked) : clocked, setup.folder.resolve(name + ".log"));
    process.start();
    Instance added = new Instance(url, process);
    instances.add(added);
    return added;
  }
}
