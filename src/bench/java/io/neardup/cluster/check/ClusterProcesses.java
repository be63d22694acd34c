package io.neardup.cluster.check;

import static io.neardup.Eventually.await;

import io.neardup.cluster.RestartableProcess;
import io.neardup.cluster.broker.BrokerProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Brokers and instances in a process each; or a single instance without brokers.
final class ClusterProcesses implements AutoCloseable {

  /// What to start.
  ///
  /// @param folder for all data and logs; it exists
  /// @param jar the packaged service
  /// @param brokers 3, or 0 for a single instance without a cluster
  /// @param instances how many
  /// @param configuration further arguments of the command line of instances
  record Setup(Path folder, Path jar, int brokers, int instances, List<String> configuration) {}

  /// One instance.
  record Instance(URI url, RestartableProcess process) {}

  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final Setup setup;
  private final @Nullable NetworkNamespace namespace;
  private final @Nullable BrokerProcesses brokers;
  private final List<Instance> instances = new ArrayList<>();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CALL_TIMEOUT).build();

  private ClusterProcesses(Setup setup, @Nullable NetworkNamespace namespace) {
    this.setup = setup;
    this.namespace = namespace;
    this.brokers =
        setup.brokers == 0
            ? null
            : BrokerProcesses.start(setup.folder.resolve("brokers"), host(), setup.brokers);
  }

  /// Starts all and waits until they are ready.
  ///
  /// @param namespace the network of the last instance, or null if it shares that of the others
  static ClusterProcesses start(Setup setup, @Nullable NetworkNamespace namespace) {
    ClusterProcesses started = new ClusterProcesses(setup, namespace);
    try {
      for (int i = 1; i <= setup.instances; i++) {
        started.add(namespace != null && i == setup.instances);
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

  /// Starts a further instance, without waiting until it is ready.
  Instance add() {
    return add(false);
  }

  /// Ends the instance that was added last.
  void removeLast() {
    Instance last = instances.removeLast();
    last.process.stop();
    last.process.close();
  }

  /// Waits until all instances report that they are ready.
  void awaitReady() {
    for (Instance instance : instances) {
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
  }

  /// Creates an empty collection.
  void createCollection(String name) {
    await()
        .until(() -> {
          int status = send(instances.getFirst(), "PUT", "/collections/" + name);
          return status == 200 || status == 201;
        });
  }

  @Override
  public void close() {
    instances.forEach(instance -> instance.process.close());
    if (brokers != null) {
      brokers.close();
    }
    http.close();
  }

  private boolean isReady(Instance instance) {
    return send(instance, "GET", "/actuator/health/readiness") == 200;
  }

  /// The status of the answer, or 0 if there is none.
  private int send(Instance instance, String method, String path) {
    try {
      HttpResponse<Void> response =
          http.send(
              HttpRequest.newBuilder(instance.url.resolve(path))
                  .timeout(CALL_TIMEOUT)
                  .header("Content-Type", "application/json")
                  .method(
                      method,
                      method.equals("GET")
                          ? BodyPublishers.noBody()
                          : BodyPublishers.ofString("{}"))
                  .build(),
              BodyHandlers.discarding());
      return response.statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String host() {
    return namespace == null ? LOOPBACK : namespace.hostAddress();
  }

  private Instance add(boolean isolated) {
    String name = "instance-" + (instances.size() + 1);
    NetworkNamespace network = isolated ? namespace : null;
    String address = network == null ? host() : network.address();
    URI url = URI.create("http://" + address + ":" + freePort());
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-jar",
                setup.jar.toAbsolutePath().toString(),
                "--server.address=" + address,
                "--server.port=" + url.getPort(),
                "--spring.main.banner-mode=off",
                "--neardup.security.mode=open",
                "--neardup.security.allowed-hosts=" + address,
                "--neardup.data-dir=" + setup.folder.resolve(name)));
    if (brokers != null) {
      command.addAll(
          List.of(
              "--neardup.cluster.bootstrap-servers=" + brokers.bootstrapServers(),
              "--neardup.cluster.instance-url=" + url,
              "--neardup.cluster.instance-key=a-key-of-the-instances-of-this-run"));
    }
    command.addAll(setup.configuration);
    RestartableProcess process =
        new RestartableProcess(
            network == null ? command : network.command(command),
            setup.folder.resolve(name + ".log"));
    process.start();
    Instance added = new Instance(url, process);
    instances.add(added);
    return added;
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
